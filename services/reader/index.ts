// The reader as a library: what the commands do, without printing.
export { exitCodes, type FailureWord, ReaderFailure } from './failure.ts';
export { type MirrorOptions, type MirrorResult, mirror, type Progress } from './mirror.ts';
export { type Manners, usualManners } from './remote.ts';
export { type Served, type ServeOptions, serveMirror } from './serve.ts';
export { type MirrorStatus, mirrorStatus } from './status.ts';
export type { Withdrawal, Withdrawn } from './sweep.ts';
export { type Verification, verifyMirrors } from './verify.ts';
export { type WatchOptions, watch } from './watch.ts';
