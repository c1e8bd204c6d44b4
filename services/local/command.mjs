// Runs one of our TypeScript programs after the same set-up as `npm start`, so that it works in a fresh clone too.
import { begin } from './begin.mjs';

process.argv.splice(1, 1); // the program finds its own name and arguments
const [, file, ...args] = process.argv;

begin((load) => load(file).then(({ main }) => main?.(args)), args.includes('--json'));
