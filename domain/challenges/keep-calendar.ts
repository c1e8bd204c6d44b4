import { sql, type Transaction } from '#prisma/database.ts';
import type { Outcome } from '../acts/act.ts';
import { newId } from '../text/ids.ts';
import { type Week, weeksBetween } from './rules.ts';
import { oldestEligibleClaim, selectionsPaused } from './select.ts';

interface Kept {
  id: string;
  startsAt: Date;
  state: 'open' | 'published' | 'idle';
  claimId: string | null;
}

/**
 * Brings the calendar up to now (7.3), from the database alone: weeks missed while nothing ran are closed as missed, the open
 * week selects, a week past its Friday is published with its counts or closed as idle. Running it twice changes nothing.
 */
export async function keepCalendar(tx: Transaction): Promise<Outcome> {
  await tx.query(sql`select 1 from pg_advisory_xact_lock(hashtextextended('weekly_challenge', 0))`);
  const { now, founded, paused } = await tx.one<{ now: Date; founded: Date; paused: boolean }>(sql`
    select institution_now() as now, (value #>> '{}')::timestamptz as founded, ${selectionsPaused} as paused
    from public_setting where key = 'foundedAt'`);
  const kept = await tx.query<Kept>(
    sql`select id, starts_at as "startsAt", state, claim_id as "claimId" from weekly_challenge order by starts_at`,
  );
  const known = new Map(kept.map((week) => [week.startsAt.getTime(), week]));

  const touched: string[] = [];
  for (const week of weeksBetween(founded, now)) {
    const entry = known.get(week.startsAt.getTime());
    const over = week.endsAt <= now;
    if (!entry) touched.push(over ? await miss(tx, week) : await open(tx, week, paused));
    else if (entry.state === 'open') touched.push(...(over ? await close(tx, entry) : await select(tx, entry, paused)));
  }
  return { id: 'calendar', touched: { challenges: touched } };
}

async function insert(
  tx: Transaction,
  week: Week,
  state: 'open' | 'idle',
  reason: string | null,
  claimId: string | null,
): Promise<string> {
  const id = newId('wkc');
  await tx.query(sql`
    insert into weekly_challenge (id, week, starts_at, ends_at, state, reason, claim_id, selected_at, changed_at)
    select ${id}, ${week.name}, ${week.startsAt}, ${week.endsAt}, ${state}::challenge_state, ${reason}::challenge_reason, ${claimId},
      case when ${claimId}::text is not null then moment end, moment from institution_now() as moment`);
  return id;
}

/** A week that passed unseen: nothing of it is made up. */
const miss = (tx: Transaction, week: Week): Promise<string> => insert(tx, week, 'idle', 'missed', null);

async function open(tx: Transaction, week: Week, paused: boolean): Promise<string> {
  const claimId = paused ? undefined : await oldestEligibleClaim(tx);
  return insert(tx, week, 'open', paused ? 'paused' : null, claimId ?? null);
}

/** An open week without a claim takes the oldest that has become eligible, unless selections are paused. */
async function select(tx: Transaction, { id, claimId }: Kept, paused: boolean): Promise<string[]> {
  if (claimId !== null) return [];
  const eligible = paused ? undefined : await oldestEligibleClaim(tx);
  const changed = await tx.query<{ id: string }>(sql`
    update weekly_challenge set claim_id = ${eligible ?? null}, selected_at = case when ${eligible ?? null}::text is not null then institution_now() end,
      reason = ${paused ? 'paused' : null}::challenge_reason
    where id = ${id} and claim_id is null and (${eligible ?? null}::text is not null or reason is distinct from ${paused ? 'paused' : null}::challenge_reason)
    returning id`);
  return changed.map((week) => week.id);
}

/** Friday 18:00 is over: the counts of the selected claim's checks as they stand now, or an honestly idle week. */
async function close(tx: Transaction, { id }: Kept): Promise<string[]> {
  const closed = await tx.query<{ id: string }>(sql`
    update weekly_challenge w set
      state = case when w.claim_id is null then 'idle' else 'published' end::challenge_state,
      reason = case when w.claim_id is null then coalesce(w.reason, 'no_claim') end,
      published_at = case when w.claim_id is not null then institution_now() end,
      submitted = case when w.claim_id is not null then counts.submitted end, accepted = case when w.claim_id is not null then counts.accepted end,
      supports = case when w.claim_id is not null then counts.supports end, challenges = case when w.claim_id is not null then counts.challenges end,
      unresolved = case when w.claim_id is not null then counts.unresolved end
    from weekly_challenge own left join lateral (
      select count(*) as submitted, count(*) filter (where k.state = 'accepted') as accepted,
        count(*) filter (where k.state = 'accepted' and k.result = 'supports') as supports,
        count(*) filter (where k.state = 'accepted' and k.result = 'challenges') as challenges,
        count(*) filter (where k.state = 'accepted' and k.result = 'unresolved') as unresolved
      from registry_check k where k.claim_id = own.claim_id and k.submitted_at >= own.starts_at and k.submitted_at < own.ends_at) counts on true
    where own.id = ${id} and w.id = own.id and w.state = 'open' returning w.id`);
  return closed.map((week) => week.id);
}
