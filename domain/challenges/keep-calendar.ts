import { sql, type Transaction } from '#prisma/database.ts';
import type { Outcome } from '../acts/act.ts';
import { newId } from '../text/ids.ts';
import { type Week, weekLength, weeksBetween } from './rules.ts';
import { lockCalendar, oldestEligibleClaim, selectionsPaused } from './select.ts';

interface Kept {
  id: string;
  startsAt: Date;
  endsAt: Date;
  state: 'open' | 'published' | 'idle';
  claimId: string | null;
}

/** Whether the week that has begun has no entry yet, though it is to have one. */
export const weekDue = sql`exists (
  select from public_setting, date_trunc('week', institution_now(), 'UTC') as monday
  where key = 'foundedAt' and (value #>> '{}')::timestamptz < monday + make_interval(secs => ${weekLength / 1000})
    and not exists (select from weekly_challenge where starts_at = monday))`;

/**
 * Brings the calendar up to now (7.3), from the database alone: weeks missed while nothing ran are closed as missed, the open
 * week selects, a week past its Friday is published with its counts or closed as idle. Running it twice changes nothing.
 */
export async function keepCalendar(tx: Transaction): Promise<Outcome> {
  await lockCalendar(tx);
  const { now, founded, paused } = await tx.one<{ now: Date; founded: Date; paused: boolean }>(sql`
    select institution_now() as now, (value #>> '{}')::timestamptz as founded, ${selectionsPaused} as paused
    from public_setting where key = 'foundedAt'`);
  const kept = await tx.query<Kept>(
    sql`select id, starts_at as "startsAt", ends_at as "endsAt", state, claim_id as "claimId" from weekly_challenge order by starts_at`,
  );
  const known = new Map(kept.map((week) => [week.startsAt.getTime(), week]));
  const isOver = (week: { endsAt: Date }) => week.endsAt <= now;
  // Claims before weeks. A check of this week that is still on its way holds its claim, so it is waited for and counted.
  const closing = kept.filter((week) => week.state === 'open' && isOver(week)).map(({ claimId }) => claimId);
  await tx.query(sql`select 1 from claim where id = any (${closing}) order by id collate "C" for share`);

  const touched: string[] = [];
  for (const week of weeksBetween(founded, now)) {
    const entry = known.get(week.startsAt.getTime());
    const over = isOver(week);
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
