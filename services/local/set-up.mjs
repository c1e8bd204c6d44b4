// What a fresh clone lacks, in plain JavaScript because nothing is installed yet: packages, links of Postgres' libraries, generated
// code, compiled code. Each step leaves a stamp of what it was made from and is repeated only when that changed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { compile, isCompiled } from './compile.mjs';
import { linkLibraries } from './link-libraries.mjs';
import { tryLock, waitForLock } from './lock.mjs';

export const checkout = path.resolve(import.meta.dirname, '../..');
const at = (...parts) => path.join(checkout, ...parts);
const lockFile = at('package-lock.json');
const installed = at('node_modules', '.morrowkin-installed');
const schema = at('prisma', 'schema.prisma');
const generated = at('prisma', 'generated', '.made-from');

export async function setUp() {
  if (isPacked() || upToDate()) return;
  const name = `checkout ${checkout}`;
  const wait = (holder) => say(`Waiting for process ${holder}, which sets up this checkout.`);
  const first = await tryLock(name, 'set-up');
  const lock = first.release ? first : await waitForLock(name, 'set-up', wait);
  try {
    if (!packagesInstalled()) install();
    linkLibraries(checkout);
    if (!codeGenerated()) generate();
    if (!isCompiled(checkout)) await compile(checkout).catch(couldNotCompile);
  } finally {
    await lock.release();
  }
}

const upToDate = () => {
  if (!packagesInstalled() || !codeGenerated() || !isCompiled(checkout)) return false;
  linkLibraries(checkout);
  return true;
};

// A package holds no lock file, and came with its code compiled.
function isPacked() {
  if (existsSync(lockFile)) return false;
  if (existsSync(at('.compiled'))) return true;
  throw new Error('This package came without its compiled code; pack it by `npm pack --ignore-scripts=false`.');
}

function couldNotCompile(problem) {
  throw new Error(`The code could not be compiled into ${at('.compiled')}: ${problem.message}`);
}

// Standard output belongs to the command that follows.
function say(sentence) {
  process.stderr.write(`${sentence}\n`);
}

function stampOf(...files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest('hex');
}

// Moved into place: a checkout copied by hard links must not hear of what happens in this one.
function stamp(file, text) {
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}

const holds = (file, stamp) => existsSync(file) && readFileSync(file, 'utf8') === stamp;

function packagesInstalled() {
  if (holds(installed, stampOf(lockFile))) return true;
  if (!installedByHand()) return false;
  stamp(installed, stampOf(lockFile));
  return true;
}

// npm writes its hidden lock file at the very end of an install, so one that agrees is a whole install made without us.
function installedByHand() {
  const hidden = at('node_modules', '.package-lock.json');
  if (!existsSync(hidden)) return false;
  const there = JSON.parse(readFileSync(hidden, 'utf8')).packages;
  const wanted = JSON.parse(readFileSync(lockFile, 'utf8')).packages;
  return Object.entries(wanted).every(([name, { version, optional, devOptional, peer }]) => {
    if (name === '') return true;
    const found = there[name];
    if (!found) return Boolean(optional || devOptional || peer);
    return found.version === version && existsSync(at(name));
  });
}

function install() {
  say('Installing packages (a few minutes the first time).');
  const flags = ['ci', '--ignore-scripts', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.env.npm_execpath;
  const [command, ...first] = npm?.endsWith('.js') ? [process.execPath, npm] : ['npm'];
  run(command, [...first, ...flags], 'Packages could not be installed; the lines above say why.');
  stamp(installed, stampOf(lockFile));
}

const codeGenerated = () => existsSync(lockFile) && holds(generated, stampOf(schema, lockFile));

function generate() {
  say('Generating code from the database schema.');
  const prisma = at('node_modules', 'prisma', 'build', 'index.js');
  // Generating needs no schema engine, but Prisma would download one; a program that does nothing stands in for it.
  const nothing = ['/bin/true', '/usr/bin/true'].find((file) => existsSync(file)) ?? process.execPath;
  const env = {
    ...process.env,
    PRISMA_SCHEMA_ENGINE_BINARY: nothing,
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
    CHECKPOINT_DISABLE: '1',
    PATH: `${at('node_modules', '.bin')}${path.delimiter}${process.env.PATH ?? ''}`,
  };
  run(
    process.execPath,
    [prisma, 'generate', '--schema', schema],
    'Code could not be generated from prisma/schema.prisma.',
    env,
  );
  mkdirSync(path.dirname(generated), { recursive: true });
  stamp(generated, stampOf(schema, lockFile));
}

// Its output is shown only when it fails, and never on standard output.
function run(command, args, failure, env = process.env) {
  const done = spawnSync(command, args, {
    cwd: checkout,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 1 << 28,
  });
  if (done.status === 0) return;
  process.stderr.write(`${done.error?.message ?? ''}${done.stdout ?? ''}${done.stderr ?? ''}\n`);
  throw new Error(failure);
}
