// Our programs are TypeScript, and what runs is JavaScript made of it ahead: one file for each source, in the same tree below .compiled.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

const ROOMS = ['domain', 'schema', 'services', 'prisma', 'jobs', 'test'];
const SOURCE = /(?<!\.d|\.test)\.tsx?$/;

const madeFrom = (checkout) => path.join(checkout, '.compiled', '.made-from');

export function isCompiled(checkout) {
  const stamp = madeFrom(checkout);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === stampOf(checkout);
}

/** Makes it beside its place and moves it there when whole, so that whoever starts meanwhile finds the old or the new. */
export async function compile(checkout) {
  const stamp = stampOf(checkout); // of before: what changes meanwhile is compiled again
  const { build, stop } = await import('esbuild');
  const place = path.join(checkout, '.compiled');
  const made = `${place}.${process.pid}`;
  mkdirSync(made, { recursive: true });
  await build({
    absWorkingDir: checkout,
    entryPoints: sourcesOf(checkout),
    outbase: checkout,
    outdir: made,
    bundle: true, // for the sake of resolving: nothing but JSON ends up in another file
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    sourcemap: 'linked',
    sourcesContent: false,
    logLevel: 'silent',
    plugins: [importsOf(checkout), placesOf(checkout)],
  }).finally(stop); // its process would stay as long as ours
  writeFileSync(path.join(made, '.made-from'), stamp);
  if (existsSync(place)) renameSync(place, `${made}.old`);
  renameSync(made, place);
  // What this one replaced, and what killed ones left; another user's is left to that user.
  for (const name of readdirSync(checkout).filter((name) => name.startsWith('.compiled.')))
    await rm(path.join(checkout, name), { recursive: true, force: true }).catch(() => {});
}

/** Where the compiled form of a source is. */
export const compiledFile = (checkout, file) =>
  path.join(checkout, '.compiled', path.relative(checkout, file)).replace(/\.tsx?$/, '.js');

const sourcesOf = (checkout) =>
  ROOMS.map((room) => path.join(checkout, room))
    .filter((room) => existsSync(room))
    .flatMap(sourcesIn);

function sourcesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : sourcesIn(file);
    return SOURCE.test(entry.name) ? [file] : [];
  });
}

function stampOf(checkout) {
  const hash = createHash('sha256');
  const settings = ['services/local/compile.mjs', 'tsconfig.json', 'package-lock.json'];
  for (const file of [...sourcesOf(checkout).sort(), ...settings.map((file) => path.join(checkout, file))])
    hash.update(`${path.relative(checkout, file)}\n`).update(readFileSync(file));
  return hash.digest('hex');
}

/** Imports lead to the compiled neighbour, to plain JavaScript where it lies, or to a package. */
const importsOf = (checkout) => ({
  name: 'imports',
  setup({ onResolve }) {
    onResolve({ filter: /^[.#]/ }, ({ path: imported, importer, kind }) => {
      if (kind === 'entry-point') return;
      const file = imported.startsWith('#')
        ? path.join(checkout, imported.slice(1))
        : path.resolve(path.dirname(importer), imported);
      const target = /\.tsx?$/.test(file) ? compiledFile(checkout, file) : file;
      const way = path.relative(path.dirname(compiledFile(checkout, importer)), target);
      return { path: way.startsWith('.') ? way : `./${way}`, external: true };
    });
    // Taken in, since Node 20 warns of JSON that is imported.
    onResolve({ filter: /^[^.#].*\.json$/ }, ({ path: imported, importer }) => ({
      path: createRequire(importer).resolve(imported),
    }));
  },
});

/** What a source finds beside itself, such as migrations, it goes on finding there: `import.meta` stays the source's. */
const placesOf = (checkout) => ({
  name: 'places',
  setup({ onLoad }) {
    onLoad({ filter: /\.tsx?$/ }, async ({ path: file }) => {
      const text = await readFile(file, 'utf8');
      const way = path.relative(path.dirname(compiledFile(checkout, file)), file);
      const contents = text
        .replaceAll('import.meta.url', `new URL(${JSON.stringify(way)}, import.meta.url).href`)
        .replaceAll('import.meta.dirname', `(import.meta.dirname + ${JSON.stringify(`/${path.dirname(way)}`)})`);
      return { contents, loader: path.extname(file).slice(1) };
    });
  },
});
