// The archive's signing keys (8.3): in one file beside the database, never in it, so that who can write the one cannot sign for the other.
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { link, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { type PublishedKey, rotationText } from '#schema/records/checkpoint.ts';

/** What the file holds: every key there was, oldest first, and the private half (base64 PKCS #8) of the newest alone. */
interface Stored {
  keys: PublishedKey[];
  privateKey: string;
}

/** The newest key, ready to sign, with all there were. */
export interface Signer {
  keyId: string;
  keys: readonly PublishedKey[];
  /** Base64 of the Ed25519 signature of the text's UTF-8 bytes. */
  sign(text: string): string;
}

const missing = (thrown: unknown) => (thrown as { code?: unknown }).code === 'ENOENT';
const there = (thrown: unknown) => (thrown as { code?: unknown }).code === 'EEXIST';

/** A file of keys that several processes may share; a rotation elsewhere is seen at the next use. */
export class KeyFile {
  readonly #file: string;
  #read: { stamp: string; signer: Signer } | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  /** The signer of this moment; the first ever to ask makes the first key. */
  async signer(): Promise<Signer> {
    let stamp = await this.#stamp();
    if (stamp === undefined) {
      await this.#make();
      stamp = await this.#stamp();
    }
    if (stamp === undefined) throw new Error(`The file of keys ${this.#file} went away.`);
    if (this.#read?.stamp !== stamp) this.#read = { stamp, signer: signerOf(await this.#stored()) };
    return this.#read.signer;
  }

  /** Makes a key that the newest one signs, and forgets the private half of that one. The caller sees to it that only one does so at a time. */
  async rotate(): Promise<PublishedKey> {
    await this.signer();
    const { keys, privateKey } = await this.#stored();
    const former = keys.at(-1);
    if (!former) throw new Error(`The file of keys ${this.#file} holds no key.`);
    const fresh = newKey();
    const handed = { ...fresh.key, signedBy: former.id };
    const key = { ...handed, signature: signed(privateOf(privateKey), rotationText(handed)) };
    const half = await this.#write({ keys: [...keys, key], privateKey: fresh.privateKey });
    await rename(half, this.#file);
    return key;
  }

  async #stamp(): Promise<string | undefined> {
    try {
      const { ino, mtimeMs, size } = await stat(this.#file);
      return `${ino} ${mtimeMs} ${size}`;
    } catch (thrown) {
      if (missing(thrown)) return undefined;
      throw thrown;
    }
  }

  /** Of several that make the first key at once, one's stays: a link is there whole or not at all, and never replaces. */
  async #make(): Promise<void> {
    const { key, privateKey } = newKey();
    await mkdir(path.dirname(this.#file), { recursive: true });
    const half = await this.#write({ keys: [key], privateKey });
    try {
      await link(half, this.#file);
    } catch (thrown) {
      if (!there(thrown)) throw thrown;
    } finally {
      await rm(half, { force: true });
    }
  }

  /** On the disk before it counts: what was signed with a lost key could be handed over to no other. */
  async #write(stored: Stored): Promise<string> {
    const half = `${this.#file}.${process.pid}.${stored.keys.at(-1)?.id}`;
    const handle = await open(half, 'wx', 0o600);
    try {
      await handle.writeFile(`${JSON.stringify(stored, null, 2)}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    return half;
  }

  async #stored(): Promise<Stored> {
    const text = await readFile(this.#file, 'utf8');
    try {
      const stored = JSON.parse(text) as Stored;
      const newest = stored.keys.at(-1);
      if (newest?.publicKey === rawOf(createPublicKey(privateOf(stored.privateKey))).toString('base64')) return stored;
    } catch {
      // What cannot be read is as bad as what does not belong together, and its text must not be shown.
    }
    throw new Error(`The file of keys ${this.#file} does not hold what it should; put it back from a backup.`);
  }
}

function signerOf({ keys, privateKey }: Stored): Signer {
  const key = privateOf(privateKey);
  return { keyId: keys.at(-1)?.id ?? '', keys, sign: (text) => signed(key, text) };
}

function newKey(): { key: PublishedKey; privateKey: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const raw = rawOf(publicKey);
  return {
    key: { id: keyIdOf(raw), publicKey: raw.toString('base64'), from: new Date().toISOString() },
    privateKey: privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
  };
}

/** `key_` and the first 16 hexadecimal digits of the SHA-256 of the public key's 32 bytes. */
const keyIdOf = (raw: Buffer) => `key_${createHash('sha256').update(raw).digest('hex').slice(0, 16)}`;
const rawOf = (key: KeyObject) => Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url');
const privateOf = (base64: string) =>
  createPrivateKey({ key: Buffer.from(base64, 'base64'), type: 'pkcs8', format: 'der' });
const signed = (key: KeyObject, text: string) => sign(null, Buffer.from(text, 'utf8'), key).toString('base64');
