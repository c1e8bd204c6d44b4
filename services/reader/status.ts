import path from 'node:path';
import { type ArchiveDataset, archiveDatasets } from '#schema/records/protocol.ts';
import { readProtocolDocument } from './archive.ts';
import type { DatasetLine } from './checkpoint.ts';
import { someMirrorsIn } from './mirrors.ts';
import { loadKeys } from './state.ts';
import { namesIn, onDisk, readIfThere } from './storage.ts';
import { readWithdrawn } from './sweep.ts';

/** What a mirror claims, read from its state without looking at a page. */
export interface MirrorStatus {
  origin: string;
  address: string;
  generation: number;
  /** Of the newest change, as the archive said. */
  archiveChangedAt: string;
  /** When the archive last confirmed this state, and when the mirror last changed. */
  checkedAt: string;
  changedAt: string;
  /** The key pinned at first, and the one that signs now. */
  pinnedKey: string;
  currentKey: string;
  pollingSeconds: number;
  demonstration: boolean;
  unfinished: boolean;
  datasets: Partial<Record<ArchiveDataset, DatasetLine & { withdrawn: number }>>;
}

/** The status of every mirror of a directory, or of one origin. */
export async function mirrorStatus(directory: string, origin?: string): Promise<MirrorStatus[]> {
  const mirrors = await someMirrorsIn(directory, origin);
  return onDisk(() =>
    Promise.all(
      mirrors.map(async (mirror) => {
        const { folder, signed } = mirror;
        const keys = await loadKeys(folder);
        const document = readProtocolDocument(Buffer.from(mirror.protocol.text));
        const datasets: MirrorStatus['datasets'] = {};
        for (const dataset of archiveDatasets.filter((one) => mirror.datasets.includes(one))) {
          let withdrawn = 0;
          for (const name of await namesIn(folder.withdrawn(dataset)))
            withdrawn += (await readWithdrawn(path.join(folder.withdrawn(dataset), name))).length;
          datasets[dataset] = { ...signed.lines[dataset], withdrawn };
        }
        return {
          origin: mirror.origin,
          address: mirror.address,
          generation: signed.generation,
          archiveChangedAt: signed.changedAt,
          checkedAt: mirror.checkedAt,
          changedAt: mirror.changedAt,
          pinnedKey: keys.at(0)?.id ?? '',
          currentKey: keys.at(-1)?.id ?? '',
          pollingSeconds: document.polling.seconds,
          demonstration: document.demonstration === true,
          unfinished: (await readIfThere(folder.unfinished)) !== undefined,
          datasets,
        };
      }),
    ),
  );
}
