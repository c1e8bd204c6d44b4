// What docker-compose.yml promises (11.4), read from the file itself: there is no container engine where tests run.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { archiveRoutes } from '#services/api/archive-paths.ts';
import { readConfig } from '#services/config.ts';

const checkout = path.resolve(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(path.join(checkout, file), 'utf8');

interface Service {
  command?: string[];
  environment?: Record<string, string | number>;
  secrets?: string[];
  healthcheck?: { test: string[] };
  depends_on?: Record<string, { condition: string }>;
  volumes?: string[];
}

const text = read('docker-compose.yml');
const compose = parse(text, { merge: true }) as {
  services: Record<string, Service>;
  secrets: Record<string, { file: string }>;
  volumes: Record<string, object>;
};
const services = Object.entries(compose.services);

test('the production shape is two databases, two API processes, archive, worker and a proxy', () => {
  expect(services.map(([name]) => name).sort()).toEqual(
    ['api-1', 'api-2', 'archive', 'mongodb', 'postgres', 'proxy', 'set-up', 'worker'].sort(),
  );
  expect(compose.services['api-1']).toEqual(compose.services['api-2']);
});

test('every service that stays has a health check, and nothing begins before what it needs', () => {
  for (const [name, { healthcheck, depends_on = {} }] of services) {
    if (name !== 'set-up') expect(healthcheck?.test.length, name).toBeGreaterThan(1);
    for (const [needed, { condition }] of Object.entries(depends_on)) {
      expect(Object.keys(compose.services)).toContain(needed);
      expect(condition).toBe(needed === 'set-up' ? 'service_completed_successfully' : 'service_healthy');
    }
  }
});

test('secrets come as files only, each service has its own, and the archive has no other login than the archive’s', () => {
  const declared = Object.keys(compose.secrets);
  for (const [name, { environment = {}, secrets = [] }] of services) {
    expect(declared).toEqual(expect.arrayContaining(secrets));
    for (const [variable, value] of Object.entries(environment)) {
      if (/PASSWORD|DATABASE_URL|MONGODB_URL|SECRET|TOKEN/.test(variable)) {
        expect(variable).toMatch(/_FILE$/);
        expect(
          secrets.map((secret) => `/run/secrets/${secret}`),
          name,
        ).toContain(value);
      }
    }
  }
  expect(text).not.toMatch(/:\/\/[^\s/]*:[^\s/]*@/);
  expect(compose.services.archive?.secrets).toEqual(['archive_database_url']);
});

test('data lies in volumes', () => {
  const mounted = services.flatMap(([, { volumes = [] }]) => volumes.map((volume) => volume.split(':')[0]));
  expect(mounted).toEqual(expect.arrayContaining(Object.keys(compose.volumes)));
  expect(Object.keys(compose.volumes).sort()).toEqual(['keys', 'mongodb', 'postgres']);
});

test('the signing keys outlive their container, and no other service than archive and set-up can read them', () => {
  const holders = services.filter(([, { volumes = [] }]) => volumes.some((volume) => volume.startsWith('keys:')));
  expect(holders.map(([name]) => name).sort()).toEqual(['archive', 'set-up']);
  for (const [, { environment = {}, volumes = [] }] of holders) {
    const folder = volumes.find((volume) => volume.startsWith('keys:'))?.split(':')[1];
    expect(path.dirname(String(environment.ARCHIVE_KEY_FILE))).toBe(folder);
  }
  // A new volume belongs to whom the folder in the image does.
  expect(read('services/production/Dockerfile')).toContain('install -d -o node -g node -m 700 /var/lib/morrowkin');
});

test('every program a container runs is there', () => {
  for (const [name, { command = [] }] of services) {
    const programs = command.filter((word) => /\.(ts|mjs)$/.test(word));
    for (const program of programs) expect(statSync(path.join(checkout, program)).isFile(), name).toBe(true);
  }
});

test('the entry point turns files into the variables that the services read, and make-secrets makes those files', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'morrowkin-secrets-'));
  try {
    const made = path.join(folder, 'secrets');
    execFileSync('sh', [path.join(checkout, 'services/production/make-secrets.sh'), made]);
    expect(readdirSync(made).sort()).toEqual(Object.keys(compose.secrets).sort());
    expect(statSync(made).mode & 0o777).toBe(0o700);
    const file = (name: string) => path.join(made, name);
    const env = execFileSync('sh', [path.join(checkout, 'services/production/entrypoint.sh'), 'env'], {
      encoding: 'utf8',
      env: {
        PATH: process.env.PATH,
        DATABASE_URL_FILE: file('database_url'),
        ARCHIVE_DATABASE_URL_FILE: file('archive_database_url'),
        MONGODB_URL_FILE: file('mongodb_url'),
      },
    });
    const config = readConfig(Object.fromEntries(env.split('\n').map((line) => line.split(/=(.*)/s).slice(0, 2))));
    const passwordOf = (address = '') => new URL(address).password;
    expect(passwordOf(config.databaseUrl)).toBe(readFileSync(file('postgres_password'), 'utf8'));
    expect(passwordOf(config.mongodbUrl)).toBe(readFileSync(file('mongodb_password'), 'utf8'));
    expect(new URL(config.archiveDatabaseUrl ?? '').username).toBe('morrowkin_archive');
    expect(() =>
      execFileSync('sh', [path.join(checkout, 'services/production/make-secrets.sh'), made], { stdio: 'pipe' }),
    ).toThrow('there already');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('the proxy gives the archive the addresses that the API would pass on to it, and no others', () => {
  const map = /map \$uri \$service \{([^}]*)\}/.exec(read('services/production/nginx.conf'))?.[1] ?? '';
  const lines = map.split('\n').map((line) => line.trim().split(/\s+/));
  const ways = lines.filter(([, to]) => to === 'archive;').map(([from = '']) => from);
  const goes = (uri: string) =>
    ways.some((way) => (way.startsWith('~') ? new RegExp(way.slice(1)).test(uri) : way === uri));
  for (const route of archiveRoutes) expect(goes(route.replace('*', 'anything')), route).toBe(true);
  for (const uri of [
    '/',
    '/health',
    '/graphql',
    '/api/community/archives',
    '/api/community/registry',
    '/mcp',
    '/.well-known/morrowkin-rules.json',
  ])
    expect(goes(uri), uri).toBe(false);
  expect(ways).toHaveLength(archiveRoutes.length - 1); // the archive's two routes are one way
});

test('the image is built from the lock file, generates its code and does not run as root', () => {
  const image = read('services/production/Dockerfile');
  const last = image.slice(image.lastIndexOf('FROM '));
  expect(image).toContain('RUN npm ci');
  expect(image).toMatch(/RUN node services\/local\/prepare\.mjs/);
  expect(last).toContain('USER node');
  expect(read('.dockerignore').split('\n')).toEqual(
    expect.arrayContaining(['secrets', '.git', '.data*', 'node_modules']),
  );
});
