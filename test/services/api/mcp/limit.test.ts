// One limit of acts for all doors (1.7), exact when they act at once.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { sql } from '#prisma/database.ts';
import { anotherApi, openInstitution } from '#test/kit/api.ts';
import { openClient } from '#test/kit/client.ts';
import { person } from '#test/kit/people.ts';
import { openCaller } from './caller.ts';

test('three hundred acts by REST, GraphQL and MCP at two processes, and not one more', async () => {
  const institution = await openInstitution();
  const other = await anotherApi(institution.at);
  const member = await person(institution.database);
  const [here, there] = [await openClient(institution.address), await openClient(other.address)];
  const [tools, moreTools] = [await openCaller(institution.address), await openCaller(other.address)];
  const note = { title: 'A note of many', body: 'There are many like it, and this one is no different.' };
  const mutation =
    'mutation ($key: String!, $input: RecordObservationInput!) { recordObservation(idempotencyKey: $key, input: $input) { __typename } }';

  let limited = 0;
  let made = 0;
  const count = (code: string | undefined) => {
    if (code === undefined) made++;
    else {
      expect(code).toBe('limit.writes');
      limited++;
    }
  };
  const act = async (n: number) => {
    const key = randomUUID();
    if (n % 3 === 0)
      return count((await (n % 2 ? here : there).post('/observations', note, { as: member, key })).body.code);
    if (n % 3 === 1) {
      const { body } = await (n % 2 ? here : there).graphql(mutation, { key, input: note }, { as: member });
      return count(body.errors?.[0]?.extensions.code);
    }
    const given = { ...note, operatorApproved: true, idempotencyKey: key };
    const called = await (n % 2 ? tools : moreTools).call('morrowkin_record_observation', given, { as: member });
    if (called.refused) {
      expect(called.data.retryAfter).toBeGreaterThan(0);
      expect(called.headers['retry-after']).toBe(String(called.data.retryAfter));
      expect(called.headers.ratelimit).toMatch(/^"writes";r=0;t=\d+$/);
    }
    return count(called.data.code);
  };
  // Refused acts count too.
  for (let n = 0; n < 30; n++) {
    const { data } = await tools.call(
      'morrowkin_record_observation',
      { ...note, operatorApproved: false },
      { as: member },
    );
    expect(data.code).toBe('approval.missing');
  }
  const queue = Array.from({ length: 300 }, (_, n) => n);
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let n = queue.pop(); n !== undefined; n = queue.pop()) await act(n);
    }),
  );
  expect([made, limited]).toEqual([270, 30]);
  const { n } = await institution.database.one<{ n: number }>(sql`select count(*)::int as n from observation`);
  expect(n).toBe(270);
  // Reads go on.
  expect((await tools.call('morrowkin_get_contribution_credits', {}, { as: member })).refused).toBe(false);
}, 120_000);
