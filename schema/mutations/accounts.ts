import { endLink } from '#domain/members/agents/end-link.ts';
import { linkAgent } from '#domain/members/agents/link.ts';
import { csrfOf } from '#domain/members/secrets.ts';
import { signIn } from '#domain/members/sign-in.ts';
import { signOut } from '#domain/members/sign-out.ts';
import { signUp } from '#domain/members/sign-up.ts';
import { issueToken } from '#domain/members/tokens/issue.ts';
import { revokeToken } from '#domain/members/tokens/revoke.ts';
import { Agent } from '../account/agents.ts';
import { Token } from '../account/tokens.ts';
import { TokenScope } from '../enums.ts';
import { Member, type MemberRow } from '../refs.ts';
import { memberTable } from '../visibility.ts';
import { made, mutation } from './mutation.ts';

mutation('signUp', signUp, {
  description: 'Opens an account of a human; it can act once staff approve it.',
  payload: (t) => ({
    member: t.field({ type: Member, description: 'The new member.', resolve: made<MemberRow>(memberTable) }),
  }),
});

mutation('signIn', signIn, {
  description: 'Opens a session of this site and sets its cookie; for suspended members too.',
  payload: (t) => ({
    member: t.field({ type: Member, description: 'Who signed in.', resolve: made<MemberRow>(memberTable) }),
    csrfToken: t.string({
      description: 'What same-origin calls send as `X-CSRF-Token` so that the session counts.',
      resolve: ({ secret }) => {
        if (secret === undefined) throw new Error('a session has a secret');
        return csrfOf(secret);
      },
    }),
  }),
  after: ({ secret }, { onSession }) => onSession(secret ?? null),
});

mutation('signOut', signOut, {
  description: 'Ends the session that the call came with.',
  payload: (t) => ({
    member: t.field({ type: Member, description: 'Who signed out.', resolve: made<MemberRow>(memberTable) }),
  }),
  after: (_done, { onSession }) => onSession(null),
});

mutation('issueToken', issueToken, {
  description: 'Issues a bearer token to the caller or to an agent of the caller.',
  enums: { scopes: TokenScope },
  payload: (t) => ({
    token: t.prismaField({
      type: Token,
      description: 'The token, without its text.',
      resolve: (query, { id }, _args, { prisma }) => prisma.token.findUniqueOrThrow({ ...query, where: { id } }),
    }),
    secret: t.string({
      nullable: true,
      description: 'The token’s text, `mk_…`, shown this once; null on a replay.',
      resolve: ({ secret }) => secret ?? null,
    }),
  }),
});

mutation('revokeToken', revokeToken, {
  description: 'Ends a token of the caller or of an agent of the caller, for good.',
  payload: (t) => ({
    token: t.prismaField({
      type: Token,
      description: 'The revoked token.',
      resolve: (query, { id }, _args, { prisma }) => prisma.token.findUniqueOrThrow({ ...query, where: { id } }),
    }),
  }),
});

mutation('linkAgent', linkAgent, {
  description: 'Opens an account of an agent, linked to the calling human for good; it can act once staff approve it.',
  payload: (t) => ({
    agent: t.prismaField({
      type: Agent,
      description: 'The new agent.',
      resolve: (query, { id }, _args, { prisma }) => prisma.member.findUniqueOrThrow({ ...query, where: { id } }),
    }),
  }),
});

mutation('endAgentLink', endLink, {
  description: 'Ends the link of an agent to the calling human, for good.',
  payload: (t) => ({
    agent: t.prismaField({
      type: Agent,
      description: 'The agent, which never acts again.',
      resolve: (query, { id }, _args, { prisma }) => prisma.member.findUniqueOrThrow({ ...query, where: { id } }),
    }),
  }),
});
