import { Refusal } from '#domain/refusals/refusal.ts';
import { type CheckpointDocument, checkpointBody } from '#schema/records/checkpoint.ts';
import { type ArchiveDataset, archiveDatasets, protocolVersion } from '#schema/records/protocol.ts';
import { Representation } from '#services/http/representation.ts';
import { archiveAddresses } from './addresses.ts';
import type { Signer } from './keys.ts';
import type { ManifestPlace } from './place.ts';
import type { PublicationReader } from './publication.ts';
import type { Resource } from './resource.ts';

const version = protocolVersion;
const links = () => ({ describedby: archiveAddresses.recordSchema });

/** A dataset's manifest, or one block of it (8.3). */
export function manifestResource(publication: PublicationReader, { dataset, block }: ManifestPlace): Resource {
  return {
    address: `${archiveAddresses.manifest}?dataset=${dataset}${block === undefined ? '' : `&block=${block}`}`,
    stampOf: ({ versions }) => String(versions[dataset]),
    async make() {
      const read = block === undefined ? await publication.manifest(dataset) : await publication.block(dataset, block);
      if (!read) throw new Refusal('not_found', `The manifest of ${dataset} has no block ${block}.`);
      const { datasetVersion, ...part } = read;
      return { stamp: String(datasetVersion), representation: Representation.ofJson({ version, dataset, ...part }) };
    },
    links,
  };
}

/** The signed checkpoint over all ten datasets (8.3). Ed25519 gives every process the same bytes for the same state. */
export function checkpointResource(publication: PublicationReader, signer: Signer, origin: string): Resource {
  const stamp = (versions: Readonly<Record<ArchiveDataset, number>>) =>
    JSON.stringify([signer.keyId, archiveDatasets.map((dataset) => versions[dataset])]);
  return {
    address: archiveAddresses.checkpoint,
    signed: true,
    stampOf: ({ versions }) => stamp(versions),
    async make() {
      const { versions, ...state } = await publication.heads();
      const body = checkpointBody({ origin, ...state });
      const document: CheckpointDocument = { version, body, signature: signer.sign(body), keyId: signer.keyId };
      return { stamp: stamp(versions), representation: Representation.ofJson(document) };
    },
    links,
  };
}
