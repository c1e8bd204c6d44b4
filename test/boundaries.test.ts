// The boundary linter passes silently on what it cannot parse or resolve, so it is not believed: every rule must catch a planted
// violation, and every source file must be among those it read.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import extractTsConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { afterAll, expect, test } from 'vitest';

const checkout = path.resolve(import.meta.dirname, '..');
const rooms = ['domain', 'schema', 'services', 'prisma', 'jobs', 'test'];
const { forbidden, options } = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as {
  forbidden: Array<{ name: string; comment?: string }>;
  options: object;
};

// Each rule's planted violation: files to write, of which the first is the one to blame.
const planted: Record<string, Record<string, string>> = {
  'rules-are-pure': {
    'domain/planted/rules.ts': `import { createHash } from 'node:crypto';\nexport const hash = createHash;\n`,
  },
  'refusals-are-pure': { 'domain/refusals/planted.ts': `export { default } from 'pg';\n` },
  'text-knows-nothing': { 'domain/text/planted.ts': `export * from '#prisma/planted-base.ts';\n` },
  'records-know-pure-files': { 'schema/records/planted.ts': `export * from '#schema/planted-base.ts';\n` },
  'domain-knows-no-door': { 'domain/planted/verb.ts': `export * from '#services/config.ts';\n` },
  'schema-knows-no-service': { 'schema/planted.ts': `export * from '#services/http/planted-base.ts';\n` },
  'api-goes-through-the-schema': { 'services/api/planted.ts': `export * from '#prisma/planted-base.ts';\n` },
  'api-wiring-stays-in-the-api': {
    'services/api/wiring/planted.ts': `export * from '../../archive/planted-base.ts';\n`,
  },
  'archive-reads-publications-only': {
    'services/archive/planted.ts': `export const later = () => import('#prisma/planted-base.ts');\n`,
  },
  'reader-is-an-outsider': { 'services/reader/planted.ts': `export * from '../config.ts';\n` },
  'http-knows-manners-only': { 'services/http/planted.ts': `export * from '#domain/planted/base.ts';\n` },
  'admin-is-a-door': { 'services/admin/planted.ts': `export * from '../api/planted-base.ts';\n` },
  'local-starts-strangers': { 'services/local/planted.ts': `import '../api/planted-base.ts';\n` },
  'service-basics-stand-alone': { 'services/planted.ts': `export * from '#prisma/planted-base.ts';\n` },
  'jobs-call-verbs': { 'jobs/planted.ts': `export * from '#services/http/planted-base.ts';\n` },
  'prisma-knows-nothing-of-ours': { 'prisma/planted.ts': `export type * from '#domain/planted/base.ts';\n` },
  'tests-stay-tests': { 'domain/planted/tested.ts': `export * from '#test/planted-base.ts';\n` },
  'no-cycles': {
    'domain/planted/one.ts': `import { two } from './two.ts';\nexport const one = () => two;\n`,
    'domain/planted/two.ts': `import { one } from './one.ts';\nexport const two = () => one;\n`,
  },
  'no-drawers': {
    'domain/planted/user.ts': `export * from '../utils/things.ts';\n`,
    'domain/utils/things.ts': 'export const thing = 1;\n',
  },
  'no-drawers-of-their-own': { 'jobs/helpers.ts': `export * from '#domain/planted/base.ts';\n` },
  'no-drawers-at-all': { 'jobs/common/lonely.ts': 'export const lonely = 1;\n' },
  'everything-resolves': { 'domain/planted/lost.ts': `export * from '#domain/nowhere.ts';\n` },
  'no-tools-at-run-time': { 'jobs/planted-tool.ts': `export * from 'vitest';\n` },
  'no-borrowed-packages': { 'jobs/planted-loan.ts': `export * from 'postgres-array';\n` },
};

const bases = [
  'domain/planted/base.ts',
  'schema/planted-base.ts',
  'services/config.ts',
  'services/http/planted-base.ts',
  'services/api/planted-base.ts',
  'services/archive/planted-base.ts',
  'prisma/planted-base.ts',
  'test/planted-base.ts',
];

const temporary = mkdtempSync(path.join(tmpdir(), 'morrowkin-boundaries-'));
afterAll(() => rmSync(temporary, { recursive: true, force: true }));

async function cruiseIn(folder: string): Promise<ICruiseResult> {
  const tsConfig = extractTsConfig(path.join(folder, 'tsconfig.json'));
  const settings = { ...options, baseDir: folder, validate: true, ruleSet: { forbidden } };
  const { output } = await cruise(roomsIn(folder), settings as never, undefined, { tsConfig });
  return output as ICruiseResult;
}

const roomsIn = (folder: string) => rooms.filter((room) => existsSync(path.join(folder, room)));

function filesIn(folder: string): string[] {
  return roomsIn(folder).flatMap((room) =>
    readdirSync(path.join(folder, room), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /(?<!\.d)\.[cm]?[jt]sx?$/.test(entry.name))
      .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
      .filter((file) => !/^(prisma|schema)\/generated\/|^test\/bench\/peers\//.test(file)),
  );
}

test('every rule says why it exists and has a violation planted for it', () => {
  expect(forbidden.map((rule) => rule.name)).toEqual(Object.keys(planted));
  for (const rule of forbidden) expect(rule.comment, rule.name).toMatch(/^\w.{20,}\.$/);
});

test('every planted violation is caught, by its rule and in its file', async () => {
  for (const file of ['package.json', 'tsconfig.json']) cpSync(path.join(checkout, file), path.join(temporary, file));
  symlinkSync(path.join(checkout, 'node_modules'), path.join(temporary, 'node_modules'));
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(temporary, file)), { recursive: true });
    writeFileSync(path.join(temporary, file), text);
  };
  for (const file of bases) write(file, 'export const base = 1;\n');
  for (const files of Object.values(planted)) for (const [file, text] of Object.entries(files)) write(file, text);
  const { summary } = await cruiseIn(temporary);
  const caught = summary.violations.map((violation) => `${violation.rule.name} ${violation.from}`);
  for (const [rule, files] of Object.entries(planted)) expect(caught).toContain(`${rule} ${Object.keys(files)[0]}`);
});

test('the house keeps its boundaries, and the linter has read all of it', async () => {
  const { summary, modules } = await cruiseIn(checkout);
  expect(summary.violations.map(({ rule, from, to }) => `${from} → ${to}: ${rule.name}`)).toEqual([]);
  const read = new Set(modules.map((module) => module.source));
  expect(filesIn(checkout).filter((file) => !read.has(file))).toEqual([]);
  expect(summary.totalDependenciesCruised).toBeGreaterThan(100);
});
