import { beforeAll, describe, expect, test } from 'vitest';
import { openRunner } from '#domain/acts/run.ts';
import { importChecks } from '#domain/checks/import.ts';
import { caveats } from '#domain/publication/caveats.ts';
import { type Institution, openInstitution, testOrigin } from '#test/kit/api.ts';
import { type Client, openClient } from '#test/kit/client.ts';
import { type Person, person } from '#test/kit/people.ts';
import { aCheck, aClaim, aReason, aReview } from '#test/kit/samples.ts';

let institution: Institution;
let client: Client;
let author: Person;
let checker: Person;
let administrator: Person;

beforeAll(async () => {
  institution = await openInstitution();
  client = await openClient(institution.address);
  author = await person(institution.database);
  checker = await person(institution.database);
  administrator = await person(institution.database, { role: 'administrator' });
});

/** A check as a body: the claim stands in the address. */
const checkBody = (change = {}) => {
  const { claimId: _, ...rest } = aCheck('', change);
  return rest;
};
const file = async (as = author, change = {}) => (await client.post('/registry', aClaim(change), { as })).body.claim;

describe('a claim', () => {
  test('is filed, and stands at its address as 3.1 writes it', async () => {
    const older = await file();
    const made = await client.post(
      '/registry',
      { ...aClaim(), artifactSha256: 'AB'.repeat(32), relationships: [{ targetId: older.id, kind: 'derives-from' }] },
      { as: author },
    );
    expect(made.status).toBe(201);
    const { id } = made.body.claim;
    expect(made.headers.location).toBe(`${testOrigin}/api/community/registry/${id}`);
    expect(made.headers['cache-control']).toBe('private, no-store');
    expect(made.body).toEqual({
      version: '1.0.0',
      claim: {
        id: expect.stringMatching(/^clm_[0-7][0-9a-hjkmnp-tv-z]{25}$/),
        url: `${testOrigin}/registry/${id}`,
        ...aClaim(),
        artifactSha256: 'ab'.repeat(32),
        author: { handle: author.handle, kind: 'human' },
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        state: 'active',
        evidence: 'unchecked',
        boosted: false,
        observationId: null,
        checks: { accepted: 0, supports: 0, challenges: 0, unresolved: 0 },
        resolution: null,
        lineage: {
          outgoing: [
            {
              id: expect.stringMatching(/^rel_/),
              kind: 'derives-from',
              target: { id: older.id, title: older.title, url: older.url },
            },
          ],
          incoming: [],
        },
      },
    });
    const shown = await client.get(`/registry/${id}`);
    expect(shown.body).toEqual({
      version: '1.0.0',
      claim: made.body.claim,
      checks: [],
      nextCursor: null,
      notes: expect.arrayContaining([caveats.label, caveats.independence]),
    });
    const target = await client.get(`/registry/${older.id}`);
    expect(target.body.claim.lineage.incoming).toEqual([
      {
        id: made.body.claim.lineage.outgoing[0].id,
        kind: 'derives-from',
        source: { id, title: made.body.claim.title, url: made.body.claim.url },
      },
    ]);
  });

  test('that nobody filed is not there, nor is an id of another form', async () => {
    for (const id of [
      'clm_01h455vb4pex5vsknk084sn02q',
      'chk_01h455vb4pex5vsknk084sn02q',
      'nonsense',
      '%00',
      'clm_%F0%9F%98%80',
    ]) {
      const answer = await client.get(`/registry/${id}`);
      expect([answer.status, answer.body.code], id).toEqual([404, 'not_found']);
      for (const write of ['checks', 'predictions']) {
        const refused = await client.post(
          `/registry/${id}/${write}`,
          write === 'checks' ? checkBody() : { probability: 0.5 },
          { as: checker },
        );
        expect([refused.status, refused.body.code], `${id} ${write}`).toEqual([404, 'not_found']);
      }
    }
  });

  test('is withdrawn by its author for good, and gone for all but author and staff', async () => {
    const { id } = await file();
    const foreign = await client.patch(`/registry/${id}`, { state: 'withdrawn' }, { as: checker });
    expect([foreign.status, foreign.body.code, foreign.body.rule]).toEqual([
      403,
      'claim.not_author',
      'claims.withdraw',
    ]);
    const withdrawn = await client.patch(`/registry/${id}`, { state: 'withdrawn' }, { as: author });
    expect([withdrawn.status, withdrawn.body.claim.state]).toEqual([200, 'withdrawn']);
    expect(withdrawn.headers).not.toHaveProperty('location');
    const seen = await Promise.all(
      [undefined, checker, author, administrator].map((as) => client.get(`/registry/${id}`, { as })),
    );
    expect(seen.map(({ status }) => status)).toEqual([404, 404, 200, 200]);
    const back = await client.patch(`/registry/${id}`, { state: 'active', reason: aReason }, { as: administrator });
    expect(back.status).toBe(409);
  });

  test('is hidden by staff with a reason and comes back where it was', async () => {
    const { id } = await file();
    const member = await client.patch(`/registry/${id}`, { state: 'hidden', reason: aReason }, { as: author });
    expect([member.status, member.body.code]).toEqual([403, 'role.required']);
    const bare = await client.patch(`/registry/${id}`, { state: 'hidden' }, { as: administrator });
    expect([bare.status, bare.body.errors]).toEqual([400, [{ field: 'reason', message: 'is required' }]]);
    const before = (await client.get('/registry')).body.claims.map((claim: { id: string }) => claim.id);
    const hidden = await client.patch(`/registry/${id}`, { state: 'hidden', reason: aReason }, { as: administrator });
    expect(hidden.body.claim.state).toBe('hidden');
    expect((await client.get('/registry')).body.claims.map((claim: { id: string }) => claim.id)).toEqual(
      before.filter((one: string) => one !== id),
    );
    await client.patch(`/registry/${id}`, { state: 'active', reason: aReason }, { as: administrator });
    expect((await client.get('/registry')).body.claims.map((claim: { id: string }) => claim.id)).toEqual(before);
    const odd = await client.patch(`/registry/${id}`, { state: 'lost', reason: aReason }, { as: administrator });
    expect([odd.status, odd.body.errors[0].field]).toEqual([400, 'state']);
  });
});

describe('a check', () => {
  test('is pending for its author and staff, reviewed, and then public as 3.4 writes it', async () => {
    const claim = await file();
    const made = await client.post(`/registry/${claim.id}/checks`, checkBody(), { as: checker });
    const { id } = made.body.check;
    expect(made.status).toBe(201);
    expect(made.headers.location).toBe(`${testOrigin}/api/community/registry-checks/${id}`);
    const { modelKey, runtimeKey, interests, conflicted, ...evidence } = checkBody();
    const pending = {
      id: expect.stringMatching(/^chk_/),
      url: `${testOrigin}/registry/checks/${id}`,
      claimId: claim.id,
      claimUrl: claim.url,
      ...evidence,
      notes: '',
      author: { handle: checker.handle, kind: 'human' },
      state: 'pending',
      submittedAt: expect.any(String),
      acceptedAt: null,
      legacy: false,
      disclosure: { modelKey, modelFamily: 'modela10', runtimeKey, runtimeFamily: 'runtimea10', interests, conflicted },
      independence: 'not_confirmed',
      challengeUpheld: false,
      reviews: [],
    };
    expect(made.body).toEqual({ version: '1.0.0', check: pending });
    const seen = await Promise.all(
      [undefined, author, checker, administrator].map((as) => client.get(`/registry-checks/${id}`, { as })),
    );
    expect(seen.map(({ status }) => status)).toEqual([404, 404, 200, 200]);
    const queue = await client.get('/registry-checks', { as: administrator });
    expect(queue.body.checks.map((one: { id: string }) => one.id)).toContain(id);
    expect((await client.get('/registry-checks', { as: checker })).body.code).toBe('role.required');
    expect((await client.get('/registry-checks')).body.code).toBe('auth.required');

    const mixed = await client.post(`/registry-checks/${id}/reviews`, aReview('chk_01h455vb4pex5vsknk084sn02q'), {
      as: administrator,
    });
    expect([mixed.status, mixed.body.errors]).toEqual([
      400,
      [{ field: 'checkId', message: 'is not the one of the address' }],
    ]);
    const review = await client.post(`/registry-checks/${id}/reviews`, aReview(id), { as: administrator });
    expect(review.status).toBe(201);
    expect(review.body).toEqual({
      version: '1.0.0',
      review: {
        id: expect.stringMatching(/^rev_/),
        reviewer: { handle: administrator.handle },
        state: 'accepted',
        reason: aReason,
        independenceConfirmed: true,
        challengeUpheld: false,
        reviewedAt: expect.any(String),
      },
    });
    const shown = await client.get(`/registry-checks/${id}`);
    expect(shown.body.check).toEqual({
      ...pending,
      state: 'accepted',
      acceptedAt: expect.any(String),
      independence: 'confirmed',
      reviews: [review.body.review],
    });
    const whole = await client.get(`/registry/${claim.id}`);
    expect(whole.body.checks).toEqual([shown.body.check]);
    expect(whole.body.claim).toMatchObject({
      evidence: 'checked',
      checks: { accepted: 1, supports: 1, challenges: 0, unresolved: 0 },
    });
  });

  test('is refused as the rules say', async () => {
    const claim = await file();
    const own = await client.post(`/registry/${claim.id}/checks`, checkBody(), { as: author });
    expect([own.status, own.body.code, own.body.rule]).toEqual([403, 'claim.self_check', 'checks.submit']);
    await client.post(`/registry/${claim.id}/checks`, checkBody(), { as: checker });
    const second = await client.post(`/registry/${claim.id}/checks`, checkBody(), { as: checker });
    expect([second.status, second.body.code]).toEqual([409, 'check.already_submitted']);
    const { interests: _, ...undisclosed } = checkBody();
    const bare = await client.post(`/registry/${claim.id}/checks`, undisclosed, { as: administrator });
    expect([bare.status, bare.body.errors]).toEqual([400, [{ field: 'interests', message: 'is required' }]]);
  });
});

test('a legacy check is disclosed once, by its author', async () => {
  const claim = await file();
  const { modelKey, runtimeKey, interests, conflicted, ...evidence } = checkBody();
  const legacy = {
    claimId: claim.id,
    author: checker.handle,
    ...evidence,
    notes: '',
    submittedAt: '2020-05-06T07:08:09.010Z',
    state: 'accepted',
  };
  const runner = openRunner({ database: institution.database, counting: institution.database, origin: testOrigin });
  expect(await importChecks(runner, JSON.stringify(legacy))).toMatchObject({ imported: 1, refused: [] });
  const { id } = (await client.get(`/registry/${claim.id}`)).body.checks[0];
  const before = (await client.get(`/registry-checks/${id}`)).body.check;
  expect(before).toMatchObject({
    legacy: true,
    disclosure: null,
    acceptedAt: legacy.submittedAt,
    submittedAt: legacy.submittedAt,
  });
  const disclosure = { modelKey, runtimeKey, interests, conflicted };
  const foreign = await client.patch(`/registry-checks/${id}/disclosure`, disclosure, { as: author });
  expect([foreign.status, foreign.body.code]).toEqual([403, 'check.not_author']);
  const done = await client.patch(`/registry-checks/${id}/disclosure`, disclosure, { as: checker });
  expect(done.status).toBe(200);
  expect(done.body.check).toEqual({
    ...before,
    disclosure: { ...disclosure, modelFamily: 'modela10', runtimeFamily: 'runtimea10' },
  });
  const again = await client.patch(`/registry-checks/${id}/disclosure`, disclosure, { as: checker });
  expect([again.status, again.body.code]).toEqual([409, 'check.disclosure_frozen']);
});

describe('forecasts and resolutions', () => {
  test('a forecast is its author’s alone', async () => {
    const claim = await file();
    const open = { version: '1.0.0', claimId: claim.id, open: true, closedBecause: null };
    expect((await client.get(`/registry/${claim.id}/predictions`)).body).toEqual({ ...open, count: 0, own: null });
    const made = await client.post(`/registry/${claim.id}/predictions`, { probability: 0.123456 }, { as: checker });
    expect(made.status).toBe(201);
    expect(made.body.prediction).toMatchObject({ claimId: claim.id, probability: 0.123456 });
    const own = await client.get(`/registry/${claim.id}/predictions`, { as: checker });
    expect(own.body).toEqual({
      ...open,
      count: 1,
      own: { probability: 0.123456, createdAt: made.body.prediction.createdAt },
    });
    expect((await client.get(`/registry/${claim.id}/predictions`, { as: administrator })).body).toEqual({
      ...open,
      count: 1,
      own: null,
    });
    for (const probability of [1.1, -0.1, 0.1234567, '0.5', null]) {
      const refused = await client.post(`/registry/${claim.id}/predictions`, { probability }, { as: author });
      expect([refused.status, refused.body.errors[0].field], String(probability)).toEqual([400, 'probability']);
    }
    await client.post(`/registry/${claim.id}/checks`, checkBody(), { as: checker });
    expect((await client.get(`/registry/${claim.id}/predictions`)).body).toMatchObject({
      open: false,
      closedBecause: 'check',
    });
    const late = await client.post(`/registry/${claim.id}/predictions`, { probability: 0.5 }, { as: author });
    expect([late.status, late.body.code]).toEqual([409, 'forecast.closed_by_check']);
    await client.patch(`/registry/${claim.id}`, { state: 'withdrawn' }, { as: author });
    expect((await client.get(`/registry/${claim.id}/predictions`, { as: author })).status).toBe(404);
  });

  test('a claim is concluded on an upheld challenge, and the conclusion is voided', async () => {
    const claim = await file();
    const moderator = await person(institution.database, { role: 'moderator' });
    await client.post(`/registry/${claim.id}/predictions`, { probability: 0.25 }, { as: author });
    const check = (
      await client.post(`/registry/${claim.id}/checks`, checkBody({ result: 'challenges' }), { as: checker })
    ).body.check;
    await client.post(`/registry-checks/${check.id}/reviews`, aReview(check.id, { independenceConfirmed: false }), {
      as: administrator,
    });
    const conclusion = { reproduced: false, reason: aReason, evidenceCheckId: check.id };
    const early = await client.post(`/registry/${claim.id}/resolution`, conclusion, { as: moderator });
    expect([early.status, early.body.code]).toEqual([409, 'resolution.challenge_not_upheld']);
    await client.post(
      `/registry-checks/${check.id}/reviews`,
      aReview(check.id, { independenceConfirmed: false, challengeUpheld: true }),
      { as: administrator },
    );
    const made = await client.post(`/registry/${claim.id}/resolution`, conclusion, { as: moderator });
    const resolution = {
      id: expect.stringMatching(/^res_/),
      claimId: claim.id,
      ...conclusion,
      resolver: { handle: moderator.handle },
      resolvedAt: expect.any(String),
      voided: false,
      voidedAt: null,
      voidReason: null,
    };
    expect([made.status, made.body]).toEqual([201, { version: '1.0.0', resolution }]);
    expect((await client.get(`/registry/${claim.id}`)).body.claim.resolution).toEqual(resolution);
    const calibration = await client.get('/calibration');
    expect(calibration.body).toMatchObject({
      version: '1.0.0',
      site: { n: 1, claims: 1, meanBrier: 0.0625 },
      members: [{ handle: author.handle, n: 1, meanBrier: 0.0625 }],
      nextCursor: null,
    });
    expect(
      calibration.body.bands.map(({ from, to, n }: { from: number; to: number; n: number }) => [from, to, n]),
    ).toEqual([
      [0, 0.2, 0],
      [0.2, 0.4, 1],
      [0.4, 0.6, 0],
      [0.6, 0.8, 0],
      [0.8, 1, 0],
    ]);
    const voided = await client.patch(
      `/registry/${claim.id}/resolution`,
      { voided: true, reason: aReason },
      { as: moderator },
    );
    expect([voided.status, voided.body.resolution]).toEqual([
      200,
      { ...resolution, voided: true, voidedAt: expect.any(String), voidReason: aReason },
    ]);
    expect((await client.get(`/registry/${claim.id}`)).body.claim.resolution).toBeNull();
    expect((await client.get('/calibration')).body.site).toEqual({ n: 0, claims: 0, meanBrier: null });
    const odd = await client.patch(`/registry/${claim.id}/resolution`, { voided: false }, { as: moderator });
    expect([odd.status, odd.body.errors[0].field]).toEqual([400, 'voided']);
  });
});

describe('lists', () => {
  test('each claim appears once, by integer cursors, null once at the end', async () => {
    for (let n = 0; n < 7; n++) await file();
    const whole = (await client.get('/registry')).body.claims.map(({ id }: { id: string }) => id);
    for (const limit of [1, 3, whole.length, 100]) {
      const seen: string[] = [];
      let after: number | null = 0;
      let pages = 0;
      while (after !== null) {
        const { body } = await client.get(`/registry?after=${after}&limit=${limit}`);
        expect(body.claims.length).toBeLessThanOrEqual(limit);
        seen.push(...body.claims.map(({ id }: { id: string }) => id));
        after = body.nextCursor;
        pages++;
      }
      expect(seen).toEqual(whole);
      expect(pages).toBe(Math.ceil(whole.length / limit));
    }
    expect((await client.get('/registry?after=9007199254740991')).body).toEqual({
      version: '1.0.0',
      claims: [],
      nextCursor: null,
      notes: expect.arrayContaining([caveats.label, caveats.evidence]),
    });
  });

  test.each([
    '-1',
    '1e3',
    '9e99',
    '1.0',
    '01',
    '',
    ' 1',
    '+1',
    '0x10',
    'null',
    '9007199254740992',
    '99999999999999999999',
    '١',
  ])('after=%s is no cursor', async (after) => {
    for (const path of ['/registry', '/calibration']) {
      const answer = await client.get(`${path}?after=${encodeURIComponent(after)}`);
      expect([answer.status, answer.body.code, answer.body.rule]).toEqual([400, 'cursor.invalid', 'call.cursor']);
    }
  });

  test('limit is 1 to 100', async () => {
    for (const limit of ['0', '101', '-1', '1e1', 'x', '']) {
      const answer = await client.get(`/registry?limit=${limit}`);
      expect([answer.status, answer.body.errors?.[0].field], limit).toEqual([400, 'limit']);
    }
    expect((await client.get('/registry?after=0&after=1')).status).toBe(400);
  });
});
