import type { FastifyInstance } from 'fastify';
import { Refusal } from '#domain/refusals/refusal.ts';

const patienceMs = 3000;

/** `GET /health`: 200 when the database answers and set-up is done, 503 otherwise (11.1). */
export function answerHealth(app: FastifyInstance, isSetUp: () => Promise<boolean>): void {
  app.get('/health', async () => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('the database is late')), patienceMs);
    });
    const problem = await Promise.race([isSetUp(), late])
      .then(
        (ready) => (ready ? undefined : 'The first census is still to be taken.'),
        () => 'The database does not answer.',
      )
      .finally(() => clearTimeout(timer));
    if (problem) throw new Refusal('unavailable', problem, { retryAfter: 1 });
    return { status: 'ready' };
  });
}
