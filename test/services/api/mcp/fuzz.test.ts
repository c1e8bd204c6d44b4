// Whatever a tool is given, it answers or refuses; a refused act leaves nothing behind, and what stands is what was asked for.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { verifyPublication } from '#domain/publication/verify.ts';
import { sql } from '#prisma/database.ts';
import { testOrigin } from '#test/kit/api.ts';
import { people } from '#test/kit/people.ts';
import { type Called, type Caller, openCaller } from './caller.ts';
import { admitted, broken, type Known } from './generated.ts';
import { type Stocked, stocked } from './stocked.ts';

// What .ci/run asks for is more than a developer waits for.
const runs = Number(process.env.MCP_FUZZ_RUNS ?? 20);

let stock: Stocked;
let caller: Caller;
let known: Known;

beforeAll(async () => {
  stock = await stocked();
  caller = await openCaller(stock.institution.address);
  const { database } = stock.institution;
  const claims = await Promise.all(Array.from({ length: 5 }, () => stock.freshClaim()));
  const checks = [await stock.acceptedCheck(), await stock.legacyCheck()];
  const newcomers = await people(database, 3);
  const ids = { claimId: claims, targetId: claims, checkId: checks };
  known = { ...ids, handle: newcomers.map(({ handle }) => handle), author: [stock.agent.handle] };
});

const names = [
  'get_rules',
  'search_claims',
  'read_claim',
  'read_check',
  'search_observations',
  'get_checkers',
  'get_calibration',
  'get_census',
  'get_precedents',
  'get_challenges',
  'export_public_archive',
  'register_claim',
  'submit_reproduction',
  'complete_check_disclosure',
  'record_observation',
  'predict_claim',
  'vouch',
  'get_claim_predictions',
  'get_contribution_credits',
  'get_vouches',
].map((name) => `morrowkin_${name}`);

const toolOf = (name: string) => {
  const tool = caller.tools.find((one) => one.name === name);
  if (!tool) throw new Error(`${name} is not listed`);
  return tool;
};

/** How many of everything an act could leave behind. */
const stored = () =>
  stock.institution.database.one<Record<string, number>>(sql`
    select (select count(*) from claim)::int as claims, (select count(*) from relationship)::int as relationships,
      (select count(*) from registry_check)::int as checks, (select count(*) from registry_check where disclosed_at is not null)::int as disclosed,
      (select count(*) from observation)::int as observations, (select count(observation_id) from claim)::int as promoted,
      (select count(*) from forecast)::int as forecasts, (select count(*) from vouch)::int as vouches,
      (select count(*) from ledger_entry)::int as entries, (select count(*) from idempotency_key)::int as keys,
      (select count(*) from publication)::int as published`);

async function tried(name: string, given: unknown): Promise<Called> {
  const { database } = stock.institution;
  await database.query(sql`delete from counted_write`);
  const before = await stored();
  const called = await caller.call(name, given, { as: stock.agent });
  expect(called.status).toBe(200);
  expect(called.body.error).toBeUndefined();
  expect(called.data.code).not.toBe('internal');
  const { readOnlyHint } = toolOf(name).annotations;
  if (called.refused || readOnlyHint || called.data.replayed) expect(await stored()).toEqual(before);
  else expect(await stored()).not.toEqual(before);
  return called;
}

const faults = ['input.invalid', 'input.unknown_field', 'cursor.invalid', 'approval.missing', 'idempotency.missing'];

describe.each(names.map((name) => [name]))('%s', (name) => {
  test('takes what its schema admits', async () => {
    await fc.assert(
      fc.asyncProperty(admitted(toolOf(name), known), async (given) => {
        // A key of its own, or the same key would be another input.
        const keyed = 'idempotencyKey' in given ? { ...given, idempotencyKey: randomUUID() } : given;
        const { data } = await tried(name, keyed);
        if (faults.includes(data.code)) throw new Error(`${data.detail}: ${JSON.stringify(keyed)}`);
      }),
      { numRuns: runs },
    );
  }, 600_000);

  test('refuses what breaks it', async () => {
    await fc.assert(
      fc.asyncProperty(broken(toolOf(name), known), async ({ given, surely }) => {
        const { data } = await tried(name, given);
        if (surely) expect(faults).toContain(data.code);
      }),
      { numRuns: runs },
    );
  }, 600_000);
});

test('all that came of it is published as it stands', async () => {
  const { database } = stock.institution;
  expect(await verifyPublication(database, testOrigin)).toMatchObject({ faults: 0, named: [] });
});
