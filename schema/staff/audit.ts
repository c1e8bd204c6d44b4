import { builder } from '../builder.ts';
import { connectionOf } from '../connections/connections.ts';

/** What staff did: who, when, what and why (7.5). */
export const AuditEntry = builder.prismaObject('AuditEntry', {
  description: 'One recorded act of staff or of the institution itself; append-only.',
  select: { id: true, seq: true },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The entry’s id, `aud_…`.' }),
    at: t.expose('at', { type: 'DateTime', description: 'When.' }),
    actor: t.string({
      nullable: true,
      description: 'The handle of who acted; null for the institution itself.',
      select: { actor: { select: { handle: true } } },
      resolve: ({ actor }) => actor?.handle ?? null,
    }),
    act: t.exposeString('act', { description: 'The action, by its name in the rules document.' }),
    subject: t.exposeString('subject', { description: 'The id of what it was about.' }),
    reason: t.exposeString('reason', { nullable: true, description: 'Why, where a reason was asked for.' }),
    detail: t.string({
      description: 'The rest of what was decided, as JSON text.',
      select: { detail: true },
      resolve: ({ detail }) => JSON.stringify(detail),
    }),
  }),
});

export const AuditEntryConnection = connectionOf('AuditEntry', AuditEntry, 'recorded acts, oldest first.');
