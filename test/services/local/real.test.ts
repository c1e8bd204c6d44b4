// The same starter with the real services: they must be ready, end when told, and end when their starter is killed.
import { expect, test } from 'vitest';
import { dataDirectory, freePorts, isHealthy, realStarter, start, stop, until } from './started.ts';

test('npm start opens the real services, and they follow their starter in whatever way it ends', async () => {
  const env = { DATA_DIR: dataDirectory(), LOG_LEVEL: 'warn', ...(await freePorts()) };
  const first = await start(env, [], realStarter).open;
  expect(await isHealthy(first.api)).toBe(true);
  expect(await isHealthy(first.archive)).toBe(true);
  first.kill('SIGKILL');
  await first.ended;
  const gone = async (address: string) => (await fetch(address).catch(() => undefined)) === undefined;
  await until('both services have ended', async () => (await gone(first.api)) && (await gone(first.archive)), 10_000);
  const second = await start(env, [], realStarter).open;
  expect(await isHealthy(second.archive)).toBe(true);
  expect(await stop(second)).toBe(0);
});
