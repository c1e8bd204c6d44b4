export interface Held {
  release(): Promise<void>;
  /** Changes what others are told this process is busy with. */
  tell(purpose: string): void;
  holder?: undefined;
}

/** Takes the lock of this name for the life of the process, or says who holds it: a process number and its purpose. */
export function tryLock(name: string, purpose: string): Promise<Held | { holder: string; release?: undefined }>;
/** Takes the lock as soon as it is free. */
export function waitForLock(name: string, purpose: string, onWait?: (holder: string) => void): Promise<Held>;
