import { type Queryable, sql } from '#prisma/database.ts';
import { setting } from '../settings/read.ts';
import { bandCount, bandEdges, meanBrier, meanProbability, noSums, observedRate, plus, type Sums } from './rules.ts';

export interface Calibration {
  site: { n: number; claims: number; meanBrier: number | null };
  bands: { from: number; to: number; n: number; meanProbability: number | null; observedRate: number | null }[];
  /** By handle. */
  members: { handle: string; n: number; meanBrier: number | null }[];
  /** The offset of the next page of members, null once there is none. */
  nextCursor: number | null;
}

/** Sums as text: whole numbers of any size. */
type TextSums = Record<keyof Sums, string>;
interface Row {
  claims: number;
  minimum: number;
  bands: (TextSums & { band: number })[];
  members: (TextSums & { handle: string })[];
}

const sumsOf = ({ n, probability, outcome, squares }: TextSums): Sums => ({
  n: BigInt(n),
  probability: BigInt(probability),
  outcome: BigInt(outcome),
  squares: BigInt(squares),
});

const sums = sql`count(*)::text as n, sum(millionths)::text as probability, sum(outcome)::text as outcome,
  sum((millionths - 1000000 * outcome)::bigint * (millionths - 1000000 * outcome))::text as squares`;

/** How well forecasts met what was concluded, from the records as they stand, in one snapshot; `after` is an offset into the members by handle (5.3). */
export async function readCalibration(db: Queryable, page: { after: number; limit: number }): Promise<Calibration> {
  const [row] = await db.query<Row>(sql`
    with scored as (
      select f.author_id, f.claim_id, f.millionths, r.reproduced::int as outcome
      from resolution r join registry_check k on k.id = r.evidence_check_id join claim c on c.id = r.claim_id join forecast f on f.claim_id = c.id
      where r.voided_at is null and k.state = 'accepted' and c.withdrawn_at is null and c.hidden_at is null
    ),
    banded as (select least(millionths / 200000, ${bandCount - 1}) as band, ${sums} from scored group by 1),
    member_page as (
      select m.handle, ${sums} from scored s join member m on m.id = s.author_id
      group by m.handle order by m.handle collate "C" offset ${page.after} limit ${page.limit + 1}
    )
    select (select count(distinct claim_id) from scored) as claims,
      (${setting('calibrationMinimumSample')} #>> '{}')::int as minimum,
      (select coalesce(jsonb_agg(banded), '[]') from banded) as bands,
      (select coalesce(jsonb_agg(member_page order by handle collate "C"), '[]') from member_page) as members`);
  if (!row) throw new Error('a statement without a table gave no row');

  const minimum = BigInt(row.minimum);
  const bands = Array.from({ length: bandCount }, (_, band) => {
    const found = row.bands.find((one) => one.band === band);
    return found ? sumsOf(found) : noSums;
  });
  const whole = bands.reduce(plus, noSums);
  const members = row.members.slice(0, page.limit);
  return {
    site: { n: Number(whole.n), claims: row.claims, meanBrier: meanBrier(whole, minimum) },
    bands: bands.map((band, index) => ({
      from: bandEdges[index] ?? 0,
      to: bandEdges[index + 1] ?? 1,
      n: Number(band.n),
      meanProbability: meanProbability(band, minimum),
      observedRate: observedRate(band, minimum),
    })),
    members: members.map((member) => ({
      handle: member.handle,
      n: Number(member.n),
      meanBrier: meanBrier(sumsOf(member), minimum),
    })),
    nextCursor: row.members.length > page.limit ? page.after + page.limit : null,
  };
}
