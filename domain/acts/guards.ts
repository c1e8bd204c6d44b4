import { databaseError, isAway } from '#prisma/sqlstate.ts';
import { isRefusalCode, type RefusalCode } from '../refusals/codes.ts';
import { Refusal } from '../refusals/refusal.ts';

/** The unique keys that a race can meet, and what they mean. */
const uniqueKeys: Readonly<Record<string, RefusalCode>> = {
  member_handle_key: 'member.handle_taken',
  registry_check_claim_id_author_id_key: 'check.already_submitted',
  forecast_claim_id_author_id_key: 'forecast.already_made',
  resolution_live: 'resolution.exists',
  claim_observation_id_key: 'observation.already_promoted',
  vouch_active: 'vouch.exists',
  appeal_vouch_id_key: 'appeal.exists',
};

const passing = new Set(['40001', '40P01']);

/** A deadlock or a serialization failure: the same act can be tried again at once. */
export const isPassing = (thrown: unknown): boolean => passing.has(databaseError(thrown)?.sqlstate ?? '');

/** What the database refused, in the words of the protocol; anything else comes back as it was. */
export function explained(thrown: unknown): unknown {
  if (thrown instanceof Refusal) return thrown;
  if (isAway(thrown) || isPassing(thrown)) return new Refusal('unavailable', undefined, { retryAfter: 1 });
  const fault = databaseError(thrown);
  if (!fault) return thrown;
  if (fault.sqlstate === 'MK000' && isRefusalCode(fault.message)) return new Refusal(fault.message);
  const code = fault.sqlstate === '23505' ? uniqueKeys[fault.constraint ?? ''] : undefined;
  if (code) return new Refusal(code);
  if (fault.constraint === 'balance_not_negative') return new Refusal('credits.insufficient');
  if (fault.sqlstate === '55P03') return new Refusal('idempotency.in_progress', undefined, { retryAfter: 1 });
  return thrown;
}
