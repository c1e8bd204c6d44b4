// The reader against the archive service itself, while the institution is written to.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { registerClaim } from '#domain/claims/register.ts';
import { withdrawClaim } from '#domain/claims/withdraw.ts';
import { archiveDatasets } from '#schema/records/protocol.ts';
import { ReaderFailure } from '#services/reader/failure.ts';
import { serveMirror } from '#services/reader/serve.ts';
import { mirrorStatus } from '#services/reader/status.ts';
import { nothingShared, runWriters, scripts, tellWholeStory } from '#test/domain/publication/writers.ts';
import { newKeyFile, readPages, serveArchive } from '#test/kit/archive.ts';
import { openInstitution } from '#test/kit/institution.ts';
import { person } from '#test/kit/people.ts';
import { aClaim } from '#test/kit/samples.ts';
import { aDirectory, expectRight, held, run } from './kit.ts';

/** The records of a mirror, or of a fresh export, by dataset and page. */
async function recordsHeld(directory: string): Promise<Map<string, unknown>> {
  const pages = await held(directory);
  return new Map([...pages].map(([key, text]) => [key, (JSON.parse(text) as { records: unknown }).records]));
}
async function recordsExported(address: string): Promise<Map<string, unknown>> {
  const records = new Map<string, unknown>();
  for (const dataset of archiveDatasets)
    for (const page of await readPages(address, dataset))
      if (page.records.length + page.gone.length > 0) records.set(`${dataset} ${page.after}`, page.records);
  return new Map([...records].sort());
}

test('mirrors the archive service, follows its key, and serves what a stranger finds right', async () => {
  const institution = await openInstitution();
  const author = await person(institution.database);
  for (let made = 0; made < 230; made++)
    await institution.act(registerClaim, author, aClaim({ title: `Claim ${made} 👩🏽‍🔬 \u2028` }));
  await tellWholeStory(institution);
  const keys = newKeyFile();
  const address = await serveArchive(institution, { keys });
  const directory = aDirectory();
  expect(await run(address, directory)).toMatchObject({ origin: institution.origin, address });
  expect(await recordsHeld(directory)).toEqual(await recordsExported(address));
  await expectRight(directory);
  expect(await run(address, directory)).toMatchObject({ unchanged: true, requests: 1 });

  await keys.rotate();
  const { id } = await institution.act(registerClaim, author, aClaim());
  await institution.act(withdrawClaim, author, { claimId: id });
  expect(await run(address, directory)).toMatchObject({ unchanged: false, pagesFetched: 0 });
  const third = await institution.act(registerClaim, author, aClaim());
  expect(await run(address, directory)).toMatchObject({ pagesFetched: 1 });
  const [status] = await mirrorStatus(directory);
  expect(status?.currentKey).not.toBe(status?.pinnedKey);
  expect([...(await recordsHeld(directory)).values()].flat()).toContainEqual(expect.objectContaining({ id: third.id }));

  const served = await serveMirror(directory);
  const checker = path.resolve(import.meta.dirname, '../../../../shared/verify/archive_check.py');
  if (existsSync(checker)) {
    const { stdout } = await promisify(execFile)('python3', [checker, served.address]);
    expect(stdout).not.toContain('WRONG');
    expect(stdout).toContain('claims: 232 records, 3 pages');
  }
  const second = aDirectory();
  await run(served.address, second);
  expect(await held(second)).toEqual(await held(directory));
  await served.close();
}, 120_000);

test('while many write, readers of two processes hold nothing wrong and nothing that went, and are equal in the end', async () => {
  const institution = await openInstitution();
  const keys = newKeyFile();
  const addresses = [await serveArchive(institution, { keys }), await serveArchive(institution, { keys })];
  const shared = nothingShared();
  const author = await person(institution.database);
  const [lives = []] = fc.sample(scripts(4, 2, 60), 1);
  let writing = true;
  let changing = true;
  const withdrawn: string[] = [];
  const withdrawing = async () => {
    while (writing) {
      const { id } = await institution.act(registerClaim, author, aClaim());
      await institution.act(withdrawClaim, author, { claimId: id });
      withdrawn.push(id);
    }
  };
  const reading = async (address: string) => {
    const directory = aDirectory();
    while (changing) {
      const gone = [...withdrawn];
      const outcome = await run(address, directory).then(
        () => 'right',
        (thrown: unknown) => {
          if (thrown instanceof ReaderFailure && thrown.word === 'mismatch') return 'mismatch';
          throw thrown;
        },
      );
      if (outcome !== 'right') continue;
      await expectRight(directory);
      const ids = new Set(
        [...(await recordsHeld(directory)).values()].flat().map((record) => (record as { id: string }).id),
      );
      expect(gone.filter((id) => ids.has(id))).toEqual([]);
    }
    await run(address, directory);
    return directory;
  };
  const readers = Promise.all([...addresses, ...addresses].map(reading));
  const going = withdrawing();
  const done = await runWriters(institution, lives, shared);
  writing = false;
  await going;
  changing = false;
  const directories = await readers;
  expect(done).toBeGreaterThan(50);
  const fresh = await recordsExported(addresses[0] ?? '');
  for (const directory of directories) {
    expect(await recordsHeld(directory)).toEqual(fresh);
    await expectRight(directory);
  }
}, 180_000);
