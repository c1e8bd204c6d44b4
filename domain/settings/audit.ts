import { sql, type Transaction } from '#prisma/database.ts';
import { newId } from '../text/ids.ts';

export interface AuditEntry {
  /** Null for the institution itself: the command line, a job. */
  actorId: string | null;
  act: string;
  subject: string;
  reason?: string | undefined;
  detail?: Record<string, unknown>;
}

/** Records a staff act for staff (7.5) with the commit, since the list's lock is one for all; append-only by the database. */
export function record(tx: Transaction, { actorId, act, subject, reason, detail }: AuditEntry): void {
  tx.atCommit(sql`insert into audit_entry (id, at, actor_id, act, subject, reason, detail)
    values (${newId('aud')}, institution_now(), ${actorId}, ${act}, ${subject}, ${reason ?? null}, ${JSON.stringify(detail ?? {})}::jsonb)`);
}
