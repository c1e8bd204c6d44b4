import type { FastifyInstance } from 'fastify';
import { Refusal } from '#domain/refusals/refusal.ts';

const patienceMs = 3000;

/** `GET /health`: 200 when the database answers, 503 otherwise (11.1). */
export function answerHealth(app: FastifyInstance, ask: () => Promise<unknown>): void {
  app.get('/health', async () => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('the database is late')), patienceMs);
    });
    try {
      await Promise.race([ask(), late]);
      return { status: 'ready' };
    } catch {
      throw new Refusal('unavailable', 'The database does not answer.', { retryAfter: 1 });
    } finally {
      clearTimeout(timer);
    }
  });
}
