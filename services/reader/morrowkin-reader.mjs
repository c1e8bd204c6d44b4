#!/usr/bin/env node
import { begin } from '../local/begin.mjs';

begin(async (load) => {
  const { main } = await load('services/reader/command.ts');
  const interrupted = { SIGINT: 130, SIGTERM: 143 };
  const stop = new AbortController();
  let code;
  for (const [signal, exitCode] of Object.entries(interrupted))
    process.on(signal, () => {
      // Whoever asks twice does not want to wait.
      if (stop.signal.aborted) process.exit(exitCode);
      code = exitCode;
      stop.abort();
    });

  try {
    process.exitCode = await main(process.argv.slice(2), stop.signal);
  } catch (thrown) {
    if (!stop.signal.aborted) {
      process.stderr.write(`The reader itself failed: ${thrown instanceof Error ? thrown.message : 'unknown'}\n`);
      process.exitCode = 1;
    } else process.exitCode = code;
  }
});
