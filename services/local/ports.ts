// Whether a service will be able to listen, asked before anything is started.
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** A sentence when the port is taken. Services of a start that was killed need a moment to end, which `patience` (ms) allows for. */
export async function checkPort(variable: string, host: string, port: number, patience: number): Promise<void> {
  const end = Date.now() + patience;
  for (;;) {
    const problem = await tryListen(host, port);
    if (!problem) return;
    if (problem === 'EADDRINUSE' && Date.now() < end) {
      await pause(100);
      continue;
    }
    if (problem === 'EADDRINUSE')
      throw new Error(`Port ${port} on ${host} is taken by another program; set ${variable} to a free one.`);
    if (problem === 'EACCES')
      throw new Error(`This user may not listen on port ${port}; set ${variable} to one from 1024 on.`);
    throw new Error(`HOST ${host} is no address of this machine that can be listened on (${problem}).`);
  }
}

function tryListen(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    probe.listen(port, host, () => probe.close(() => resolve(undefined)));
  });
}
