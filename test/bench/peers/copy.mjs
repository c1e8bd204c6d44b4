// The stored records of a dataset copied into a file by a client that may read them all: node copy.mjs DATABASE_URL FILE
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { to } from 'pg-copy-streams';

const [, , connectionString, file] = process.argv;
const client = new pg.Client({ connectionString });
await client.connect();
const records = "select body from publication where dataset = 'claims' and body is not null order by ordinal";
await pipeline(client.query(to(`copy (${records}) to stdout`)), createWriteStream(file));
await client.end();
