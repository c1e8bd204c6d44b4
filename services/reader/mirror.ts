import { setMaxListeners } from 'node:events';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type ArchiveDataset, archiveDatasets } from '#schema/records/protocol.ts';
import { RemoteArchive, readProtocolDocument } from './archive.ts';
import { type Checkpoint, sameLine } from './checkpoint.ts';
import { isMismatch, mayPass, mismatch, ReaderFailure } from './failure.ts';
import { MirrorFolder } from './folder.ts';
import { followKeys, isSignedBy, type TrustedKey } from './keys.ts';
import { mirrorsIn } from './mirrors.ts';
import { folderOf, givenOrigin } from './origin.ts';
import { type Answer, type Manners, Remote, usualManners } from './remote.ts';
import { allEnded, Requests } from './requests.ts';
import type { ProtocolDocument } from './shapes.ts';
import { type KeptDocument, type LoadedState, loadKeys, loadState, saveKeys, saveState, stateForm } from './state.ts';
import { alone, onDisk, readIfThere, syncFolder, writeWhole } from './storage.ts';
import { sweep, type Withdrawal } from './sweep.ts';
import { SeenPages, updateDataset } from './update.ts';

/** How far a run has come. */
export interface Progress {
  /** Pages that are as they should be, of those the archive has. */
  done: number;
  pages: number;
  /** Pages that came over the network. */
  fetched: number;
}

export interface MirrorOptions {
  /** Which datasets to keep; what the mirror keeps already, at first all ten. */
  datasets?: readonly ArchiveDataset[] | undefined;
  /** Look at every file of the mirror again and fetch what is missing or damaged. */
  repair?: boolean;
  manners?: Manners;
  /** Pages, over all datasets, beyond which an archive is refused. */
  mostPages?: number;
  signal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
  onRestart?: (failure: ReaderFailure, attempt: number) => void;
  /** Told once the content is removed and the record is on the list of what is gone. */
  onWithdrawn?: (withdrawal: Withdrawal) => void;
}

/** What a mirror holds after a run that succeeded. */
export interface MirrorResult {
  origin: string;
  address: string;
  generation: number;
  /** Of the newest change, as the archive says. */
  changedAt: string;
  unchanged: boolean;
  requests: number;
  pagesFetched: number;
  datasets: Partial<Record<ArchiveDataset, { records: number; pages: number }>>;
  /** Seconds between two looks that the archive advises. */
  pollingSeconds: number;
}

/** Beginnings after the first one that come after a pause (8.8). */
const mostRestarts = 5;
/** Beginnings that follow at once before such a pause, each on a newer checkpoint than the one before. */
const mostFollowing = 20;
const usualMostPages = 1_000_000;

/**
 * Makes a directory hold what an archive holds, or finds that it does: one conditional request where nothing changed (8.8). Throws a
 * ReaderFailure otherwise; what the directory claimed before then still stands, and still is what it claims.
 */
export async function mirror(address: string, directory: string, options: MirrorOptions = {}): Promise<MirrorResult> {
  const manners = options.manners ?? usualManners;
  const run = new MirrorRun(new Remote(givenOrigin(address), manners), directory, options);
  for (let restarts = 0; ; restarts++) {
    try {
      return await onDisk(() => run.attempt());
    } catch (thrown) {
      if (!mayPass(thrown) || restarts === mostRestarts) throw thrown;
      options.onRestart?.(thrown, restarts + 1);
      await wait(manners.pause * 2 ** restarts, undefined, { signal: options.signal });
    }
  }
}

type CheckpointAnswer = Answer & { read: Checkpoint };
type Discovered = Answer & { read: ProtocolDocument };

class MirrorRun {
  readonly #remote: Remote;
  readonly #archive: RemoteArchive;
  readonly #directory: string;
  readonly #options: MirrorOptions;
  #repair: boolean;
  /** The highest generation that this run has seen signed. */
  #seen = 0;
  #pagesFetched = 0;
  #begun = false;
  /** Whether an earlier run left files here; what this one left at earlier beginnings is in `#touched`. */
  #interrupted = false;
  readonly #touched = new Map<ArchiveDataset, Set<number>>();
  readonly #seenPages = new SeenPages();

  constructor(remote: Remote, directory: string, options: MirrorOptions) {
    this.#remote = remote;
    const signal = options.signal ?? new AbortController().signal;
    // Every request under way listens to it, and more than the usual ten are no leak.
    setMaxListeners(0, signal);
    this.#archive = new RemoteArchive(remote, signal);
    this.#directory = directory;
    this.#options = options;
    this.#repair = options.repair ?? false;
  }

  /** One beginning from the checkpoint. */
  async attempt(): Promise<MirrorResult> {
    const known = await this.#knownOrigin();
    if (known !== undefined) return this.#inFolderOf(known);
    const discovered = (await this.#archive.protocol()) ?? mismatch('The protocol document is not there.');
    return this.#inFolderOf(discovered.read.origin, discovered);
  }

  /** The origin that this directory already has from this address, so that it need not be discovered again. */
  async #knownOrigin(): Promise<string | undefined> {
    const { address } = this.#remote;
    const mirrors = await mirrorsIn(this.#directory);
    return mirrors.find((one) => one.address === address)?.origin;
  }

  #inFolderOf(origin: string, discovered?: Discovered): Promise<MirrorResult> {
    const folder = new MirrorFolder(path.join(this.#directory, folderOf(origin)));
    return alone(folder.path, async () => {
      const state = await loadState(folder);
      const trusted = await loadKeys(folder);
      if (state && trusted.length === 0) throw new ReaderFailure('damaged', 'The mirror has lost the keys it trusted.');
      try {
        return await this.#recheck({ folder, origin, state, trusted, discovered });
      } catch (thrown) {
        if (!(thrown instanceof ReaderFailure) || thrown.word !== 'damaged' || this.#repair) throw thrown;
        this.#repair = true;
        return await this.#recheck({ folder, origin, state, trusted, discovered });
      }
    });
  }

  async #recheck(place: Place): Promise<MirrorResult> {
    const { folder, state } = place;
    const datasets = archiveDatasets.filter((one) =>
      (this.#options.datasets ?? state?.datasets ?? archiveDatasets).includes(one),
    );
    const asHeld = state !== undefined && !this.#repair && state.datasets.join() === datasets.join();
    const answer = await this.#archive.checkpoint(asHeld ? state.checkpoint.etag : undefined);
    if (asHeld && (answer === undefined || answer.bytes.toString() === state.checkpoint.text))
      return this.#confirm(folder, state, answer?.etag);
    if (answer === undefined)
      throw new ReaderFailure('failing', 'The archive answers 304 where nothing was conditional.');
    return this.#follow(place, datasets, answer, asHeld);
  }

  /**
   * Makes the mirror what the checkpoint says. While many write, the archive has moved on before all is read; then the next
   * checkpoint is followed at once, for a pause would only let it move further, and what came already need not come again.
   */
  async #follow(
    place: Place,
    datasets: ArchiveDataset[],
    first: CheckpointAnswer,
    asHeld: boolean,
  ): Promise<MirrorResult> {
    for (let answer = first, following = 0; ; following++) {
      try {
        return await this.#reach(place, datasets, answer, asHeld);
      } catch (thrown) {
        if (!isMismatch(thrown) || following === mostFollowing) throw thrown;
        const { lines } = answer.read;
        const moving = datasets
          .filter((dataset) => !place.state || !sameLine(lines[dataset], place.state.signed.lines[dataset]))
          .map((dataset) => [dataset, lines[dataset]] as const);
        const next = await this.#archive.nextCheckpoint(answer.etag, moving);
        // What stands still and contradicts itself is not being written to.
        if (next === undefined || next.bytes.equals(answer.bytes)) throw thrown;
        answer = next;
      }
    }
  }

  async #reach(
    place: Place,
    datasets: ArchiveDataset[],
    answer: CheckpointAnswer,
    asHeld: boolean,
  ): Promise<MirrorResult> {
    const { folder, state } = place;
    const checkpoint = answer.read;
    if (checkpoint.origin !== place.origin)
      throw new ReaderFailure(
        'untrusted',
        `The archive at this address signs for another origin than ${place.origin}.`,
      );
    const document = await this.#believe(place, checkpoint);
    this.#refuseOlder(checkpoint, state);
    this.#refuseEndless(checkpoint, datasets);

    await this.#begin(folder);
    await this.#update(folder, datasets, checkpoint, this.#repair ? undefined : state);
    const protocol = document ?? (await this.#protocol(place));
    const schema = kept(await this.#archive.schema(state?.schema.etag), state?.schema);
    const now = new Date().toISOString();
    const next: LoadedState = {
      format: stateForm,
      origin: place.origin,
      address: this.#remote.address,
      datasets,
      checkpoint: { text: answer.bytes.toString(), etag: answer.etag },
      protocol,
      schema,
      checkedAt: now,
      changedAt: now,
      signed: checkpoint,
    };
    await saveState(folder, next);
    const everything = this.#interrupted || !asHeld;
    await this.#finish(folder, next, state !== undefined, everything ? undefined : this.#touched);
    return this.#result(next, false);
  }

  /** Nothing changed: what an interrupted run left is cleared away, and the time is noted. */
  async #confirm(folder: MirrorFolder, state: LoadedState, etag: string | undefined): Promise<MirrorResult> {
    if ((await readIfThere(folder.unfinished)) !== undefined) await this.#finish(folder, state, true);
    const confirmed = {
      ...state,
      address: this.#remote.address,
      checkpoint: { ...state.checkpoint, etag: etag ?? state.checkpoint.etag },
      checkedAt: new Date().toISOString(),
    };
    await saveState(folder, confirmed);
    return this.#result(confirmed, true);
  }

  async #finish(
    folder: MirrorFolder,
    state: LoadedState,
    news: boolean,
    only?: ReadonlyMap<ArchiveDataset, ReadonlySet<number>>,
  ): Promise<void> {
    // What was gone before this mirror began is listed, but is no news.
    const tell = (withdrawal: Withdrawal) => (news ? this.#options.onWithdrawn?.(withdrawal) : undefined);
    await sweep(folder, state, tell, only);
    await rm(folder.unfinished, { force: true });
    await syncFolder(folder.path);
  }

  /** Marks that files may lie here from now on which no state speaks of; an earlier mark means that an earlier run left some. */
  async #begin(folder: MirrorFolder): Promise<void> {
    if (this.#begun) return;
    this.#interrupted = (await readIfThere(folder.unfinished)) !== undefined;
    if (!this.#interrupted) {
      await writeWhole(folder.unfinished, '');
      await syncFolder(folder.path);
    }
    this.#begun = true;
  }

  /** Believes the checkpoint or not; returns the protocol document if that had to be read for it. A key is pinned before anything else is fetched. */
  async #believe(place: Place, checkpoint: Checkpoint): Promise<KeptDocument | undefined> {
    const { folder, origin, trusted } = place;
    const newest = trusted.at(-1);
    if (newest && isSignedBy(newest, checkpoint)) return undefined;
    const protocol = await this.#protocol(place);
    const keys = followKeys(trusted, readProtocolDocument(Buffer.from(protocol.text)).keys, checkpoint);
    if (keys.length > trusted.length) await saveKeys(folder, origin, keys);
    return protocol;
  }

  async #protocol({ origin, state, discovered }: Place): Promise<KeptDocument> {
    const protocol = kept(discovered ?? (await this.#archive.protocol(state?.protocol.etag)), state?.protocol);
    if (readProtocolDocument(Buffer.from(protocol.text)).origin === origin) return protocol;
    throw new ReaderFailure('untrusted', `The archive at this address is no longer that of ${origin}.`);
  }

  #refuseOlder(checkpoint: Checkpoint, state: LoadedState | undefined): void {
    const { generation } = checkpoint;
    const newest = Math.max(this.#seen, state?.signed.generation ?? 0);
    if (generation < newest)
      throw new ReaderFailure('rolled_back', `The archive shows generation ${generation} after it showed ${newest}.`);
    if (state?.signed.generation === generation && state.signed.body !== checkpoint.body)
      mismatch(`The archive signs two different states as generation ${generation}.`);
    this.#seen = generation;
  }

  #refuseEndless({ lines }: Checkpoint, datasets: readonly ArchiveDataset[]): void {
    const most = this.#options.mostPages ?? usualMostPages;
    const pages = pagesIn(lines, datasets);
    if (pages > most)
      throw new ReaderFailure('refused', `The archive says it has ${pages} pages; more than ${most} are not mirrored.`);
  }

  async #update(
    folder: MirrorFolder,
    datasets: readonly ArchiveDataset[],
    { lines }: Checkpoint,
    state: LoadedState | undefined,
  ): Promise<void> {
    const progress: Progress = { done: 0, pages: pagesIn(lines, datasets), fetched: 0 };
    const sources = {
      archive: this.#archive,
      folder,
      requests: new Requests(),
      seen: this.#seenPages,
      touches: (dataset: ArchiveDataset, block?: number) => {
        const blocks = this.#touched.get(dataset) ?? new Set();
        this.#touched.set(dataset, block === undefined ? blocks : blocks.add(block));
      },
      shows: (pages: number, fetched: number) => {
        progress.done += pages;
        progress.fetched += fetched;
        this.#pagesFetched += fetched;
        this.#options.onProgress?.({ ...progress });
      },
    };
    // All at once: the less time lies between checkpoint and pages, the less has changed.
    await allEnded(
      datasets.map((dataset) =>
        updateDataset(
          sources,
          dataset,
          lines[dataset],
          state?.datasets.includes(dataset) ? state.signed.lines[dataset] : undefined,
        ),
      ),
    );
  }

  #result({ origin, datasets, signed, protocol }: LoadedState, unchanged: boolean): MirrorResult {
    return {
      origin,
      address: this.#remote.address,
      generation: signed.generation,
      changedAt: signed.changedAt,
      unchanged,
      requests: this.#remote.requests,
      pagesFetched: this.#pagesFetched,
      datasets: Object.fromEntries(
        datasets.map((dataset) => [
          dataset,
          { records: signed.lines[dataset].records, pages: signed.lines[dataset].pages },
        ]),
      ),
      pollingSeconds: readProtocolDocument(Buffer.from(protocol.text)).polling.seconds,
    };
  }
}

const pagesIn = (lines: Checkpoint['lines'], datasets: readonly ArchiveDataset[]) =>
  datasets.reduce((sum, dataset) => sum + lines[dataset].pages, 0);

/** Where and after what a checkpoint is read. */
interface Place {
  folder: MirrorFolder;
  origin: string;
  state: LoadedState | undefined;
  trusted: readonly TrustedKey[];
  discovered: Discovered | undefined;
}

/** The document that was answered, or the one kept where that still stands. */
function kept(answer: Answer | undefined, before: KeptDocument | undefined): KeptDocument {
  if (answer) return { text: answer.bytes.toString(), etag: answer.etag };
  if (before) return before;
  throw new ReaderFailure('failing', 'The archive answers 304 where nothing was conditional.');
}
