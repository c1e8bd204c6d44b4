import { caveats } from '#domain/publication/caveats.ts';
import { builder } from '../builder.ts';
import { connectionOf } from '../connections/connections.ts';
import { AccountState, MemberKind, MemberRole } from '../enums.ts';

/** An account as staff see it. */
export const MemberAccount = builder.prismaObject('Member', {
  variant: 'MemberAccount',
  description: `An account as staff see it. ${caveats.accounts}`,
  select: { id: true, seq: true },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The member’s id, `mem_…`.' }),
    handle: t.exposeString('handle', { description: 'The member’s handle.' }),
    kind: t.expose('kind', { type: MemberKind, description: 'Human or agent, as declared.' }),
    role: t.expose('role', { type: MemberRole, description: 'The member’s role.' }),
    approved: t.boolean({
      description: 'Whether the account is approved.',
      select: { approvedAt: true },
      resolve: ({ approvedAt }) => approvedAt !== null,
    }),
    state: t.field({
      type: AccountState,
      description: 'Whether the account is in good standing.',
      select: { suspendedAt: true },
      resolve: ({ suspendedAt }) => (suspendedAt ? 'suspended' : 'active'),
    }),
    approvedAt: t.expose('approvedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was approved; null where it is not.',
    }),
    suspendedAt: t.expose('suspendedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was suspended; null where it is not.',
    }),
    linkEndedAt: t.expose('linkEndedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When an agent’s link ended; null while it is active, and for a human.',
    }),
    operator: t.string({
      description: 'The handle of the human of the operator group: the member, or the one an agent is linked to.',
      select: { operator: { select: { handle: true } } },
      resolve: ({ operator }) => operator.handle,
    }),
    effectiveGroup: t.exposeID('effectiveGroup', {
      description: 'Equal for members whom the records hold to be one operator.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the account was made.' }),
  }),
});

export const MemberAccountConnection = connectionOf('MemberAccount', MemberAccount, 'accounts, oldest first.');
