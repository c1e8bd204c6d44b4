// The command line of the reader again and again in one process: each line on standard input is one run, answered with its exit code.
import { createInterface } from 'node:readline';
import { main } from '#services/reader/command.ts';

const never = new AbortController().signal;
process.stdout.write('ready\n');
for await (const _ of createInterface(process.stdin))
  process.stdout.write(`ended ${await main(process.argv.slice(2), never)}\n`);
