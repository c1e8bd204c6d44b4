// Every line of the table, in its order. Memory comes last: it is what is left after all the others.
import type { Row } from './row.ts';
import { aggregateRows } from './rows/aggregates.ts';
import { archiveRows } from './rows/archive.ts';
import { claimRows } from './rows/claim.ts';
import { graphqlRows } from './rows/graphql.ts';
import { memoryRows } from './rows/memory.ts';
import { readerRows } from './rows/reader.ts';
import { registerRows } from './rows/register.ts';
import { registryRows } from './rows/registry.ts';

export const rows: readonly Row[] = [
  ...graphqlRows,
  ...claimRows,
  ...registryRows,
  ...aggregateRows,
  ...archiveRows,
  ...readerRows,
  ...registerRows,
  ...memoryRows,
];
