import { builder } from '../builder.ts';
import { connectionOf } from '../connections/connections.ts';
import { TokenScope } from '../enums.ts';

/** A bearer token without its text, of which only a hash is kept (1.4). */
export const Token = builder.prismaObject('Token', {
  description: 'A bearer token of the caller or of an agent of the caller. Its text is shown once, when it is issued.',
  select: { id: true, seq: true },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The token’s id, `tok_…`; no secret.' }),
    label: t.exposeString('label', { description: 'What it is for, in its holder’s words; may be empty.' }),
    scopes: t.field({
      type: [TokenScope],
      description: 'What it is good for.',
      select: { scopes: true },
      resolve: ({ scopes }) => scopes.filter((scope) => scope === 'read' || scope === 'write'),
    }),
    holder: t.string({
      description: 'The handle of whose token it is: the caller or an agent of the caller.',
      select: { member: { select: { handle: true } } },
      resolve: ({ member }) => member.handle,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was issued.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it ends; null for never.',
    }),
    revokedAt: t.expose('revokedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was revoked; null while it was not.',
    }),
  }),
});

export const TokenConnection = connectionOf('Token', Token, 'tokens, oldest first.');
