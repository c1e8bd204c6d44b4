export type Lock = { release: () => Promise<void>; holder?: undefined } | { holder: string; release?: undefined };
/** Takes the lock of this name for the life of the process, or says who holds it. */
export function tryLock(name: string, purpose: string): Promise<Lock>;
/** Takes the lock as soon as it is free. */
export function waitForLock(
  name: string,
  purpose: string,
  onWait?: (holder: string) => void,
): Promise<{ release: () => Promise<void> }>;
