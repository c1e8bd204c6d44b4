// Runs one of our TypeScript programs as it was compiled: node services/local/run.mjs services/api/server.ts
import { load } from './load.mjs';

process.argv.splice(1, 1); // the program finds its own name and arguments
await load(process.argv[1]);
