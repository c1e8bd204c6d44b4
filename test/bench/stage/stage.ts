// An institution with everything that can be asked about it: our services and what they are compared with, each started when it is first wanted.
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Database, openDatabase } from '#prisma/database.ts';
import { freePort } from '#test/kit/port.ts';
import type { Institution } from '../institutions.ts';
import { Lacking } from '../row.ts';
import { foundProgram } from './machine.ts';
import { type Server, startNode, startProgram } from './processes.ts';

export interface Stage extends Institution {
  database: Database;
  api(): Promise<Server>;
  archive(): Promise<Server>;
  /** PostGraphile on the same database. */
  postgraphile(): Promise<Server>;
  /** Pages of the registry from one statement on the same database, with these notes. */
  oneStatement(notes: readonly string[]): Promise<Server>;
  /** nginx over these files, by name. */
  nginx(files: Record<string, Buffer>): Promise<Server>;
  /** A folder that goes with the stage. */
  folder(): string;
  close(): Promise<void>;
}

const entry = (file: string) => new URL(`../../../${file}`, import.meta.url);
const peers = new URL('../peers/', import.meta.url);

export function openStage(institution: Institution): Stage {
  const { ownerUrl, archiveUrl, origin, dataDir } = institution;
  const database = openDatabase(ownerUrl, { max: 4, statementTimeoutMs: 600_000 });
  const folders: string[] = [];
  const folder = () => {
    const made = mkdtempSync(path.join(dataDir, 'stage-'));
    folders.push(made);
    return made;
  };
  const common = {
    HOST: '127.0.0.1',
    PUBLIC_ORIGIN: origin,
    READ_LIMIT: '0',
    ARCHIVE_READ_LIMIT: '0',
    LOG_LEVEL: 'warn',
  };

  const archive = once(() =>
    startNode(entry('services/archive/server.ts'), '/health', (port) => ({
      ...common,
      PORT: String(port + 1),
      ARCHIVE_PORT: String(port),
      DATA_DIR: folder(),
      ARCHIVE_DATABASE_URL: archiveUrl,
    })),
  );
  const api = once(() =>
    startNode(entry('services/api/server.ts'), '/health', (port) => ({
      ...common,
      PORT: String(port),
      ARCHIVE_PORT: String(port + 1),
      DATA_DIR: folder(),
      DATABASE_URL: ownerUrl,
    })),
  );
  const postgraphile = once(async () => {
    if (!existsSync(new URL('node_modules/postgraphile', peers)))
      throw new Lacking('PostGraphile is not installed: npm install --prefix test/bench/peers');
    return startNode(new URL('postgraphile.mjs', peers), '/', (port) => ({
      BENCH_PORT: String(port),
      BENCH_DATABASE_URL: ownerUrl,
    }));
  });

  const oneStatement = (notes: readonly string[]) =>
    startNode(new URL('one-statement.mjs', peers), '/?after=0', (port) => ({
      BENCH_PORT: String(port),
      BENCH_DATABASE_URL: ownerUrl,
      BENCH_ORIGIN: origin,
      BENCH_NOTES: JSON.stringify(notes),
    }));

  async function nginx(files: Record<string, Buffer>): Promise<Server> {
    const program = foundProgram('nginx');
    if (!program) throw new Lacking('this machine has no nginx');
    // Started by root, nginx reads files as another user, who may not reach the data directory.
    const root = mkdtempSync(path.join(tmpdir(), 'morrowkin-bench-'));
    folders.push(root);
    chmodSync(root, 0o755);
    for (const [name, bytes] of Object.entries(files)) writeFileSync(path.join(root, name), bytes);
    const port = await freePort();
    const settings = path.join(root, 'nginx.conf');
    writeFileSync(settings, nginxSettings(root, port));
    return startProgram(program, ['-c', settings, '-p', root, '-e', path.join(root, 'error.log')], port, '/');
  }

  return {
    ...institution,
    database,
    api,
    archive,
    postgraphile,
    oneStatement,
    nginx,
    folder,
    async close() {
      await database.close();
      for (const made of folders.splice(0)) rmSync(made, { recursive: true, force: true });
    },
  };
}

/** One worker, as our services are one process; files as nginx serves them best. */
const nginxSettings = (root: string, port: number) => `
daemon off;
worker_processes 1;
pid ${root}/nginx.pid;
events { worker_connections 1024; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  open_file_cache max=1000;
  keepalive_requests 100000000;
  default_type application/json;
  client_body_temp_path ${root}/body; proxy_temp_path ${root}/proxy; fastcgi_temp_path ${root}/fastcgi; uwsgi_temp_path ${root}/uwsgi; scgi_temp_path ${root}/scgi;
  server { listen 127.0.0.1:${port}; root ${root}; }
}
`;

function once<Result>(make: () => Promise<Result>): () => Promise<Result> {
  let made: Promise<Result> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
