// `npm start`, and `npm run demo` for the same with a demonstration institution in a directory of its own.
import { begin } from './begin.mjs';

const demonstration = process.argv[2] === 'demo';
if (demonstration && !process.env.DATA_DIR) process.env.DATA_DIR = '.data-demo';

begin(async (load) => {
  const { runInstitution } = await load('services/local/run-institution.ts');
  if (!demonstration) return runInstitution();
  const { fillDemonstration } = await load('services/local/demonstration/fill.ts');
  return runInstitution({ demonstration, beforeServices: fillDemonstration });
});
