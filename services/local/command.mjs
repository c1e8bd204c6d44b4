// Runs one of our TypeScript programs after the same set-up as `npm start`, so that it works in a fresh clone too.
import { begin } from './begin.mjs';

const [, , file, ...args] = process.argv;
const target = new URL(`../../${file}`, import.meta.url);
process.argv = [process.argv[0], target.pathname, ...args];

begin(() => import(target.href).then(({ main }) => main(args)), args.includes('--json'));
