// Pothos' Prisma plugin as well as it goes: keyset paging, joins, select mode, named statements, generic plans.
import SchemaBuilder from '@pothos/core';
import PrismaPlugin from '@pothos/plugin-prisma';
import { PrismaPg } from '@prisma/adapter-pg';
import type PrismaTypes from '../../../prisma/generated/pothos.ts';
import { getDatamodel } from '../../../prisma/generated/pothos.ts';
import { PrismaClient } from '../generated/client/client.ts';
import { serve } from '../reads/serve.ts';

const names = new Map<string, string>();
const prisma = new PrismaClient({
  adapter: new PrismaPg(
    {
      connectionString: process.env.BENCH_DATABASE_URL,
      max: 8,
      options: '-c timezone=UTC -c plan_cache_mode=force_generic_plan',
    },
    {
      statementNameGenerator: ({ sql }) => {
        const name = names.get(sql) ?? `s${names.size}`;
        names.set(sql, name);
        return name;
      },
    },
  ),
});

const builder = new SchemaBuilder<{ PrismaTypes: PrismaTypes; DefaultFieldNullability: false }>({
  plugins: [PrismaPlugin],
  defaultFieldNullability: false,
  prisma: { client: prisma, dmmf: getDatamodel() },
});

builder.prismaObject('Member', { select: { id: true }, fields: (t) => ({ handle: t.exposeString('handle') }) });
builder.prismaObject('Check', {
  select: { id: true },
  fields: (t) => ({ id: t.exposeID('id'), result: t.exposeString('result'), author: t.relation('author') }),
});
builder.prismaObject('Relationship', {
  select: { id: true },
  fields: (t) => ({ kind: t.exposeString('kind'), target: t.relation('target'), source: t.relation('source') }),
});
builder.prismaObject('Claim', {
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    title: t.exposeString('title'),
    claim: t.exposeString('claim'),
    evidence: t.exposeString('evidence'),
    author: t.relation('author'),
    checks: t.relation('checks', { query: { where: { state: 'accepted' }, orderBy: { ordinal: 'asc' }, take: 5 } }),
    outgoing: t.relation('outgoing', { query: { orderBy: { n: 'asc' } } }),
    incoming: t.relation('incoming', { query: { orderBy: { id: 'asc' } } }),
  }),
});
builder.queryType({
  fields: (t) => ({
    claims: t.prismaField({
      type: ['Claim'],
      args: { after: t.arg.int({ required: true }), first: t.arg.int({ required: true }) },
      resolve: (query, _root, { after, first }) =>
        prisma.claim.findMany({
          ...query,
          relationLoadStrategy: 'join',
          where: { withdrawnAt: null, hiddenAt: null, ordinal: { gt: after } },
          orderBy: { ordinal: 'asc' },
          take: first,
        }),
    }),
  }),
});

await serve(builder.toSchema(), {});
