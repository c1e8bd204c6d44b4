// `archive verify` finds what is wrong with a publication, and republishing puts everything under another origin (11.3).
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, test } from 'vitest';
import { moderateClaim } from '#domain/claims/moderate.ts';
import { registerClaim } from '#domain/claims/register.ts';
import { republish } from '#domain/publication/republish.ts';
import { verifyPublication } from '#domain/publication/verify.ts';
import { raw, type Sql, sql } from '#prisma/database.ts';
import { readPage, serveArchive } from '#test/kit/archive.ts';
import { openInstitution, type TestInstitution } from '#test/kit/institution.ts';
import { type Person, person } from '#test/kit/people.ts';
import { aClaim, aReason } from '#test/kit/samples.ts';
import { tellWholeStory } from './writers.ts';

let institution: TestInstitution;
let author: Person;
let claim: string;
let hidden: string;

beforeEach(async () => {
  institution = await openInstitution({ connections: 4 });
  author = await person(institution.database);
  const staff = await person(institution.database, { role: 'moderator' });
  claim = (await institution.act(registerClaim, author, aClaim())).id;
  hidden = (await institution.act(registerClaim, author, aClaim())).id;
  await institution.act(moderateClaim, staff, { claimId: hidden, state: 'hidden', reason: aReason });
  await tellWholeStory(institution);
});

const verify = (origin = institution.origin) => verifyPublication(institution.database, origin);

const guarded = ['claim', 'publication_page', 'publication_block'];

/** Does what the guards of the tables forbid. What follows a write to the publication follows it here too. */
async function tamper(statement: Sql): Promise<void> {
  await institution.database.transaction(async (tx) => {
    for (const table of guarded) await tx.query(sql`alter table ${raw(table)} disable trigger user`);
    await tx.query(statement);
    for (const table of guarded) await tx.query(sql`alter table ${raw(table)} enable trigger user`);
  });
}

test('a sound publication has no faults, and every record was compared', async () => {
  expect(await verify()).toMatchObject({
    faults: 0,
    named: [],
    compared: { claims: 4, checks: 1, check_reviews: 2, lineage: 1, resolutions: 1 },
  });
});

describe('a fault is found', () => {
  const ofClaim = (id: () => string, fault: string) => () => ({ dataset: 'claims', id: id(), fault });
  const faults: [string, () => Sql, () => object][] = [
    [
      'another text',
      () => sql`update publication set body = replace(body, 'stable', 'quick') where record_id = ${claim}`,
      ofClaim(() => claim, 'text_differs'),
    ],
    [
      'a record hidden behind the publication’s back',
      () => sql`update claim set hidden_at = now() where id = ${claim}`,
      ofClaim(() => claim, 'published_not_public'),
    ],
    [
      'a record shown behind the publication’s back',
      () => sql`update claim set hidden_at = null where id = ${hidden}`,
      ofClaim(() => hidden, 'public_not_published'),
    ],
    [
      'another place',
      () => sql`update claim set ordinal = 4242 where id = ${claim}`,
      ofClaim(() => claim, 'place_differs'),
    ],
    [
      'a record of nothing',
      () => sql`insert into publication (dataset, ordinal, record_id, body)
        select 'claims', last + 1, 'clm_nobody', '{}' from publication_head where dataset = 'claims'`,
      () => ({ dataset: 'claims', id: 'clm_nobody', fault: 'published_not_public' }),
    ],
    [
      'a wrong count',
      () => sql`update publication_head set live = live + 1 where dataset = 'lineage'`,
      () => ({ dataset: 'lineage', id: null, fault: 'counts_differ' }),
    ],
    ...[
      sql`update publication_page set sha256 = repeat('0', 64) where dataset = 'claims'`,
      sql`update publication_page set count = count + 1 where dataset = 'claims'`,
      sql`delete from publication_page where dataset = 'claims'`,
      sql`update publication_block set sha256 = repeat('0', 64) where dataset = 'claims'`,
      sql`update publication_head set root = repeat('0', 64) where dataset = 'claims'`,
    ].map((statement): [string, () => Sql, () => object] => [
      `another manifest: ${statement.text}`,
      () => statement,
      () => ({ dataset: 'claims', id: null, fault: 'hashes_differ' }),
    ]),
  ];
  test.for(faults)('%s', async ([, wrong, fault]) => {
    await tamper(wrong());
    expect(await verify()).toMatchObject({ faults: 1, named: [fault()] });
  });

  test('and the command says so and ends with 1', async () => {
    const run = async () => {
      const root = path.resolve(import.meta.dirname, '../../..');
      const args = ['services/local/command.mjs', 'services/admin/institution.ts', 'archive', 'verify', '--json'];
      const env = { ...process.env, DATABASE_URL: institution.url, PUBLIC_ORIGIN: institution.origin };
      return promisify(execFile)(process.execPath, args, { cwd: root, env }).then(
        ({ stdout }) => ({ code: 0, answer: JSON.parse(stdout) as unknown }),
        (failed: { code: number; stdout: string }) => ({
          code: failed.code,
          answer: JSON.parse(failed.stdout) as unknown,
        }),
      );
    };
    expect(await run()).toMatchObject({ code: 0, answer: { faults: 0 } });
    await tamper(sql`update claim set hidden_at = now() where id = ${claim}`);
    expect(await run()).toMatchObject({ code: 1, answer: { faults: 1, named: [{ id: claim }] } });
  }, 60_000);
});

describe('under another origin', () => {
  const elsewhere = 'https://elsewhere.test';

  test('every live record is published anew in its place', async () => {
    const base = await serveArchive(institution);
    const before = await readPage(base, 'claims');
    expect(await institution.database.transaction((tx) => republish(tx, elsewhere))).toBe(before.records.length);
    const after = await readPage(base, 'claims');
    expect(after.records).toEqual(
      before.records.map((record) => ({ ...record, url: `${elsewhere}/registry/${record.id}` })),
    );
    expect(after.gone).toEqual(before.gone);
    expect((await verify(elsewhere)).faults).toBe(0);
    expect((await verify()).faults).toBe(before.records.length);
  });

  test('all or nothing', async () => {
    const failing = institution.database.transaction(async (tx) => {
      await republish(tx, elsewhere);
      throw new Error('the power went');
    });
    await expect(failing).rejects.toThrow('the power went');
    expect((await verify()).faults).toBe(0);
  });
});
