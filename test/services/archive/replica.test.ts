// The archive on a streaming replica (11.4): what it says is what that replica holds, never newer, never older, and whole.
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { moderateClaim } from '#domain/claims/moderate.ts';
import { registerClaim } from '#domain/claims/register.ts';
import { checkLogin } from '#services/archive/login.ts';
import { newKeyFile, readPages, serveArchive } from '#test/kit/archive.ts';
import { alsoOn, type TestInstitution } from '#test/kit/institution.ts';
import { type Person, person } from '#test/kit/people.ts';
import { openReplicated, type Replicated } from '#test/kit/replica.ts';
import { aClaim, aReason } from '#test/kit/samples.ts';
import { askStranger } from '#test/kit/stranger.ts';
import { aDirectory, expectRight, run, wordOf } from '../reader/kit.ts';

let replicated: Replicated;
let institution: TestInstitution;
let author: Person;
let staff: Person;
let onPrimary: string;
let onReplica: string;

const register = () => institution.act(registerClaim, author, aClaim());
const moderate = (claimId: string, state: 'hidden' | 'active') =>
  institution.act(moderateClaim, staff, { claimId, state, reason: aReason });

/** The checkpoint, the manifest and every page of claims, byte for byte. */
async function said(base: string): Promise<string[]> {
  const archive = `${base}/api/community/archive`;
  const addresses = [`${archive}/checkpoint`, `${archive}/manifest?dataset=claims`, `${archive}?dataset=claims`];
  return Promise.all(addresses.map(async (address) => (await fetch(address)).text()));
}

async function generationOf(base: string): Promise<number> {
  const { body } = (await (await fetch(`${base}/api/community/archive/checkpoint`)).json()) as { body: string };
  return Number(body.split('\n')[2]);
}

const opened: pg.Client[] = [];
afterAll(() => Promise.all(opened.map((client) => client.end())));

beforeAll(async () => {
  replicated = await openReplicated();
  institution = alsoOn(replicated);
  [author, staff] = [await person(institution.database), await person(institution.database, { role: 'moderator' })];
  const keys = newKeyFile();
  const { origin } = institution;
  onPrimary = await serveArchive({ archiveUrl: replicated.archiveUrl, origin }, { keys });
  onReplica = await serveArchive({ archiveUrl: replicated.replicaArchiveUrl, origin }, { keys });
}, 120_000);

test('the archive accepts its login on a replica, and says there what the primary says once all is replayed', async () => {
  for (let made = 0; made < 3; made++) await register();
  await replicated.caughtUp();
  await checkLogin(replicated.replicaArchiveUrl);
  expect(await said(onReplica)).toEqual(await said(onPrimary));
});

test('while the replica stands still the archive on it does too, whole, and afterwards it catches up', async () => {
  const first = await register();
  await replicated.caughtUp();
  await replicated.hold();
  const then = await said(onReplica);
  await register();
  await moderate(first.id, 'hidden');
  expect(await said(onReplica)).toEqual(then);
  expect(await said(onPrimary)).not.toEqual(then);
  const held = (await readPages(onReplica, 'claims')).flatMap(({ records }) => records.map(({ id }) => id));
  expect(held).toContain(first.id);
  for (const base of [onReplica, onPrimary]) expect((await askStranger(base))?.wrong ?? []).toEqual([]);

  // A mirror of the replica is right; one that has seen the primary does not go back with it.
  const [behind, ahead] = [aDirectory(), aDirectory()];
  await run(onReplica, behind);
  await expectRight(behind);
  await run(onPrimary, ahead);
  expect(await wordOf(run(onReplica, ahead))).toBe('rolled_back');
  await expectRight(ahead);

  await replicated.goOn();
  await replicated.caughtUp();
  expect(await said(onReplica)).toEqual(await said(onPrimary));
  expect(await run(onReplica, ahead)).toMatchObject({ unchanged: true });
});

test('while the replica follows by fits and starts, every answer is of a moment between two looks at it', async () => {
  const look = new pg.Client({ connectionString: replicated.replicaArchiveUrl });
  opened.push(look);
  await look.connect();
  const held = async () => {
    const { rows } = await look.query<{ sum: string }>('select sum(version) as sum from publication_head');
    return Number(rows[0]?.sum);
  };
  let going = true;
  const writing = (async () => {
    while (going) {
      const { id } = await register();
      await moderate(id, 'hidden');
    }
  })();
  const holding = (async () => {
    while (going) {
      await replicated.hold();
      await pause(60);
      await replicated.goOn();
      await pause(20);
    }
  })();
  const seen = new Set<number>();
  try {
    for (let round = 0; round < 60 || seen.size < 5; round++) {
      const before = await held();
      const generation = await generationOf(onReplica);
      const after = await held();
      seen.add(generation);
      expect([before <= generation, generation <= after]).toEqual([true, true]);
      await readPages(onReplica, 'claims'); // each page's checksum is looked at
    }
  } finally {
    going = false;
    await Promise.all([writing, holding]);
  }
  await replicated.caughtUp();
  expect(await said(onReplica)).toEqual(await said(onPrimary));
  expect((await askStranger(onReplica))?.wrong ?? []).toEqual([]);
});
