// Writes schema.graphql: npm run schema:print.
import { writeFileSync } from 'node:fs';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { schema } from './schema.ts';

/** The contract as text, in an order that does not move with imports. */
export const printed = (): string => `${printSchema(lexicographicSortSchema(schema))}\n`;

export function main(): void {
  writeFileSync(new URL('./schema.graphql', import.meta.url), printed());
}
