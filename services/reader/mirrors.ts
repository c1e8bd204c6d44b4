import path from 'node:path';
import { ReaderFailure } from './failure.ts';
import { MirrorFolder } from './folder.ts';
import { folderOf } from './origin.ts';
import { type LoadedState, loadState } from './state.ts';
import { namesIn, onDisk } from './storage.ts';

/** A finished mirror in a directory, with its folder. */
export interface FoundMirror extends LoadedState {
  folder: MirrorFolder;
}

/** The finished mirrors of a directory, one an origin; what else lies there is let alone, and so are damaged ones unless `told`. */
export async function mirrorsIn(
  directory: string,
  told: (failure: ReaderFailure, name: string) => void = () => {},
): Promise<FoundMirror[]> {
  const found: FoundMirror[] = [];
  for (const name of await namesIn(directory)) {
    const folder = new MirrorFolder(path.join(directory, name));
    const state = await loadState(folder).catch((thrown) => {
      if (!(thrown instanceof ReaderFailure)) throw thrown;
      told(thrown, name);
      return undefined;
    });
    // A folder under another name would be a mirror that no reader of this origin looks at.
    if (state && folderOf(state.origin) === name) found.push({ ...state, folder });
  }
  return found;
}

/** The finished mirrors of a directory; a failure where there is none, or where `origin` is not among them. */
export async function someMirrorsIn(directory: string, origin?: string): Promise<FoundMirror[]> {
  const all = await onDisk(() =>
    mirrorsIn(directory, (failure, name) => {
      if (origin === undefined || folderOf(origin) === name) throw failure;
    }),
  );
  const wanted = origin === undefined ? all : all.filter((one) => one.origin === origin);
  if (wanted.length > 0) return wanted;
  throw new ReaderFailure(
    'absent',
    origin === undefined
      ? 'There is no finished mirror in this directory.'
      : `There is no finished mirror of ${origin} in this directory.`,
  );
}
