/** Why the reader stopped, as one word, with the exit code of the command line (docs/reader.md). */
export const exitCodes = {
  unreachable: 3,
  failing: 4,
  slow: 5,
  busy: 6,
  mismatch: 7,
  untrusted: 8,
  rolled_back: 9,
  refused: 10,
  damaged: 11,
  locked: 12,
  storage: 13,
  absent: 14,
} as const;
export type FailureWord = keyof typeof exitCodes;

/** A failure with a clear word. Its message is one sentence of ours, in which nothing stands as a stranger wrote it. */
export class ReaderFailure extends Error {
  readonly word: FailureWord;

  constructor(word: FailureWord, message: string) {
    super(message);
    this.name = 'ReaderFailure';
    this.word = word;
  }

  get exitCode(): number {
    return exitCodes[this.word];
  }
}

// What a moment can explain: pages change while they are read, and a key can be rotated between two requests.
const momentary: ReadonlySet<FailureWord> = new Set(['mismatch', 'untrusted', 'rolled_back']);

/** Whether starting again from the checkpoint may help (8.8). */
export const mayPass = (failure: unknown): failure is ReaderFailure =>
  failure instanceof ReaderFailure && momentary.has(failure.word);

/** Says that what an archive served contradicts what it signed. */
export function mismatch(message: string): never {
  throw new ReaderFailure('mismatch', message);
}

export const isMismatch = (thrown: unknown): thrown is ReaderFailure =>
  thrown instanceof ReaderFailure && thrown.word === 'mismatch';

/** What is read in bytes; undefined where they are not what they should be. */
export function readIfFitting<Read>(bytes: Buffer, read: (bytes: Buffer) => Read): Read | undefined {
  try {
    return read(bytes);
  } catch (thrown) {
    if (isMismatch(thrown)) return undefined;
    throw thrown;
  }
}
