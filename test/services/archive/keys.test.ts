// The archive's keys: one chain that any reader can follow, made once however many ask, and never in the way of who may read them (8.3).
import { execFile } from 'node:child_process';
import { createPublicKey, verify } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { sql } from '#prisma/database.ts';
import { type CheckpointDocument, type PublishedKey, rotationText } from '#schema/records/checkpoint.ts';
import { KeyFile } from '#services/archive/keys.ts';
import { serveArchive } from '#test/kit/archive.ts';
import { openInstitution } from '#test/kit/institution.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'morrowkin-keys-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;
const newFile = () => path.join(folder, String(++files), 'keys.json');

function signedBy({ publicKey }: PublishedKey, text: string, signature: string): boolean {
  const x = Buffer.from(publicKey, 'base64').toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'));
}

/** Follows the chain as a reader does: from the first key by signatures alone. */
function follows(keys: readonly PublishedKey[]): boolean {
  return keys.every(({ id, publicKey, from, signedBy: by, signature }, place) => {
    const former = keys[place - 1];
    if (!former) return by === undefined && signature === undefined;
    return former.id === by && signedBy(former, rotationText({ signedBy: by, id, publicKey, from }), signature ?? '');
  });
}

test('of many that need the first key at once, all get the same one, in a file for its owner alone', async () => {
  const file = newFile();
  const signers = await Promise.all(Array.from({ length: 12 }, () => new KeyFile(file).signer()));
  expect(new Set(signers.map(({ keyId }) => keyId)).size).toBe(1);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(path.dirname(file))).toEqual(['keys.json']);
});

test('a rotation is signed by the key before, seen by who has the file open, and forgets the old private half', async () => {
  const file = newFile();
  const open = new KeyFile(file);
  const first = await open.signer();
  const old = JSON.parse(readFileSync(file, 'utf8')) as { privateKey: string };
  for (let times = 0; times < 3; times++) await new KeyFile(file).rotate();
  const { keys, keyId, sign } = await open.signer();
  expect(keys).toHaveLength(4);
  expect(keys[0]).toEqual(first.keys[0]);
  expect(keyId).toBe(keys[3]?.id);
  expect(follows(keys)).toBe(true);
  expect(keys[3] && signedBy(keys[3], 'a text', sign('a text'))).toBe(true);
  expect(readFileSync(file, 'utf8')).not.toContain(old.privateKey);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a file that does not hold what it should is named and never shown or replaced', async () => {
  for (const spoil of [
    () => '',
    () => '{"keys":[],"privateKey":"c2VjcmV0"}',
    (text: string) => text.replace(/"publicKey": "..../, '"publicKey": "AAAA'),
    (text: string) => text.slice(0, -20),
  ]) {
    const file = newFile();
    await new KeyFile(file).signer();
    const spoiled = spoil(readFileSync(file, 'utf8'));
    writeFileSync(file, spoiled);
    for (const act of [() => new KeyFile(file).signer(), () => new KeyFile(file).rotate()]) {
      await expect(act()).rejects.toThrow(
        `The file of keys ${file} does not hold what it should; put it back from a backup.`,
      );
    }
    expect(readFileSync(file, 'utf8')).toBe(spoiled);
  }
});

test('`institution keys rotate` is followed by the running archive: the next checkpoint is of the new key, and two at once make one chain', async () => {
  const institution = await openInstitution();
  const file = newFile();
  const base = await serveArchive(institution, { keys: new KeyFile(file) });
  const checkpoint = async () =>
    (await (await fetch(`${base}/api/community/archive/checkpoint`)).json()) as CheckpointDocument;
  const published = async () =>
    ((await (await fetch(`${base}/.well-known/morrowkin-protocol.json`)).json()) as { keys: PublishedKey[] }).keys;
  const before = await checkpoint();

  const command = () => {
    const root = path.resolve(import.meta.dirname, '../../..');
    const args = ['services/local/command.mjs', 'services/admin/institution.ts', 'keys', 'rotate', '--json'];
    const env = { ...process.env, DATABASE_URL: institution.url, ARCHIVE_KEY_FILE: file };
    return promisify(execFile)(process.execPath, args, { cwd: root, env });
  };
  const made = (await Promise.all([command(), command()])).map(({ stdout }) => JSON.parse(stdout) as PublishedKey);

  const keys = await published();
  expect(keys.map(({ id }) => id).sort()).toEqual([before.keyId, ...made.map(({ id }) => id)].sort());
  expect(follows(keys)).toBe(true);
  const after = await checkpoint();
  const newest = keys.at(-1);
  expect([after.keyId, after.body]).toEqual([newest?.id, before.body]);
  expect(newest && signedBy(newest, after.body, after.signature)).toBe(true);
  const entries = await institution.database.query(sql`select subject from audit_entry where act = 'keys.rotate'`);
  expect(entries).toHaveLength(2);
}, 60_000);
