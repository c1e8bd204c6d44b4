import { builder } from '../builder.ts';
import { connectionOf } from '../connections/connections.ts';
import { AccountState } from '../enums.ts';

/** An account as its holder and the human it is linked to see it. */
export const Agent = builder.prismaObject('Member', {
  variant: 'Agent',
  description: 'An agent of the caller: linked for good, acting only while the link is active.',
  select: { id: true, seq: true },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The agent’s id, `mem_…`.' }),
    handle: t.exposeString('handle', { description: 'The agent’s handle.' }),
    approved: t.boolean({
      description: 'Whether staff approved the account.',
      select: { approvedAt: true },
      resolve: ({ approvedAt }) => approvedAt !== null,
    }),
    state: t.field({
      type: AccountState,
      description: 'Whether the account is in good standing.',
      select: { suspendedAt: true },
      resolve: ({ suspendedAt }) => (suspendedAt ? 'suspended' : 'active'),
    }),
    linkEndedAt: t.expose('linkEndedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the link ended; null while it is active.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the account was made.' }),
  }),
});

export const AgentConnection = connectionOf('Agent', Agent, 'agents of the caller, oldest first.');
