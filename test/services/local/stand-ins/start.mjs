// `npm start` with the stand-ins for its services.
import { fileURLToPath } from 'node:url';
import { begin } from '../../../../services/local/begin.mjs';

const file = (name) => fileURLToPath(new URL(name, import.meta.url));
const files = { api: file('./api.ts'), archive: file('./archive.ts'), worker: file('./worker.ts') };
const demonstration = process.argv[2] === 'demo';

begin((load) =>
  load('services/local/run-institution.ts').then(({ runInstitution }) => runInstitution({ demonstration, files })),
);
