// Visitors' answers from a streaming replica (11.4): what that replica holds, never newer and never older, and acts by the primary.
import { beforeAll, expect, test } from 'vitest';
import { sql } from '#prisma/database.ts';
import { anotherApi, testOrigin } from '#test/kit/api.ts';
import { type Client, openClient } from '#test/kit/client.ts';
import { alsoOn } from '#test/kit/institution.ts';
import { type Person, person } from '#test/kit/people.ts';
import { openReplicated, type Replicated } from '#test/kit/replica.ts';
import { aClaim } from '#test/kit/samples.ts';

let replicated: Replicated;
let author: Person;
/** A process that keeps answers, and one that keeps nothing, both on the replica. */
let kept: Client;
let fresh: Client;

beforeAll(async () => {
  replicated = await openReplicated();
  const { database } = alsoOn(replicated);
  author = await person(database);
  await database.query(
    sql`insert into public_setting (key, value, changed_at) values ('origin', to_jsonb(${testOrigin}::text), institution_now())`,
  );
  const settings = { readDatabaseUrl: replicated.replicaUrl, logLevel: 'error' as const };
  kept = await openClient((await anotherApi(replicated, settings)).address);
  fresh = await openClient((await anotherApi(replicated, settings, 0)).address);
}, 120_000);

const register = async (number: number) =>
  expect((await kept.post('/registry', aClaim({ title: `Claim ${number}` }), { as: author })).status).toBe(201);

const titlesOf = async (client: Client, as?: Person): Promise<string[]> => {
  const [rest, graphql] = await Promise.all([
    client.get('/registry', { as }),
    client.graphql('{ claims { nodes { title } } }', {}, { as }),
  ]);
  const titles = rest.body.claims.map(({ title }: { title: string }) => title);
  expect(graphql.body.data.claims.nodes.map(({ title }: { title: string }) => title)).toEqual(titles);
  return titles;
};

test('while the replica stands still its visitors see what it holds, and members what they did', async () => {
  await register(1);
  await replicated.caughtUp();
  expect(await titlesOf(kept)).toEqual(['Claim 1']);
  await replicated.hold();
  await register(2);
  for (let again = 0; again < 2; again++) expect(await titlesOf(kept)).toEqual(['Claim 1']);
  expect(await titlesOf(kept, author)).toEqual(['Claim 1', 'Claim 2']);
  await replicated.goOn();
  await replicated.caughtUp();
  expect(await titlesOf(kept)).toEqual(['Claim 1', 'Claim 2']);
});

test('while it follows, a kept answer is of a moment between two looks at what it holds', async () => {
  const claimsOn = async (client: Client) => (await client.get('/registry')).body.claims.length as number;
  let writing = true;
  const writer = (async () => {
    for (let number = 3; number < 40; number++) await register(number);
  })().finally(() => {
    writing = false;
  });
  const moments = new Set<number>();
  while (writing) {
    const before = await claimsOn(fresh);
    const answered = await claimsOn(kept);
    const after = await claimsOn(fresh);
    expect([before <= answered, answered <= after]).toEqual([true, true]);
    moments.add(answered);
  }
  await writer;
  expect(moments.size).toBeGreaterThan(3);
});
