// `npm run demo` fills its institution with eight weeks of history, once, and shows every feature of the registry.
import { beforeEach, expect, test, vi } from 'vitest';
import { verifyPublication } from '#domain/publication/verify.ts';
import { sql } from '#prisma/database.ts';
import { fillDemonstration } from '#services/admin/fill-demonstration.ts';
import { claims } from '#services/local/demonstration/content.ts';
import { type Institution, openInstitution, testOrigin } from '#test/kit/api.ts';
import { type Client, openClient } from '#test/kit/client.ts';

let institution: Institution;
let client: Client;

beforeEach(async () => {
  institution = await openInstitution();
  client = await openClient(institution.address);
  vi.stubEnv('DATABASE_URL', institution.at.url);
  vi.stubEnv('PUBLIC_ORIGIN', testOrigin);
});

const mark = () =>
  institution.database.query(
    sql`insert into public_setting (key, value, changed_at) values ('demonstration', 'true', institution_now())`,
  );
const counts = () =>
  institution.database.one(sql`select (select count(*) from claim) as claims, (select count(*) from registry_check) as checks,
    (select count(*) from review) as reviews, (select count(*) from resolution) as resolutions, (select count(*) from forecast) as forecasts`);

test('every feature shows, every title says what it is, and filling again adds nothing', async () => {
  await mark();
  expect(await fillDemonstration()).toBe(true);
  const { body } = await client.get('/registry');
  const shown = body.claims as { title: string; evidence: string; resolution: unknown; lineage: Record<string, []> }[];
  expect(shown.every(({ title }) => title.startsWith('Demonstration: '))).toBe(true);
  expect(new Set(shown.map(({ evidence }) => evidence))).toEqual(
    new Set(['unchecked', 'checked', 'challenged', 'independently_reproduced']),
  );
  expect(shown).toHaveLength(claims.length - 2); // one withdrawn, one hidden
  expect(new Set(shown.map(({ resolution }) => (resolution as { reproduced?: boolean } | null)?.reproduced))).toEqual(
    new Set([true, false, undefined]),
  );
  const kinds = shown.flatMap(({ lineage }) => (lineage.outgoing as { kind: string }[]).map(({ kind }) => kind));
  expect(new Set(kinds)).toEqual(new Set(['supersedes', 'narrows', 'contradicts', 'derives-from']));
  expect((await client.get('/calibration')).body.site.n).toBeGreaterThan(5);
  expect((await verifyPublication(institution.database, testOrigin)).faults).toBe(0);
  const { censusHistory, challenges, observations, precedents, threads, boostedClaims } = (
    await client.graphql(`{ censusHistory(days: 56) { counts { checks { accepted } } } challenges(first: 100) { nodes { state } }
      observations(first: 10) { nodes { state } } precedents(first: 10) { nodes { id } } threads(first: 10) { nodes { id } }
      boostedClaims(first: 10) { nodes { id } } }`)
  ).body.data;
  const accepted = (censusHistory as { counts: { checks: { accepted: number } } }[]).map(
    ({ counts }) => counts.checks.accepted,
  );
  expect(accepted.length).toBeGreaterThan(50);
  expect(accepted).toEqual(accepted.toSorted((one, other) => one - other));
  const states = new Set((challenges.nodes as { state: string }[]).map(({ state }) => state));
  expect(states.has('PUBLISHED')).toBe(true);
  expect((observations.nodes as { state: string }[]).map(({ state }) => state)).toEqual(['PROMOTED', 'OPEN']);
  for (const { nodes } of [precedents, threads, boostedClaims]) expect(nodes.length).toBeGreaterThan(0);

  expect(await fillDemonstration()).toBe(false);
  // As after a start that was killed just before the end: the last claim is not there to be seen.
  const before = await counts();
  await institution.database.query(
    sql`update claim set hidden_at = institution_now() where title = ${claims.at(-1)?.title}`,
  );
  expect(await fillDemonstration()).toBe(true);
  expect(await counts()).toEqual(before);
}, 120_000);

test('a real institution is never filled', async () => {
  await expect(fillDemonstration()).rejects.toThrow('is a real one');
  expect(await counts()).toMatchObject({ claims: 0 });
}, 60_000);
