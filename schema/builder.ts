import SchemaBuilder from '@pothos/core';
import PrismaPlugin from '@pothos/plugin-prisma';
import type { PrismaClient } from '#prisma/client.ts';
import type PrismaTypes from '#prisma/generated/pothos.ts';
import { getDatamodel } from '#prisma/generated/pothos.ts';
import type { Context } from './context.ts';

interface SchemaTypes {
  Context: Context;
  PrismaTypes: PrismaTypes;
  Scalars: {
    ID: { Input: string; Output: string };
    /** Milliseconds since 1970 inside, RFC 3339 outside. */
    DateTime: { Input: Date; Output: Date | number };
  };
  DefaultFieldNullability: false;
}

/** What refs of this builder are typed by. */
export type BuilderTypes = PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>;

/** The builder of the whole schema. A field that can be null says so. */
export const builder = new SchemaBuilder<SchemaTypes>({
  plugins: [PrismaPlugin],
  defaultFieldNullability: false,
  prisma: {
    client: (context): PrismaClient => context.prisma,
    dmmf: getDatamodel(),
    onUnusedQuery: process.env.NODE_ENV === 'production' ? null : 'warn',
  },
});

builder.queryType({ description: 'What anyone may read, and under `viewer` and `staff` what the caller may.' });
