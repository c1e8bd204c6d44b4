import './memory.ts';
import { readConfig } from '#services/config.ts';
import { openApi } from './app.ts';

try {
  const config = readConfig();
  const app = await openApi(config);
  // New calls are refused, running ones end, then the connections to the database.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void app.close());
  await app.listen({ host: config.host, port: config.port });
} catch (thrown) {
  process.stderr.write(`The API cannot start. ${thrown instanceof Error ? thrown.message : String(thrown)}\n`);
  process.exitCode = 1;
}
