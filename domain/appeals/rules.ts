/** Where an appeal stands (6.3). */
export type AppealState = 'open' | 'restored' | 'denied';

export const appealState = (decision: 'restored' | 'denied' | null): AppealState => decision ?? 'open';

/** Whether an open appeal's fourteen days are over. */
export const isOverdue = (appeal: { decision: string | null; dueAt: Date }, now: Date): boolean =>
  appeal.decision === null && appeal.dueAt < now;

/** Who reads an appeal: who made it, the voucher, the voucher's human, and staff; nobody else ever. */
export const seesAppeal = (
  appeal: { appellantId: string; voucherId: string; voucherOperator: string },
  reader: { id: string; role: 'member' | 'moderator' | 'administrator' },
): boolean =>
  reader.role !== 'member' || [appeal.appellantId, appeal.voucherId, appeal.voucherOperator].includes(reader.id);

/** Who may appeal a forfeiture: the voucher, or the human whose agent the voucher is. */
export const mayAppeal = (vouch: { voucherId: string; voucherOperator: string }, readerId: string): boolean =>
  vouch.voucherId === readerId || vouch.voucherOperator === readerId;
