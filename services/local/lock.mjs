// One process at a time, for as long as it lives: the operating system takes the lock back however the process ends, which a file
// with a process number in it does not do. Whoever holds it tells others what it is busy with.
import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Resolves to { release, tell } when taken, or to { holder } with what its holder said. */
export async function tryLock(name, purpose) {
  const address = addressOf(name);
  for (let attempt = 0; attempt < 3; attempt++) {
    const told = { purpose };
    const server = await listen(address, () => `${process.pid} ${told.purpose}`);
    if (server) {
      const release = () => new Promise((resolve) => server.close(() => resolve()));
      return { release, tell: (now) => Object.assign(told, { purpose: now }) };
    }
    const holder = await ask(address);
    if (holder) return { holder };
    if (!address.startsWith('\0')) rmSync(address, { force: true }); // a socket file that outlived its process
  }
  return { holder: 'another process' };
}

/** Takes the lock as soon as it is free. */
export async function waitForLock(name, purpose, onWait) {
  for (let told = false; ; told = true) {
    const lock = await tryLock(name, purpose);
    if (lock.release) return lock;
    if (!told) onWait?.(lock.holder);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

function addressOf(name) {
  const key = `morrowkin-${createHash('sha256').update(name).digest('hex').slice(0, 24)}`;
  return process.platform === 'linux' ? `\0${key}` : path.join(tmpdir(), `${key}.sock`);
}

function listen(address, say) {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      socket.on('error', () => {}); // the one who asked may be gone already
      socket.end(say());
    });
    server.once('error', (error) => (error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error)));
    server.listen(address, () => {
      server.unref(); // the lock must not keep its holder alive
      resolve(server);
    });
  });
}

function ask(address) {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(address);
    socket.setTimeout(2000, () => socket.destroy());
    socket.on('data', (part) => {
      answer += part;
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(answer));
  });
}
