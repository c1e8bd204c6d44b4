import { parse } from 'tldts';
import skeletons from 'unhomoglyph/data.json' with { type: 'json' };

/** What a text that names no one must not hold (7.1). */
export type Identifying =
  | 'an e-mail address or @handle'
  | 'a telephone number'
  | 'a link'
  | 'a domain name'
  | 'an internet address';

// Signs as they are meant to be read. Two views of a text are searched, since folding look-alikes spoils honest foreign names.

const decimal = /\p{Nd}/u;
/** Every script's decimal digits as ASCII: a digit's value is its distance from the first of its ten. */
const plainDigits = (text: string): string =>
  text.replace(/[^\P{Nd}0-9]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    let value = 0;
    while (value < 9 && decimal.test(String.fromCodePoint(code - value - 1))) value++;
    return String(value);
  });

/** Look-alikes outside ASCII as the ASCII signs they are taken for (Unicode's confusables). The table itself: the package's one pattern of them all is slow. */
const plainSigns = new Map(Object.entries<string>(skeletons).filter(([, sign]) => /^\p{ASCII}+$/u.test(sign)));
const plainLetters = (text: string): string =>
  text.replace(/[^\p{ASCII}]/gu, (character) => plainSigns.get(character) ?? character);

const encoded: readonly [RegExp, string][] = [
  [/&(?:#0*64|#x0*40|commat);?|%40|\\u0040/gi, '@'],
  [/&(?:#0*46|#x0*2e|period);?|%2e|\\u002e/gi, '.'],
  [/&(?:#0*47|#x0*2f|sol);?|%2f/gi, '/'],
  [/&(?:#0*58|#x0*3a|colon);?|%3a/gi, ':'],
];
/** Circled letters that stand for the sign. */
const circled = /(?<=[\p{L}\p{N}])\s?[\u24B6\u24D0\u{1F150}\u{1F170}]\s?(?=[\p{L}\p{N}])/gu;
const dots = /[\u3002\u2024\u00B7\u2022\u2219\u22C5\u30FB\uFF61\uFE52\u0701\u0702\u06D4\uA4F8\u2027]/g;
const invisible = /[\p{Cf}\u115F\u1160\u3164\uFFA0\u2800]/gu;
const open = String.raw`(?:\s*[([{<«‹]\s*|[-_*~|]+)`;
const close = String.raw`(?:\s*[)\]}>»›]\s*|[-_*~|]+)`;
const bracketedAt = /\s*[([{<«‹]\s*(?:at|ät|@|arroba|chiocciola|собака)\s*[)\]}>»›]\s*/giu;
const bracketedDot = new RegExp(
  `(?<=[\\p{L}\\p{N}])${open}(?:dot|\\.|punkt|punto|point|ponto|точка)${close}(?=[\\p{L}\\p{N}])`,
  'giu',
);
// Bare words and stray spaces count before the best known endings only: "the dot in the figure" names no domain.
const spokenDot =
  /(?<=[\p{L}\p{N}])(?:\s+dot\s+(?=(?:com|org|net|edu|gov|info|biz|io|ai|dev|app|co|uk|de|fr|eu|ru|cn|jp|ch|nl|br|pl)(?![\p{L}\p{N}]))|(?:\s+(?:punkt|punto|point|точка)\s+|\s+\.\s*)(?=(?:com|org|net|edu|gov)(?![\p{L}\p{N}])))/giu;

const folded = (text: string): string => {
  let seen = text.replace(circled, '@').normalize('NFKC');
  for (const [form, sign] of encoded) seen = seen.replace(form, sign);
  return plainDigits(seen.replace(invisible, '').replace(dots, '.'))
    .replace(bracketedAt, '@')
    .replace(bracketedDot, '.')
    .replace(spokenDot, '.');
};

/** What stands after a sign that turns the direction of writing, as a screen shows it: from its end to its beginning. */
const turned = (text: string): string =>
  text.replace(/\u202E([^\u202C\n]*)/g, (_, run: string) => [...run].reverse().join(''));

/** The text as written, and as a quick eye takes it in: marks gone, look-alikes folded into ASCII; each as it is stored and, where it is turned around, as a screen shows it. */
export function viewsOf(text: string): string[] {
  return [...new Set([text, turned(text)])].flatMap((shown) => {
    const written = folded(shown);
    return [written, folded(plainLetters(written.normalize('NFD').replace(/[\p{Mn}\p{Me}]/gu, '')))];
  });
}

const link = /(?<![\p{L}\p{N}])(?:[a-z][a-z0-9+.-]{1,20}:\/\/|mailto:|tel:|www\.)/iu;
const sign = /@[\p{L}\p{N}_]/u;

const label = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}_-]*[\p{L}\p{M}\p{N}])?`;
// Begun where a word begins, and only there: a long word must not be tried from each of its letters.
const dotted = new RegExp(`(?<![\\p{L}\\p{M}\\p{N}_-])[_-]*(${label}(?:\\.${label})+)`, 'gu');
// A forgotten space after a full stop: "was done.It then" ends a sentence.
const sentence = /^(?:am|as|at|be|by|do|for|in|is|it|me|my|no|so|to|us)$/i;

function isDomain(name: string): boolean {
  const { isIcann, domain, publicSuffix } = parse(name.toLowerCase(), { validateHostname: false });
  if (!isIcann || !domain || !publicSuffix) return false;
  const ending = name.split('.').at(-1) ?? '';
  return !(/^\p{Lu}\p{Ll}/u.test(ending) && sentence.test(ending));
}

// Four numbers of a byte each, or what is written with two colons and more and is an address by its form.
const numbered =
  /(?<![\p{L}\p{N}.])\d{1,3}(?:\.\d{1,3}){3}(?![\p{L}\p{N}]|\.\d)|(?<![\p{L}\p{N}.:])[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,7}(?![\p{L}\p{N}:])/giu;

const isInternetAddress = (found: string): boolean => /\d/.test(found) && (parse(found).isIp ?? false);

// Telephone numbers: seven to fifteen digits in groups, in any common spelling, but for what is plainly another number.

const notTelephone: readonly RegExp[] = [
  /(?<!\d)(?:19|20)\d\d([-./\p{Pd}])(?:0?[1-9]|1[0-2])\1(?:[0-2]?\d|3[01])(?!\d)/gu, // 2026-11-30
  /(?<!\d)(?:[0-2]?\d|3[01])([-./\p{Pd}])(?:[0-2]?\d|3[01])\1(?:19|20)\d\d(?!\d)/gu, // 30.11.2026
  /(?<!\d)(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])(?!\d)/gu, // 20261130
  /(?<!\d)(?:19|20)\d\d\s?[-/\p{Pd}]\s?(?:19|20)\d\d(?!\d)/gu, // 2019–2024
  /(?<!\d)\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?(?!\d)/gu, // 17:30:00.250
];
const gap = String.raw`[ \t.()/\\_~\p{Pd}\u2212-]{1,4}`;
const groups = new RegExp(`(?:\\+|\\()?\\d+(?:${gap}\\d+)*`, 'gu');
const leastDigits = 7;
const mostDigits = 15;

type Grouped = { parts: readonly string[]; separators: ReadonlySet<string> };

const isRound = (part: string): boolean => {
  const value = Number(part);
  return !part.startsWith('0') && (value % 100 === 0 || Number.isInteger(Math.log2(value)));
};

/** Numbers in groups that no one dials. */
const otherwise: readonly ((number: Grouped) => boolean)[] = [
  // A decimal fraction: 0.123456.
  ({ parts: [whole = '', ...rest], separators }) => rest.length === 1 && separators.has('.') && whole.length <= 2,
  // A version or build: 10.0.19045.
  ({ parts, separators }) =>
    parts.length > 2 &&
    [...separators].join() === '.' &&
    parts.every((part) => part === '0' || !part.startsWith('0')) &&
    parts.some((part) => part.length === 1),
  // A round count: 1500000, 1 000 000.
  ({ parts: [first = '', ...rest] }) =>
    !first.startsWith('0') && (rest.at(-1) ?? first).endsWith('000') && rest.every((part) => part.length === 3),
  // A range of round numbers: 1000-2000, 4096-8192.
  ({ parts: [from = '', to = '', ...more] }) =>
    more.length === 0 && isRound(from) && isRound(to) && Number(from) < Number(to),
];

function isTelephone(found: string): boolean {
  const parts = found.match(/\d+/g) ?? [];
  const digits = parts.join('').length;
  if (digits < leastDigits || digits > mostDigits) return false;
  if (found.startsWith('+') || (found.startsWith('(') && found.includes(')'))) return true;
  const separators = new Set(found.split(/\d+/).slice(1, -1));
  return !otherwise.some((isOther) => isOther({ parts, separators }));
}

/** A word that is a number with letters for digits, and a number glued to a word, read as the number. */
const unglued = (text: string): string =>
  text
    .replace(/(?<![\p{L}\p{N}])(?:[oil]\d{2,}|\d+[oil]\d*)(?![\p{L}\p{N}])/giu, (word) =>
      word.replace(/o/gi, '0').replace(/[il]/gi, '1'),
    )
    .replace(/(?<![\p{L}\p{N}])(?:(\p{L}+)(\d{7,15})(\p{L}*)|(\d{7,15})(\p{L}+))(?![\p{L}\p{N}])/gu, (word) =>
      word.replace(/\p{L}+/gu, ' x '),
    );

function holdsTelephone(text: string): boolean {
  let seen = unglued(text);
  for (const form of notTelephone) seen = seen.replace(form, ' x ');
  for (const match of seen.matchAll(groups)) {
    const before = seen.slice(0, match.index).at(-1) ?? '';
    const after = seen.charAt(match.index + match[0].length);
    // Digits inside of a hash, an id or a name are no number of their own.
    if (/[\p{L}\p{N}]/u.test(before) || /[\p{L}\p{N}]/u.test(after)) continue;
    if (isTelephone(match[0])) return true;
  }
  return false;
}

/** The kinds of identifying text in it, spelled in any way an eye still reads; empty where it may be published. `allowed` are dotted names that are no domains here. */
export function identifying(text: string, allowed: ReadonlySet<string> = new Set()): Identifying[] {
  const kinds = new Set<Identifying>();
  for (const view of viewsOf(text)) {
    if (sign.test(view)) kinds.add('an e-mail address or @handle');
    if (link.test(view)) kinds.add('a link');
    for (const [, name = ''] of view.matchAll(dotted))
      if (!allowed.has(name) && isDomain(name)) kinds.add('a domain name');
    for (const [found] of view.matchAll(numbered)) if (isInternetAddress(found)) kinds.add('an internet address');
    if (holdsTelephone(view)) kinds.add('a telephone number');
  }
  return [...kinds];
}

/** The words of a text that could be handles, lower-cased: whole words and the parts of joined ones. */
export function possibleHandles(text: string): string[] {
  const words = viewsOf(text).flatMap(
    (view) => view.toLowerCase().match(/(?<![\p{L}\p{N}_-])[a-z0-9_-]+(?![\p{L}\p{N}_-])/gu) ?? [],
  );
  const parts = words.flatMap((word) => [word, word.replace(/^[-_]+|[-_]+$/g, ''), ...word.split(/[-_]+/)]);
  return [...new Set(parts.filter(({ length }) => length >= 3 && length <= 32))];
}
