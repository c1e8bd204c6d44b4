// Every number on a page is the API's for the same moment, after a year in which everything happened and nothing more does.
import { request } from 'undici';
import { beforeAll, expect, test } from 'vitest';
import { type Institution, openInstitution } from '#test/kit/api.ts';
import { type Client, openClient } from '#test/kit/client.ts';
import { allowIn } from '#test/kit/sessions.ts';
import { liveAYear, type Year } from '#test/services/year.ts';
import { openVisitor, plain, type Visitor } from './visitor.ts';

let institution: Institution;
let client: Client;
let year: Year;
let visitor: Visitor;

beforeAll(async () => {
  institution = await openInstitution();
  client = await openClient(institution.address);
  year = await liveAYear(institution, client);
  visitor = await openVisitor(institution.address);
}, 240_000);

// biome-ignore lint/suspicious/noExplicitAny: the data of any query
async function ask(query: string, as?: { token: string }): Promise<any> {
  const { body } = await client.graphql(query, {}, { as });
  if (body.errors) throw new Error(JSON.stringify(body.errors));
  return body.data;
}

const words = (html: string): string =>
  plain(html.replace(/<[^>]+>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim();

/** The part of a page with this id, up to the next part. */
const part = (html: string, id: string): string => {
  const from = html.indexOf(`<section id="${id}"`);
  if (from < 0) throw new Error(`the page has no part ${id}`);
  const to = html.indexOf('<section id="', from + 1);
  return html.slice(from, to < 0 ? undefined : to);
};

/** The rows of a table, as words. */
const rows = (html: string): string[][] =>
  [...html.matchAll(/<tr>([\s\S]*?)<\/tr>/g)]
    .map(([, row = '']) => [...row.matchAll(/<td[^>]*>([\s\S]*?)<\/td>/g)].map(([, cell = '']) => words(cell)))
    .filter(({ length }) => length > 0);

/** Pairs of a list of them: the name, and what it is. */
const pairs = (html: string): [string, string][] =>
  [...html.matchAll(/<dt[^>]*>([\s\S]*?)<\/dt>\s*<dd[^>]*>([\s\S]*?)<\/dd>/g)].map(([, name = '', value = '']) => [
    words(name),
    words(value),
  ]);

const read = async (path: string, by: Visitor = visitor): Promise<string> => {
  const { status, html } = await by.open(path);
  expect(status, path).toBe(200);
  return html;
};

test('of the claims: their checks and forecasts, in the list and on their pages', async () => {
  const { claims } = await ask(`{ claims(first: 100) { nodes {
    id checkCounts { accepted supports challenges unresolved } predictions { count } } } }`);
  expect(claims.nodes.length).toBeGreaterThan(5);
  const list = await read('/registry');
  for (const { id, checkCounts: counts, predictions } of claims.nodes) {
    const card = /[\s\S]*?<\/li>/.exec(list.slice(list.indexOf(`href="/registry/${id}"`)))?.[0] ?? '';
    const said = /(no accepted check|\d+ accepted checks?: [^<]*)/.exec(words(card))?.[0] ?? 'nothing';
    const numbers = [...said.matchAll(/(\d+) (accepted|supporting|challenging|unresolved)/g)];
    const told = Object.fromEntries(numbers.map(([, count, name]) => [name, Number(count)]));
    expect({ accepted: 0, supporting: 0, challenging: 0, unresolved: 0, ...told }).toEqual({
      accepted: counts.accepted,
      supporting: counts.supports,
      challenging: counts.challenges,
      unresolved: counts.unresolved,
    });
    const page = await read(`/registry/${id}`);
    const tally = pairs(/<dl class="tally">[\s\S]*?<\/dl>/.exec(page)?.[0] ?? '').map(([, value]) => Number(value));
    if (counts.accepted === 0) expect(page).toContain('No accepted check.');
    else expect(tally).toEqual([counts.supports, counts.challenges, counts.unresolved]);
    expect(words(part(page, 'forecasts'))).toMatch(new RegExp(`^Forecasts ${predictions.count} forecasts?\\.`));
  }
});

test('of the checkers, in the ranking and on the pages of members', async () => {
  const { checkers } = await ask(
    '{ checkers(first: 100) { nodes { rank handle kind acceptedChecks upheldChallenges } } }',
  );
  expect(checkers.nodes.length).toBeGreaterThan(1);
  const table = rows(await read('/checkers'));
  for (const { rank, handle, acceptedChecks, upheldChallenges } of checkers.nodes) {
    const row = table.find((one) => one.some((cell) => cell.split(' ')[0] === handle));
    expect(row?.filter((cell) => /^\d+$/.test(cell)).map(Number)).toEqual([rank, acceptedChecks, upheldChallenges]);
    const told = pairs(await read(`/members/${handle}`)).flatMap(([, value]) =>
      /^\d+$/.test(value) ? [Number(value)] : [],
    );
    expect(told).toEqual([acceptedChecks, upheldChallenges]);
  }
});

test('of calibration: site, bands and members', async () => {
  const { calibration } = await ask(`{ calibration { site { n claims meanBrier }
    bands { from to n meanProbability observedRate } members(first: 100) { nodes { handle n meanBrier } } } }`);
  expect(calibration.site.n).toBeGreaterThan(1);
  const page = await read('/calibration');
  expect(pairs(page).map(([, value]) => value)).toEqual(Object.values(calibration.site).map(String));
  const [bands, members] = [rows(part(page, 'reliability')), rows(part(page, 'members'))];
  const shown = (value: number | null) => (value === null ? '–' : String(value));
  expect(bands.map((row) => row.slice(1))).toEqual(
    calibration.bands.map((one: Record<string, number | null>) =>
      ['n', 'meanProbability', 'observedRate'].map((name) => shown(one[name] ?? null)),
    ),
  );
  expect(members).toEqual(
    calibration.members.nodes.map((one: { handle: string; n: number; meanBrier: number }) => [
      one.handle,
      shown(one.n),
      shown(one.meanBrier),
    ]),
  );
  const marks = [...page.matchAll(/<text [^>]*>\s*n = (\d+)\s*<\/text>/g)].map(([, n]) => Number(n));
  expect(marks).toEqual(calibration.bands.flatMap(({ n }: { n: number }) => (n > 0 ? [n] : [])));
});

test('of the census: counts, rates and the ends of the trends; and its figures on the first page', async () => {
  const census = (await client.get('/census')).body;
  const page = await read('/census');
  const told = pairs(part(page, 'counts')).map(([, value]) => Number(value));
  const counted = Object.values(census.counts as Record<string, object>).flatMap(
    (group) => Object.values(group) as number[],
  );
  expect(told.toSorted()).toEqual(counted.toSorted());
  for (const [name, count] of pairs(/<h3>Claims<\/h3>[\s\S]*?<\/dl>/.exec(page)?.[0] ?? '')) {
    const key = name
      .replace(/ (\w)/g, (_, letter: string) => letter.toUpperCase())
      .replace(/^\w/, (letter) => letter.toLowerCase());
    expect(Number(count), name).toBe(census.counts.claims[key]);
  }
  type Rate = { numerator: number; denominator: number; value: number | null; of: string };
  const rates = Object.values(census.rates as Record<string, Rate>).map(({ numerator, denominator, value, of }) => [
    of,
    String(numerator),
    String(denominator),
    value === null ? 'no value' : `${Number((value * 100).toFixed(1))} %`,
  ]);
  const shown = rows(part(page, 'rates')).map(([of = '', ...rest]) => [of.toLowerCase(), ...rest].join('|'));
  expect(shown.toSorted()).toEqual(rates.map(([of = '', ...rest]) => [of.toLowerCase(), ...rest].join('|')).toSorted());
  const { claims, checks, forecasts, members } = census.counts;
  const ends = [claims.active, claims.challenged, checks.accepted, checks.pending, forecasts.made, members.approved];
  expect([...part(page, 'trends').matchAll(/<strong class="value">(\d+)</g)].map(([, value]) => Number(value))).toEqual(
    ends,
  );
  const first = [claims.active, claims.independentlyReproduced, claims.challenged, checks.accepted, forecasts.made];
  expect(pairs(await read('/')).flatMap(([, value]) => (/^\d+$/.test(value) ? [Number(value)] : []))).toEqual(first);
});

test('of the calendar’s weeks', async () => {
  const { challenges } = await ask(
    '{ challenges(first: 100) { nodes { id week counts { submitted accepted supports challenges unresolved } } } }',
  );
  const weeks = challenges.nodes.filter(({ counts }: { counts: object | null }) => counts !== null);
  expect(weeks.length).toBeGreaterThan(0);
  const numbers = (html: string) => pairs(html).map(([, value]) => Number(value));
  for (const { id, counts } of weeks) expect(numbers(await read(`/challenges/${id}`))).toEqual(Object.values(counts));
  const page = await read('/challenges');
  for (const { id, counts } of challenges.nodes.slice(-25)) {
    const card = /[\s\S]*?<\/li>/.exec(page.slice(page.indexOf(`href="/challenges/${id}"`)))?.[0] ?? '';
    expect(numbers(card)).toEqual(counts === null ? [] : Object.values(counts));
  }
});

test('of a member’s own credits, and of vouches', async () => {
  const { voucher } = year;
  await allowIn(institution.database, voucher);
  const own = await openVisitor(institution.address, voucher);
  const { viewer } = await ask(
    '{ viewer { credits { balance ledger(last: 25) { nodes { amount } } } vouches(last: 50) { nodes { stake } } } }',
    voucher,
  );
  const page = await read('/account', own);
  expect(pairs(part(page, 'credits'))[0]).toEqual(['credits', String(viewer.credits.balance)]);
  const amounts = rows(part(page, 'credits')).map((row) => Number(row.at(-1)?.replace('−', '-')));
  expect(amounts).toEqual(viewer.credits.ledger.nodes.map(({ amount }: { amount: number }) => amount).toReversed());
  const stakes = [...part(page, 'vouches').matchAll(/staked (\d+) credits on/g)].map(([, stake]) => Number(stake));
  expect(stakes).toEqual(viewer.vouches.nodes.map(({ stake }: { stake: number }) => stake).toReversed());
});

test('every public page says what it is, where it stands for good, and where the same is for programs', async () => {
  const { claims } = await ask('{ claims(first: 100) { nodes { id evidence checks(first: 1) { nodes { id } } } } }');
  const some = claims.nodes.find(({ evidence }: { evidence: string }) => evidence === 'INDEPENDENTLY_REPRODUCED');
  const unchecked = claims.nodes.find(({ evidence }: { evidence: string }) => evidence === 'UNCHECKED');
  const titles = new Set<string>();
  const types: Record<string, string> = {};
  const paths = [
    ...['/', '/registry', '/observations', '/checkers', '/calibration', '/precedents', '/census', '/challenges'],
    ...['/threads', '/continuity', '/terms', `/members/${year.handles[0]}`],
    ...[`/registry/${some.id}`, `/registry/${unchecked.id}`, `/registry/checks/${some.checks.nodes[0].id}`],
  ];
  for (const path of paths) {
    const html = await read(`${path}?utm=1`);
    titles.add(/<title>([^<]+)<\/title>/.exec(html)?.[1] ?? '');
    expect(html).toContain(`<link rel="canonical" href="${institution.origin}${path}"/>`);
    expect(html.match(/<h1[ >]/g)).toHaveLength(1);
    const alternates = [...html.matchAll(/<link rel="alternate" type="([^"]+)"[^>]* href="([^"]+)"/g)];
    expect(alternates.filter(([, type]) => type === 'application/atom+xml').length, path).toBeGreaterThan(0);
    for (const [, type, href = ''] of alternates.filter(([, type]) => type === 'application/json')) {
      const answer = await request(institution.address + plain(href));
      const { version } = (await answer.body.json()) as { version: string };
      expect([path, type, answer.statusCode, version]).toEqual([path, 'application/json', 200, '1.0.0']);
    }
    const data = /<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(html)?.[1];
    if (data) types[path] = JSON.parse(data)['@type'];
  }
  expect(titles.size).toBe(paths.length);
  expect(types).toMatchObject({
    '/registry': 'Dataset',
    '/census': 'Dataset',
    '/calibration': 'Dataset',
    [`/registry/${some.id}`]: 'ClaimReview',
    [`/registry/${unchecked.id}`]: 'Claim',
  });
});
