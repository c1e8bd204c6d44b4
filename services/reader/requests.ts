import pLimit from 'p-limit';

/** Requests under way at once; with the largest page it bounds the memory. */
const atOnce = 4;

/** The requests of one beginning: few at once, and none more once one has failed, so that nothing works on behind the next beginning. */
export class Requests {
  readonly #limit = pLimit(atOnce);
  #failure: unknown;

  run<Result>(request: () => Promise<Result>): Promise<Result> {
    return this.#limit(async () => {
      if (this.#failure !== undefined) throw this.#failure;
      try {
        return await request();
      } catch (thrown) {
        this.#failure = thrown;
        throw thrown;
      }
    });
  }
}

/** What all of these give, once all have ended; the first failure if one failed. */
export async function allEnded<Result>(work: Promise<Result>[]): Promise<Result[]> {
  await Promise.allSettled(work);
  return Promise.all(work);
}
