import type { FastifyReply } from 'fastify';
import { Refusal } from '#domain/refusals/refusal.ts';
import { type Allowance, allowanceHeaders } from './allowance.ts';

const windowMs = 60_000;

/** Limits anonymous reads by address, for this process: `perMinute` in any minute that begins with an address's first read, 0 for no limit (1.7, 11.2). */
export class ReadLimit {
  readonly #perMinute: number;
  // In the order in which their minutes began, so the ended ones stand first.
  readonly #minutes = new Map<string, { began: number; reads: number }>();

  constructor(perMinute: number) {
    this.#perMinute = perMinute;
  }

  /** Counts a read and tells it in the reply's headers; one too many is refused. */
  admit(address: string, reply: FastifyReply): void {
    if (this.#perMinute === 0) return;
    const { admitted, ...allowance } = this.#count(address);
    void reply.headers(allowanceHeaders('reads', allowance));
    if (!admitted)
      throw new Refusal('limit.reads', undefined, {
        retryAfter: allowance.resetSeconds,
      });
  }

  #count(address: string): Allowance & { admitted: boolean } {
    const now = performance.now();
    for (const [other, { began }] of this.#minutes) {
      if (now - began < windowMs) break;
      this.#minutes.delete(other);
    }
    let minute = this.#minutes.get(address);
    if (!minute) {
      minute = { began: now, reads: 0 };
      this.#minutes.set(address, minute);
    }
    const admitted = minute.reads < this.#perMinute;
    if (admitted) minute.reads++;
    const resetSeconds = Math.max(1, Math.ceil((minute.began + windowMs - now) / 1000));
    return {
      admitted,
      quota: this.#perMinute,
      remaining: this.#perMinute - minute.reads,
      resetSeconds,
    };
  }
}
