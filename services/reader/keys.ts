import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { type CheckpointDocument, type PublishedKey, rotationText } from '#schema/records/checkpoint.ts';
import { ReaderFailure } from './failure.ts';

/** A key that the reader trusts: the first it saw, or one that a trusted key signed. */
export interface TrustedKey {
  id: string;
  publicKey: string;
}

// An Ed25519 SubjectPublicKeyInfo is these bytes and the raw key (RFC 8410).
const spkiHead = Buffer.from('302a300506032b6570032100', 'hex');
const rawKeyBytes = 32;

function keyOf({ publicKey }: TrustedKey): KeyObject | undefined {
  const raw = Buffer.from(publicKey, 'base64');
  if (raw.length !== rawKeyBytes || raw.toString('base64') !== publicKey) return undefined;
  return createPublicKey({ key: Buffer.concat([spkiHead, raw]), format: 'der', type: 'spki' });
}

function hasSigned(key: TrustedKey, text: string, signature: string): boolean {
  const opened = keyOf(key);
  return opened !== undefined && verify(null, Buffer.from(text), opened, Buffer.from(signature, 'base64'));
}

/** Whether the checkpoint is signed by this key. */
export const isSignedBy = (key: TrustedKey, { body, signature, keyId }: CheckpointDocument): boolean =>
  key.id === keyId && hasSigned(key, body, signature);

/**
 * The keys trusted once a checkpoint is believed, oldest first. With none trusted yet the key that signed it is pinned; else it must be
 * signed by the newest trusted key, or by one that follows from that through signed rotations. Never by an older one: it was replaced
 * for a reason.
 */
export function followKeys(
  trusted: readonly TrustedKey[],
  offered: readonly PublishedKey[],
  checkpoint: CheckpointDocument,
): TrustedKey[] {
  const signer = offered.find(({ id }) => id === checkpoint.keyId);
  if (!signer)
    throw new ReaderFailure('untrusted', 'The checkpoint is signed by a key that the protocol document does not list.');
  const added: TrustedKey[] = [];
  const newest = trusted.at(-1);
  if (!newest) added.push(trustedPart(signer));
  else {
    for (let at: PublishedKey | undefined = signer; !isSame(at, newest); ) {
      const before = offered.find(({ id }) => id === at?.signedBy);
      const follows =
        before && at.signature && hasSigned(before, rotationText({ ...at, signedBy: before.id }), at.signature);
      // A chain longer than the list goes in circles.
      if (!follows || added.length > offered.length)
        throw new ReaderFailure(
          'untrusted',
          'The checkpoint is signed by a key that does not follow from the one trusted here.',
        );
      added.unshift(trustedPart(at));
      at = before;
    }
  }
  if (!isSignedBy(signer, checkpoint))
    throw new ReaderFailure('untrusted', 'The signature of the checkpoint is wrong.');
  return [...trusted, ...added];
}

const trustedPart = ({ id, publicKey }: TrustedKey): TrustedKey => ({ id, publicKey });
const isSame = (one: TrustedKey, other: TrustedKey) => one.id === other.id && one.publicKey === other.publicKey;
