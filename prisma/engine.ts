// Prisma's own schema engine as WebAssembly: it compares schemas, with no binary to download. It applies nothing: migrate.ts does.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { PrismaPg } from '@prisma/adapter-pg';
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
import type { DiffTarget } from '@prisma/schema-engine-wasm';
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg';
import pg from 'pg';

// Postgres' internal one-byte type: the engine reads such columns of the catalogue, and its adapter has no name for them.
const INTERNAL_CHAR = 18;
const TEXT = 25;

// Node has WebAssembly, but its types come with the browser's, which this code does without.
const { WebAssembly } = globalThis as unknown as {
  WebAssembly: {
    instantiate(bytes: Uint8Array, imports: object): Promise<{ instance: { exports: { __wbindgen_start(): void } } }>;
  };
};

let loaded: Promise<void> | undefined;

// Node 20 cannot import a .wasm file, so the module is handed over by hand, once a process.
function load(): Promise<void> {
  loaded ??= (async () => {
    const script = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg');
    const bytes = await readFile(script.replace(/\.js$/, '.wasm'));
    const { instance } = await WebAssembly.instantiate(bytes, { './schema_engine_bg.js': bindings });
    bindings.__wbg_set_wasm(instance.exports);
    instance.exports.__wbindgen_start();
  })();
  return loaded;
}

// The engine asks one question at a time, so remembering the last answer's columns is enough.
async function connectKnowingChar(pool: pg.Pool): Promise<SqlDriverAdapter> {
  const adapter = await new PrismaPg(pool).connect();
  let charColumns = new Set<number>();
  const query = pool.query.bind(pool) as (config: pg.QueryConfig) => Promise<pg.QueryResult>;
  pool.query = (async (config: pg.QueryConfig) => {
    const result = await query(config);
    charColumns = new Set();
    for (const [index, field] of result.fields.entries()) {
      if (field.dataTypeID !== INTERNAL_CHAR) continue;
      charColumns.add(index);
      field.dataTypeID = TEXT;
    }
    return result;
  }) as typeof pool.query;
  const queryRaw = adapter.queryRaw.bind(adapter);
  adapter.queryRaw = async (params) => {
    const answer = await queryRaw(params);
    const columnTypes = answer.columnTypes.map((type, index) =>
      charColumns.has(index) ? ColumnTypeEnum.Character : type,
    );
    return { ...answer, columnTypes };
  };
  return adapter;
}

/** The SQL that turns what `from` describes into what `to` describes; empty when they agree. */
export async function difference(connectionString: string, from: DiffTarget, to: DiffTarget): Promise<string> {
  await load();
  const pool = new pg.Pool({ connectionString, max: 1 });
  const factory: SqlMigrationAwareDriverAdapterFactory = {
    provider: 'postgres',
    adapterName: '@prisma/adapter-pg',
    connect: () => connectKnowingChar(pool),
    connectToShadowDb: () => Promise.reject(new Error('Comparing needs no shadow database.')),
  };
  const engine = await bindings.SchemaEngine.new(
    { datamodels: undefined },
    () => {},
    bindMigrationAwareSqlAdapterFactory(factory),
  );
  try {
    const filters = { externalTables: [], externalEnums: [] };
    const { stdout } = await engine.diff({ from, to, script: true, exitCode: null, filters });
    const sql = stdout ?? '';
    return /^\s*(--[^\n]*\s*)*$/.test(sql) ? '' : sql;
  } finally {
    engine.free();
    await pool.end();
  }
}
