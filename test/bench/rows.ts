// Every line of the table, in its order. Memory comes last: it is what is left after all the others.
import type { Row } from './row.ts';
import { archiveRows } from './rows/archive.ts';
import { graphqlRows } from './rows/graphql.ts';
import { memoryRows } from './rows/memory.ts';
import { readerRows } from './rows/reader.ts';
import { registerRows } from './rows/register.ts';

export const rows: readonly Row[] = [...graphqlRows, ...archiveRows, ...readerRows, ...registerRows, ...memoryRows];
