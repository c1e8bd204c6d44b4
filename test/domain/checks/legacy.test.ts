// Legacy checks: imported without disclosure, disclosed once, independent only by a later review.
import { beforeAll, describe, expect, test } from 'vitest';
import { predictClaim } from '#domain/calibration/predict.ts';
import { discloseCheck } from '#domain/checks/disclose.ts';
import { importChecks } from '#domain/checks/import.ts';
import { submitCheck } from '#domain/checks/submit.ts';
import { moderateClaim } from '#domain/claims/moderate.ts';
import { registerClaim } from '#domain/claims/register.ts';
import { verifyPublication } from '#domain/publication/verify.ts';
import { reviewCheck } from '#domain/reviews/review.ts';
import { newId } from '#domain/text/ids.ts';
import { sql } from '#prisma/database.ts';
import { openInstitution, type TestInstitution } from '#test/kit/institution.ts';
import { type Person, people, person } from '#test/kit/people.ts';
import { aCheck, aClaim, aReason, aReview } from '#test/kit/samples.ts';

let institution: TestInstitution;
let author: Person;
let administrator: Person;

beforeAll(async () => {
  institution = await openInstitution();
  author = await person(institution.database);
  administrator = await person(institution.database, { role: 'administrator' });
});

const newClaim = async () => (await institution.act(registerClaim, author, aClaim())).id;

const { method, environment, artifactUrl, artifactSha256 } = aCheck('');
const line = (claimId: string, author: string, change: object = {}) => ({
  ...{ claimId, author, method, environment, artifactUrl, artifactSha256, result: 'supports', notes: '' },
  ...{ submittedAt: '2020-05-06T07:08:09.010Z', state: 'accepted' },
  ...change,
});
const importing = (...lines: object[]) =>
  importChecks(institution.runner, lines.map((one) => JSON.stringify(one)).join('\n'));

const disclosure = {
  modelKey: 'Model-A',
  runtimeKey: 'Runtime-A',
  interests: 'None that I know of.',
  conflicted: false,
};
const checkOf = (claimId: string, by: Person) =>
  institution.database.one<{ id: string; state: string; independent: boolean; accepted: Date | null }>(sql`
    select id, state, independent, accepted_at as accepted from registry_check where claim_id = ${claimId} and author_id = ${by.memberId}`);
const label = async (id: string) =>
  (await institution.database.one<{ evidence: string }>(sql`select evidence from claim where id = ${id}`)).evidence;
const credits = async (id: string) =>
  (await institution.database.query(sql`select 1 from ledger_entry where check_id = ${id}`)).length;

describe('an import', () => {
  test('keeps what it is given: accepted as of its submission, public at once, without credits', async () => {
    const [claim, by] = [await newClaim(), await person(institution.database)];
    expect(await importing(line(claim, by.handle, { result: 'challenges' }))).toEqual({
      imported: 1,
      already: 0,
      refused: [],
    });
    const check = await checkOf(claim, by);
    expect(check).toMatchObject({ state: 'accepted', independent: false });
    expect(check.accepted?.toISOString()).toBe('2020-05-06T07:08:09.010Z');
    expect(await label(claim)).toBe('challenged');
    const record = await institution.database.one<{ body: string }>(
      sql`select body from publication where record_id = ${check.id}`,
    );
    expect(JSON.parse(record.body)).toMatchObject({
      legacy: true,
      disclosure: null,
      independence: 'not_confirmed',
      submittedAt: '2020-05-06T07:08:09.010Z',
      acceptedAt: '2020-05-06T07:08:09.010Z',
    });
    await institution.act(reviewCheck, administrator, aReview(check.id, { independenceConfirmed: false }));
    expect(await credits(check.id)).toBe(0);
  });

  test.each(['pending', 'rejected'])(
    'of a %s check closes forecasts, and its first acceptance earns',
    async (state) => {
      const [claim, by] = [await newClaim(), await person(institution.database)];
      await importing(line(claim, by.handle, { state }));
      const check = await checkOf(claim, by);
      expect(check).toMatchObject({ state, accepted: null });
      expect(await label(claim)).toBe('unchecked');
      const forecaster = await person(institution.database);
      expect(await institution.refused(predictClaim, forecaster, { claimId: claim, probability: 0.5 })).toBe(
        'forecast.closed_by_check',
      );
      await institution.act(reviewCheck, administrator, aReview(check.id, { independenceConfirmed: false }));
      expect(await credits(check.id)).toBe(1);
    },
  );

  test('takes places in the order of acceptance, over all its batches', { timeout: 120_000 }, async () => {
    const claim = await newClaim();
    const authors = await people(institution.database, 230);
    const lines = authors.map(({ handle }, index) =>
      line(claim, handle, {
        submittedAt: new Date(Date.UTC(2021, 0, 1) + ((index * 7919) % 230) * 1000).toISOString(),
      }),
    );
    expect(await importing(...lines)).toMatchObject({ imported: 230, refused: [] });
    const rows = await institution.database.query<{ accepted: Date }>(
      sql`select accepted_at as accepted from registry_check where claim_id = ${claim} order by ordinal`,
    );
    const times = rows.map(({ accepted }) => accepted.getTime());
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect((await verifyPublication(institution.database, institution.origin)).named).toEqual([]);
  });

  test('names each line that cannot be read, and then writes nothing', async () => {
    const [claim, by] = [await newClaim(), await person(institution.database)];
    const good = JSON.stringify(line(claim, by.handle));
    const bad = [
      '{"claimId":',
      '[1]',
      JSON.stringify(line(claim, by.handle, { method: 'short', colour: 'red' })),
      JSON.stringify(line(claim, by.handle, { submittedAt: '2020-02-30T00:00:00Z' })),
      JSON.stringify(line(claim, by.handle, { submittedAt: '2020-05-06' })),
      JSON.stringify(line(claim, by.handle, { notes: 'a\u0000b' })),
      JSON.stringify(line(claim, by.handle, { artifactUrl: 'https://127.0.0.1/' })),
      JSON.stringify(line(claim, by.handle, { state: 'open' })),
      JSON.stringify(
        line(claim, by.handle, {
          notes: `-----BEGIN RSA PRIVATE KEY-----\n${'MIIEowIBAAKCAQEA'.repeat(20)}\n-----END RSA PRIVATE KEY-----`,
        }),
      ),
    ];
    const { imported, refused } = await importChecks(institution.runner, [good, '', ...bad].join('\n'));
    expect(imported).toBe(0);
    expect(refused.map(({ line }) => line)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect(refused.map(({ message }) => message)).toEqual([
      'is no JSON',
      'is no JSON object',
      expect.stringContaining('colour'),
      expect.stringContaining('submittedAt'),
      expect.stringContaining('submittedAt'),
      expect.stringContaining('notes'),
      expect.stringContaining('artifactUrl'),
      expect.stringContaining('state'),
      expect.stringMatching(/^notes holds a credential/),
    ]);
    expect(await institution.database.query(sql`select 1 from registry_check where claim_id = ${claim}`)).toEqual([]);
  });

  test('names each line the record refuses; the others stand, and the same file again adds nothing', async () => {
    const [claim, by, other] = [
      await newClaim(),
      await person(institution.database),
      await person(institution.database),
    ];
    const hidden = await newClaim();
    await institution.act(moderateClaim, administrator, { claimId: hidden, state: 'hidden', reason: aReason });
    const lines = [
      line(claim, by.handle),
      line(newId('clm'), by.handle),
      line(claim, 'nobody-at-all'),
      line(claim, author.handle),
      line(hidden, by.handle),
      line(claim, by.handle, { result: 'unresolved' }),
      line(claim, other.handle.toUpperCase()),
      line(claim, other.handle, { submittedAt: '2999-01-01T00:00:00Z' }),
    ];
    const first = await importing(...lines);
    expect(first).toMatchObject({ imported: 2, already: 0 });
    expect(first.refused).toEqual([
      { line: 2, message: 'claimId is no claim’s id' },
      { line: 3, message: 'author is nobody’s handle' },
      { line: 4, message: 'A claim’s own operator group cannot check it' },
      { line: 5, message: 'The claim is not active' },
      { line: 6, message: 'This operator group has a check on the claim' },
      { line: 8, message: 'submittedAt lies in the future' },
    ]);
    expect(await importing(...lines)).toEqual({ imported: 0, already: 2, refused: first.refused });
  });
});

describe('a disclosure', () => {
  test('is completed once, by the author; independence waits for a review after it', async () => {
    const [claim, by] = [await newClaim(), await person(institution.database)];
    await importing(line(claim, by.handle));
    const { id } = await checkOf(claim, by);
    expect(await institution.refused(reviewCheck, administrator, aReview(id))).toBe('review.disclosure_incomplete');
    await institution.act(reviewCheck, administrator, aReview(id, { independenceConfirmed: false }));

    const stranger = await person(institution.database);
    expect(await institution.refused(discloseCheck, stranger, { checkId: id, ...disclosure })).toBe('check.not_author');
    await institution.act(discloseCheck, by, { checkId: id, ...disclosure });
    expect(await checkOf(claim, by)).toMatchObject({ independent: false });
    expect(await institution.refused(discloseCheck, by, { checkId: id, ...disclosure })).toBe(
      'check.disclosure_frozen',
    );

    await institution.act(reviewCheck, administrator, aReview(id));
    expect(await checkOf(claim, by)).toMatchObject({ independent: true });
    const history = sql`select n, independence_confirmed as confirmed from review where check_id = ${id} order by n`;
    expect(await institution.database.query(history)).toEqual([
      { n: 1, confirmed: false },
      { n: 2, confirmed: true },
    ]);
    expect((await verifyPublication(institution.database, institution.origin)).named).toEqual([]);
  });

  test('a pair takes two disclosed and reviewed legacy checks', async () => {
    const [claim, one, two] = [
      await newClaim(),
      await person(institution.database),
      await person(institution.database),
    ];
    await importing(line(claim, one.handle), line(claim, two.handle));
    expect(await label(claim)).toBe('checked');
    for (const [by, keys] of [
      [one, { modelKey: 'Model-A', runtimeKey: 'Runtime-A' }],
      [two, { modelKey: 'Model-B', runtimeKey: 'Runtime-B' }],
    ] as const) {
      const { id } = await checkOf(claim, by);
      await institution.act(discloseCheck, by, { checkId: id, ...disclosure, ...keys });
      expect(await label(claim)).toBe('checked');
      await institution.act(reviewCheck, administrator, aReview(id));
    }
    expect(await label(claim)).toBe('independently_reproduced');
  });

  test('needs good standing only, of a check that is not public too', async () => {
    const [claim, by] = [await newClaim(), await person(institution.database)];
    await importing(line(claim, by.handle, { state: 'pending' }));
    const { id } = await checkOf(claim, by);
    const stranger = await person(institution.database);
    expect(await institution.refused(discloseCheck, stranger, { checkId: id, ...disclosure })).toBe('not_found');
    expect(await institution.refused(discloseCheck, by, { checkId: newId('chk'), ...disclosure })).toBe('not_found');
    await institution.database.query(sql`update member set suspended_at = now() where id = ${by.memberId}`);
    expect(await institution.refused(discloseCheck, by, { checkId: id, ...disclosure })).toBe('account.suspended');
    await institution.database.query(
      sql`update member set suspended_at = null, approved_at = null where id = ${by.memberId}`,
    );
    await institution.act(discloseCheck, by, { checkId: id, ...disclosure });
  });

  test('of a check that was submitted with one is refused', async () => {
    const [claim, by] = [await newClaim(), await person(institution.database)];
    const { id } = await institution.act(submitCheck, by, aCheck(claim));
    expect(await institution.refused(discloseCheck, by, { checkId: id, ...disclosure })).toBe(
      'check.disclosure_frozen',
    );
  });

  test('twice at once is completed once', async () => {
    const [claim, by] = [await newClaim(), await person(institution.database)];
    await importing(line(claim, by.handle));
    const { id } = await checkOf(claim, by);
    const outcomes = await Promise.allSettled(
      ['First interests.', 'Second interests.'].map((interests) =>
        institution.act(discloseCheck, by, { checkId: id, ...disclosure, interests }),
      ),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});
