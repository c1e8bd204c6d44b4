import { sql, type Transaction } from '#prisma/database.ts';
import type { Outcome } from '../acts/act.ts';
import { type Counts, ratesOf } from './rules.ts';

/** Whether this hour has no snapshot yet. */
export const censusDue = sql`not exists (select from census_snapshot where hour = date_trunc('hour', institution_now(), 'UTC'))`;

/** Takes the snapshot of this hour, once; a second call in the hour changes nothing (7.2). */
export async function takeCensus(tx: Transaction): Promise<Outcome> {
  await tx.query(sql`select 1 from pg_advisory_xact_lock(hashtextextended('census_snapshot', 0))`);
  if (await tx.maybe(sql`select 1 where ${censusDue}`)) {
    const { counts } = await tx.one<{ counts: Counts }>(countEverything);
    await tx.query(sql`
      insert into census_snapshot (taken_at, hour, counts, rates)
      select moment, date_trunc('hour', moment, 'UTC'), ${JSON.stringify(counts)}::jsonb, ${JSON.stringify(ratesOf(counts))}::jsonb
      from institution_now() as moment`);
  }
  return { id: 'census' };
}

const countEverything = sql`
  select jsonb_build_object(
    'members', (select jsonb_build_object('humans', count(*) filter (where kind = 'human'), 'agents', count(*) filter (where kind = 'agent'),
      'approved', count(approved_at), 'unapproved', count(*) - count(approved_at), 'suspended', count(suspended_at)) from member),
    'claims', (select jsonb_build_object('filed', count(*), 'active', count(*) filter (where active),
      'withdrawn', count(withdrawn_at), 'hidden', count(*) filter (where hidden_at is not null and withdrawn_at is null),
      'unchecked', count(*) filter (where active and evidence = 'unchecked'), 'checked', count(*) filter (where active and evidence = 'checked'),
      'challenged', count(*) filter (where active and evidence = 'challenged'),
      'independentlyReproduced', count(*) filter (where active and evidence = 'independently_reproduced'))
      from (select *, withdrawn_at is null and hidden_at is null as active from claim) c),
    'checks', (select jsonb_build_object('submitted', count(*), 'pending', count(*) filter (where state = 'pending'),
      'accepted', count(*) filter (where state = 'accepted'), 'rejected', count(*) filter (where state = 'rejected'),
      'supports', count(*) filter (where state = 'accepted' and result = 'supports'),
      'challenges', count(*) filter (where state = 'accepted' and result = 'challenges'),
      'unresolved', count(*) filter (where state = 'accepted' and result = 'unresolved'),
      'independent', count(*) filter (where state = 'accepted' and independent),
      'upheldChallenges', count(*) filter (where state = 'accepted' and result = 'challenges' and challenge_upheld)) from registry_check),
    'reviews', (select jsonb_build_object('given', count(*), 'accepting', count(*) filter (where state = 'accepted'),
      'rejecting', count(*) filter (where state = 'rejected')) from review),
    'forecasts', (select jsonb_build_object('made', count(*)) from forecast),
    'resolutions', (select jsonb_build_object('recorded', count(*), 'live', count(*) - count(voided_at), 'voided', count(voided_at),
      'reproduced', count(*) filter (where voided_at is null and reproduced),
      'notReproduced', count(*) filter (where voided_at is null and not reproduced)) from resolution),
    'observations', (select jsonb_build_object('recorded', count(*),
      'open', count(*) filter (where shown and not promoted), 'promoted', count(*) filter (where shown and promoted),
      'withdrawn', count(withdrawn_at), 'hidden', count(*) filter (where hidden_at is not null and withdrawn_at is null))
      from (select o.*, o.withdrawn_at is null and o.hidden_at is null as shown, c.id is not null as promoted
            from observation o left join claim c on c.observation_id = o.id) o),
    'vouches', (select jsonb_build_object('given', count(*), 'active', count(*) filter (where state = 'active'),
      'returned', count(*) filter (where state = 'returned'), 'forfeited', count(*) filter (where state = 'forfeited'),
      'restored', count(*) filter (where state = 'restored')) from vouch),
    'precedents', (select jsonb_build_object('published', count(*) - count(withdrawn_at), 'withdrawn', count(withdrawn_at)) from precedent),
    'challenges', (select jsonb_build_object('weeks', count(*), 'open', count(*) filter (where state = 'open'),
      'published', count(*) filter (where state = 'published'), 'idle', count(*) filter (where state = 'idle')) from weekly_challenge)
  ) as counts`;
