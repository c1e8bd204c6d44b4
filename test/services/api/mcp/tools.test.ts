import { beforeAll, describe, expect, test } from 'vitest';
import { caveats } from '#domain/publication/caveats.ts';
import { sql } from '#prisma/database.ts';
import { testOrigin } from '#test/kit/api.ts';
import { type Client, openClient } from '#test/kit/client.ts';
import { person } from '#test/kit/people.ts';
import { aCheck, aClaim, aReason } from '#test/kit/samples.ts';
import { type Caller, eras, openCaller } from './caller.ts';
import { type Stocked, stocked } from './stocked.ts';

let stock: Stocked;
let caller: Caller;
let rest: Client;

beforeAll(async () => {
  stock = await stocked();
  caller = await openCaller(stock.institution.address);
  rest = await openClient(stock.institution.address);
});

const publicNames = [
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
].map((name) => `morrowkin_${name}`);
const actNames = [
  'register_claim',
  'submit_reproduction',
  'complete_check_disclosure',
  'record_observation',
  'predict_claim',
  'vouch',
].map((name) => `morrowkin_${name}`);
const ownNames = ['get_claim_predictions', 'get_contribution_credits', 'get_vouches'].map(
  (name) => `morrowkin_${name}`,
);

describe('the list', () => {
  test('names all twenty to everyone, in both protocol versions', async () => {
    const tokens = [undefined, stock.human, stock.agent];
    for (const era of eras) {
      for (const as of tokens) {
        const { tools } = (await caller.send('tools/list', {}, { era, as })).body.result;
        expect(tools.map(({ name }: { name: string }) => name)).toEqual([...publicNames, ...actNames, ...ownNames]);
      }
    }
  });

  test('describes, types and bounds every argument', () => {
    const unbounded = caller.tools.flatMap(({ name, inputSchema }) =>
      Object.entries(inputSchema.properties).flatMap(([field, property]) => {
        const { description, type, ...rest } = property as Record<string, unknown>;
        const isBounded =
          type === 'boolean' ||
          ['const', 'enum', 'maxLength', 'maximum', 'maxItems', 'format', 'pattern'].some((one) => one in rest);
        return description && type && isBounded ? [] : [`${name}.${field}`];
      }),
    );
    expect(unbounded).toEqual([]);
    for (const { inputSchema } of caller.tools)
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
  });

  test('asks every act for the operator’s approval and every creation for a key, and says that an approval is a declaration', () => {
    for (const { name, inputSchema, description, annotations } of caller.tools) {
      const isAct = actNames.includes(name);
      expect([name, annotations.readOnlyHint]).toEqual([name, !isAct]);
      expect([name, inputSchema.required.includes('operatorApproved')]).toEqual([name, isAct]);
      expect([name, inputSchema.required.includes('idempotencyKey')]).toEqual([
        name,
        isAct && name !== 'morrowkin_complete_check_disclosure',
      ]);
      if (isAct) expect(description).toContain(caveats.operator);
    }
  });

  test('spells out what a vouch costs', () => {
    const { description, annotations } = caller.tools.find(({ name }) => name === 'morrowkin_vouch') ?? {};
    for (const word of ['newcomer', '20', '30 days', 'forfeit', 'locks', 'agent']) expect(description).toContain(word);
    expect(annotations?.destructiveHint).toBe(true);
  });
});

describe('a read', () => {
  test('gives what REST gives', async () => {
    const claimId = await stock.freshClaim();
    const checkId = await stock.acceptedCheck();
    const pairs: [string, object, string][] = [
      ['read_claim', { claimId, limit: 100 }, `/registry/${claimId}`],
      ['read_check', { checkId }, `/registry-checks/${checkId}`],
      ['search_claims', { limit: 100 }, '/registry'],
      ['search_observations', { limit: 100 }, '/observations'],
      ['get_checkers', { limit: 100 }, '/checkers'],
      ['get_calibration', { limit: 100 }, '/calibration'],
      ['get_census', {}, '/census'],
      ['get_precedents', { limit: 100 }, '/precedents'],
      ['get_challenges', { limit: 100 }, '/challenges'],
    ];
    for (const [name, given, path] of pairs) {
      const { untrusted: _, notes: __, ...told } = (await caller.call(`morrowkin_${name}`, given)).data;
      const { notes: ___, ...shown } = (await rest.get(path)).body;
      expect(told, name).toEqual(shown);
    }
    const own: [string, object, string][] = [
      ['get_claim_predictions', { claimId }, `/registry/${claimId}/predictions`],
      ['get_contribution_credits', { limit: 100 }, '/contribution-credits'],
      ['get_vouches', { limit: 100 }, '/vouches'],
    ];
    for (const [name, given, path] of own) {
      const {
        untrusted: _,
        notes: __,
        ...told
      } = (await caller.call(`morrowkin_${name}`, given, { as: stock.agent })).data;
      const { notes: ___, ...shown } = (await rest.get(path, { as: stock.agent })).body;
      expect(told, name).toEqual(shown);
    }
  });

  test('is paged to its end, each thing once', async () => {
    const ids: string[] = [];
    for (let after: number | null = 0; after !== null; ) {
      const { data, texts } = await caller.call('morrowkin_search_claims', { after, limit: 2 });
      ids.push(...data.claims.map(({ id }: { id: string }) => id));
      expect(texts[0]).toContain(data.nextCursor === null ? 'ends here' : `after: ${data.nextCursor}`);
      after = data.nextCursor;
    }
    const all = (await rest.get('/registry')).body.claims.map(({ id }: { id: string }) => id);
    expect(ids).toEqual(all);
  });

  test('searches by words, label, author, resolution and time', async () => {
    const id = await stock.freshClaim({ title: 'Zebras gallop in formation' });
    const find = async (given: object) =>
      (await caller.call('morrowkin_search_claims', given)).data.claims.map((one: { id: string }) => one.id);
    expect(await find({ search: 'zebra galloping' })).toEqual([id]);
    expect(await find({ search: 'zebra', evidence: ['unchecked'], resolved: false })).toEqual([id]);
    expect(await find({ search: 'zebra', evidence: ['checked', 'challenged'] })).toEqual([]);
    expect(await find({ search: 'zebra', author: 'nobody-here' })).toEqual([]);
    expect(await find({ search: 'zebra', createdSince: '2000-01-01T00:00:00Z' })).toEqual([id]);
    expect(await find({ search: 'zebra', createdUntil: '2000-01-01T00:00:00Z' })).toEqual([]);
  });

  test('of the rules gives all of them, one, or that there is none, and authorises nothing', async () => {
    const whole = (await caller.call('morrowkin_get_rules')).data;
    const document = (await rest.get('/rules')).body;
    expect([whole.rules, whole.refusals]).toEqual([document.rules, document.refusals]);
    for (const action of ['vouch', 'impersonate', 'fly', '']) {
      const { notes: _, ...told } = (await caller.call('morrowkin_get_rules', { action })).data;
      expect(told).toEqual((await rest.get(`/rules?action=${action}`)).body);
      expect(told.authorised).toBe(false);
    }
  });

  test('of the archive gives the archive’s page, whose checksum holds', async () => {
    const { data } = await caller.call('morrowkin_export_public_archive', { dataset: 'claims', limit: 3 });
    expect(data.url).toBe(`${testOrigin}/api/community/archive?dataset=claims&after=0&limit=3`);
    const { body } = await rest.get('/archive?dataset=claims&after=0&limit=3');
    const { notes: _, untrusted: __, url: ___, ...page } = data;
    expect(page).toEqual(body);
    const { createHash } = await import('node:crypto');
    expect(createHash('sha256').update(JSON.stringify(data.records)).digest('hex')).toBe(data.sha256);
    const next = await caller.call('morrowkin_export_public_archive', {
      dataset: 'claims',
      limit: 3,
      after: data.nextCursor,
    });
    expect(next.data.after).toBe(data.nextCursor);
  });

  test('of an own hidden thing needs the token', async () => {
    const { claim } = (await rest.post('/registry', aClaim(), { as: stock.human })).body;
    await rest.patch(`/registry/${claim.id}`, { state: 'withdrawn' }, { as: stock.human });
    const seen = await Promise.all(
      [stock.human, stock.agent, undefined].map((as) =>
        caller.call('morrowkin_read_claim', { claimId: claim.id }, { as }),
      ),
    );
    expect(seen.map(({ data }) => data.code ?? data.claim.state)).toEqual(['withdrawn', 'not_found', 'not_found']);
  });
});

describe('an act', () => {
  const claim = { ...aClaim(), operatorApproved: true };

  test('without the declared approval is refused, whatever its key, and says what to obtain', async () => {
    for (const operatorApproved of [false, undefined, null, 'true', 1]) {
      const given = { ...claim, operatorApproved, idempotencyKey: 'unapproved' };
      const { data, refused, headers, texts } = await caller.call('morrowkin_register_claim', given, {
        as: stock.human,
      });
      expect([refused, data.code, data.rule, data.status]).toEqual([true, 'approval.missing', 'tools.act', 400]);
      expect(data.errors).toEqual([{ field: 'operatorApproved', message: expect.stringContaining('operator') }]);
      expect(data.detail).toContain('Ask your operator');
      expect(texts.join()).toContain('Ask your operator');
      expect(headers.ratelimit).toBeDefined();
    }
    const made = await caller.call(
      'morrowkin_register_claim',
      { ...claim, idempotencyKey: 'unapproved' },
      { as: stock.human },
    );
    expect([made.refused, made.data.replayed]).toEqual([false, false]);
    const again = { ...claim, operatorApproved: false, idempotencyKey: 'unapproved' };
    expect((await caller.call('morrowkin_register_claim', again, { as: stock.human })).data.code).toBe(
      'approval.missing',
    );
  });

  test('is replayed under its key, from every door, and another input under it is refused', async () => {
    const key = 'everywhere';
    const first = await caller.call('morrowkin_register_claim', { ...claim, idempotencyKey: key }, { as: stock.human });
    const again = await caller.call(
      'morrowkin_register_claim',
      { ...claim, idempotencyKey: key },
      { as: stock.human, era: eras[1] },
    );
    expect(again.data).toEqual({ ...first.data, replayed: true });
    expect(again.headers['idempotent-replayed']).toBe('true');
    const byRest = await rest.post('/registry', aClaim(), { as: stock.human, key });
    expect([byRest.headers['idempotent-replayed'], byRest.body.claim]).toEqual(['true', first.data.claim]);
    const other = { ...claim, title: 'Something else entirely', idempotencyKey: key };
    const { data } = await caller.call('morrowkin_register_claim', other, { as: stock.human });
    expect([data.code, data.rule, JSON.stringify(data).includes(first.data.claim.id)]).toEqual([
      'idempotency.mismatch',
      'call.idempotency',
      false,
    ]);
  });

  test('without a key, or under one of another form, is refused and stores nothing', async () => {
    const codes = [];
    for (const idempotencyKey of [undefined, null, '', 7, ['a'], 'with space', 'é', 'x'.repeat(201)])
      codes.push(
        (
          await caller.call(
            'morrowkin_register_claim',
            { ...claim, title: 'Keyless as can be', idempotencyKey },
            { as: stock.human },
          )
        ).data.code,
      );
    expect(codes).toEqual([...Array(3).fill('idempotency.missing'), ...Array(5).fill('input.invalid')]);
    const { n } = await stock.institution.database.one<{ n: number }>(
      sql`select count(*)::int as n from claim where title = 'Keyless as can be'`,
    );
    expect(n).toBe(0);
  });

  test('is refused by field, rule and code as in the other doors', async () => {
    const { claimId: _, ...own } = aCheck('');
    const id = (await rest.post('/registry', aClaim(), { as: stock.human })).body.claim.id;
    const declared = { operatorApproved: true, idempotencyKey: 'refused' };
    const cases: [string, object, string, string][] = [
      ['register_claim', { ...aClaim(), title: 'x' }, 'input.invalid', 'call.input'],
      ['register_claim', { ...aClaim(), colour: 'red' }, 'input.unknown_field', 'call.input'],
      [
        'register_claim',
        JSON.parse(JSON.stringify(aClaim()).replace('{', '{"__proto__":{},')),
        'input.unknown_field',
        'call.input',
      ],
      ['submit_reproduction', { ...own, claimId: id }, 'claim.self_check', 'checks.submit'],
      [
        'predict_claim',
        { claimId: 'clm_01h455vb4pex5vsknk084sn02q', probability: 0.5 },
        'not_found',
        'call.visibility',
      ],
      ['vouch', { handle: 'nobody-here', acknowledgeStake: true }, 'not_found', 'call.visibility'],
      ['vouch', { handle: 'nobody-here', acknowledgeStake: false }, 'input.invalid', 'call.input'],
    ];
    for (const [name, given, code, rule] of cases) {
      const { data, refused } = await caller.call(`morrowkin_${name}`, { ...given, ...declared }, { as: stock.agent });
      expect([name, refused, data.code, data.rule]).toEqual([name, true, code, rule]);
      expect(JSON.stringify(data)).not.toMatch(/select |insert |\/work\/|\.ts\b/);
    }
    const twice = await caller.call(
      'morrowkin_complete_check_disclosure',
      { checkId: id, operatorApproved: true, idempotencyKey: 'x' },
      { as: stock.agent },
    );
    expect([twice.data.code, twice.data.errors.map(({ field }: { field: string }) => field)]).toEqual([
      'input.unknown_field',
      expect.arrayContaining(['idempotencyKey']),
    ]);
  });

  test('is for an approved member with the write scope', async () => {
    const { database } = stock.institution;
    const [member, suspended] = [await person(database), await person(database)];
    const issued = await rest.post('/tokens', { label: 'to read', scopes: ['read'] }, { as: member });
    const reader = { token: issued.body.token.secret };
    const decision = { state: 'suspended', reason: aReason };
    await rest.patch(`/members/${suspended.handle}`, decision, { as: stock.administrator });
    const given = { ...claim, operatorApproved: false, idempotencyKey: 'standing' };
    const codes = await Promise.all(
      [reader, suspended].map(async (as) => (await caller.call('morrowkin_register_claim', given, { as })).data.code),
    );
    expect(codes).toEqual(['scope.missing', 'account.suspended']);
  });
});

test('the tools for vouches are for agents', async () => {
  for (const name of ['morrowkin_vouch', 'morrowkin_get_vouches']) {
    const { data, refused } = await caller.call(name, {}, { as: stock.human });
    expect([name, refused, data.code, data.rule]).toEqual([name, true, 'agent.required', 'tools.vouch']);
  }
});

test('maintenance refuses acts and goes on with reads', async () => {
  const { database } = stock.institution;
  await rest.patch('/settings', { maintenance: true }, { as: stock.administrator });
  try {
    const act = await caller.call('morrowkin_record_observation', { operatorApproved: false }, { as: stock.agent });
    expect([act.data.code, act.data.status, act.data.retryAfter]).toEqual(['maintenance', 503, 60]);
    expect(act.headers['retry-after']).toBe('60');
    expect((await caller.call('morrowkin_search_claims')).refused).toBe(false);
  } finally {
    await rest.patch('/settings', { maintenance: false }, { as: stock.administrator });
  }
  const still = await database.one<{ n: number }>(sql`select count(*)::int as n from observation where title = ''`);
  expect(still.n).toBe(0);
});
