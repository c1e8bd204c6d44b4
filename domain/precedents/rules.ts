import { parse } from 'tldts';

/** What a text of a precedent must not hold (7.1). */
export type Identifying = 'an e-mail address or @handle' | 'a telephone number' | 'a link' | 'a domain name';

const digit = /\p{Nd}/u;

/** Every script's decimal digits as ASCII: a digit's value is its distance from the first of its ten. */
const plainDigits = (text: string): string =>
  text.replace(/\p{Nd}/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    let zero = code;
    while (code - zero < 9 && digit.test(String.fromCodePoint(zero - 1))) zero--;
    return String(code - zero);
  });

/** The text as a reader takes it in: compatibility forms folded, invisible characters gone, spelled-out signs put back. */
export function unveiled(text: string): string {
  return plainDigits(text.normalize('NFKC'))
    .replace(/\p{Cf}|\p{Mn}|\u115F|\u1160|\u3164|\uFFA0/gu, '')
    .replace(/[\u3002\u2024\u00B7\u2022\u30FB\uFF61\u0701\u0702]/g, '.')
    .toLowerCase()
    .replace(/\s*[([{<]\s*(?:at|ät|arroba|@)\s*[)\]}>]\s*/gu, '@')
    .replace(/\s*[([{<]\s*(?:dot|punkt|punto|point|\.)\s*[)\]}>]\s*/gu, '.')
    .replace(/(?<=[\p{L}\p{N}_-])\s+at\s+(?=[\p{L}\p{N}_-]+\s*(?:\.|\sdot\s))/gu, '@')
    .replace(/(?<=[\p{L}\p{N}_-])\s+dot\s+(?=[\p{L}\p{N}_-])/gu, '.')
    .replace(/\s*@\s*/g, (sign) => (sign.startsWith(' ') ? ' @' : '@'));
}

const link = /\b[a-z][a-z0-9+.-]{1,20}:\/\/|\bmailto:|\bwww\./;
const at = /@[\p{L}\p{N}_]/u;
const dotted = /[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?)+/gu;
const number = /(?:\+|\b00)?\(?\d(?:[\s.()/–-]{0,3}\d){6,14}/g;
const dates = /^(?:\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./]\d{1,2}[-./]\d{4}|\d{4}\s?[-–/]\s?\d{4})/;

/** The kinds of identifying text in it; empty where it may be published. */
export function identifying(text: string): Identifying[] {
  const seen = unveiled(text);
  const kinds = new Set<Identifying>();
  if (at.test(seen)) kinds.add('an e-mail address or @handle');
  if (link.test(seen)) kinds.add('a link');
  for (const [name] of seen.matchAll(dotted)) {
    const { isIcann, domain } = parse(name, { validateHostname: false });
    if (isIcann && domain) kinds.add('a domain name');
  }
  for (const [found] of seen.matchAll(number)) if (!dates.test(found.trim())) kinds.add('a telephone number');
  return [...kinds];
}

/** The words of a text that could be handles, lower-cased. */
export function possibleHandles(text: string): string[] {
  return [...new Set(unveiled(text).match(/(?<![\p{L}\p{N}_-])[a-z0-9_-]{3,32}(?![\p{L}\p{N}_-])/gu) ?? [])];
}
