import { setTimeout as wait } from 'node:timers/promises';
import { type FailureWord, ReaderFailure } from './failure.ts';
import { type MirrorOptions, type MirrorResult, mirror } from './mirror.ts';

// What the next look may find mended. The others need someone to decide something.
const passes: ReadonlySet<FailureWord> = new Set(['unreachable', 'failing', 'slow', 'busy', 'mismatch']);
const usualSeconds = 60;
const [shortest, longest] = [1, 86_400];

export interface WatchOptions extends MirrorOptions {
  signal: AbortSignal;
  onRound?: (round: MirrorResult | ReaderFailure) => void;
}

/** Mirrors again and again, as often as the archive advises (8.6), until the signal; throws what no later look can mend. */
export async function watch(address: string, directory: string, options: WatchOptions): Promise<void> {
  const { signal, onRound, ...rest } = options;
  let seconds = usualSeconds;
  // What is repaired once need not be looked through at every round.
  for (let repair = rest.repair ?? false; !signal.aborted; repair = false) {
    try {
      const result = await mirror(address, directory, { ...rest, repair, signal });
      seconds = Math.min(Math.max(result.pollingSeconds, shortest), longest);
      onRound?.(result);
    } catch (thrown) {
      if (signal.aborted) return;
      if (!(thrown instanceof ReaderFailure) || !passes.has(thrown.word)) throw thrown;
      onRound?.(thrown);
    }
    await wait(seconds * 1000, undefined, { signal }).catch(() => {});
  }
}
