// Runs the services as processes of their own. One that dies is started again after a pause that doubles; one that keeps dying
// ends the whole, because an institution that is half there is worse than one that says it is down.
import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const STARTER_LINE = path.join(import.meta.dirname, 'end-with-starter.mjs');
const RUN = path.join(import.meta.dirname, 'run.mjs');
const MOST_DEATHS = 5;
const WINDOW = 60_000;
const GRACE = 10_000;

export interface Service {
  name: string;
  /** A source of ours. */
  file: string;
  env: NodeJS.ProcessEnv;
  /** Answers 200 at /health when ready. A service that listens nowhere says "ready" on its line to the starter. */
  address?: string;
}

export interface Supervision {
  /** Resolves when every service has answered; rejects when one cannot. */
  ready: Promise<void>;
  /** Rejects when a service keeps dying; never resolves. */
  broken: Promise<never>;
  stop(): Promise<void>;
}

export function supervise(services: Service[], say: (sentence: string) => void): Supervision {
  const running = new Map<string, ChildProcess>();
  let stopping = false;
  let fail: (error: Error) => void = () => {};
  const broken = new Promise<never>((_, reject) => {
    fail = reject;
  });
  broken.catch(() => {}); // whoever started us listens when there is something to hear

  function start(service: Service, deaths: number[]): void {
    const child = spawn(process.execPath, ['--import', STARTER_LINE, RUN, service.file], {
      env: service.env,
      detached: true, // Ctrl-C reaches the starter alone, which ends everything in order
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    running.set(service.name, child);
    child.once('message', (word) => {
      if (word === 'ready') answered.add(service.name);
    });
    child.once('error', (error) => fail(new Error(`The ${service.name} could not be started: ${error.message}`)));
    child.once('exit', async (code, signal) => {
      running.delete(service.name);
      if (stopping) return;
      const how = signal ? `was ended by ${signal}` : `ended with code ${code}`;
      const recent = [...deaths.filter((time) => time > Date.now() - WINDOW), Date.now()];
      if (!answered.has(service.name))
        return fail(new Error(`The ${service.name} ${how} before it was ready; the lines above say why.`));
      if (recent.length >= MOST_DEATHS)
        return fail(new Error(`The ${service.name} ${how}, ${recent.length} times within a minute.`));
      const wait = 250 * 2 ** (recent.length - 1);
      say(`The ${service.name} ${how}; it is started again in ${wait} ms.`);
      await pause(wait);
      if (!stopping) start(service, recent);
    });
  }

  const answered = new Set<string>();
  async function untilHealthy(service: Service): Promise<void> {
    const end = Date.now() + 120_000;
    while (!stopping && !answered.has(service.name)) {
      if (service.address && (await isHealthy(service.address))) break;
      if (Date.now() > end) throw new Error(`The ${service.name} was not ready within two minutes.`);
      await pause(40);
    }
    answered.add(service.name);
  }

  for (const service of services) start(service, []);
  const ready = Promise.race([Promise.all(services.map(untilHealthy)).then(() => {}), broken]);
  ready.catch(() => {});

  async function stop(): Promise<void> {
    stopping = true;
    await Promise.all([...running.values()].map(endChild));
  }
  return { ready, broken, stop };
}

async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const over = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const hard = setTimeout(() => child.kill('SIGKILL'), GRACE);
  await over;
  clearTimeout(hard);
}

async function isHealthy(address: string): Promise<boolean> {
  try {
    const answer = await fetch(`${address}/health`, { signal: AbortSignal.timeout(5000) });
    await answer.arrayBuffer();
    return answer.status === 200;
  } catch {
    return false;
  }
}
