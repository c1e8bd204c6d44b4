// Plain object types fed by one statement made from the selection: the schema of the institution itself.
import { openDatabase } from '#prisma/database.ts';
import { schema } from '#schema/schema.ts';
import { serve } from './serve.ts';

const database = openDatabase(process.env.BENCH_DATABASE_URL ?? '', { max: 8 });
await serve(schema, { database, viewer: null, origin: 'http://127.0.0.1:4000' });
