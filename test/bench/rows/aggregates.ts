// What is computed over everything, beside one aggregate written by hand over the same rows.
import assert from 'node:assert/strict';
import { type Sql, sql } from '#prisma/database.ts';
import type { Row } from '../row.ts';
import { ask } from '../stage/ask.ts';

/** The first answer after a change, beside one aggregate over the same rows, at --large claims. */
const aggregate = (name: string, path: string, query: Sql): Row => ({
  name,
  work: `${path}, first answer after a change`,
  against: 'one hand-written aggregate over the same rows',
  bound: { most: 2, aim: 1.1 },
  async prepare({ growth }) {
    const { large } = await growth();
    const api = await large.api();
    const timed = async (work: () => Promise<unknown>) => {
      const started = performance.now();
      await work();
      return performance.now() - started;
    };
    return {
      async ours() {
        await large.database.query(sql`update public_setting set value = value where key = 'origin'`);
        return timed(async () => assert.equal((await ask(api, { path: `/api/community/${path}` })).status, 200));
      },
      peer: () => timed(() => large.database.query(query)),
    };
  },
});

const active = sql`c.withdrawn_at is null and c.hidden_at is null`;

export const aggregateRows: Row[] = [
  aggregate(
    'census',
    'census',
    sql`select count(*), count(*) filter (where ${active}), count(*) filter (where evidence = 'challenged') from claim c`,
  ),
  aggregate(
    'calibration',
    'calibration',
    sql`select least(f.millionths / 200000, 4) as band, m.handle, count(*), count(distinct f.claim_id), avg(f.millionths),
        avg((f.millionths / 1e6 - r.reproduced::int) ^ 2)
      from resolution r join registry_check k on k.id = r.evidence_check_id join claim c on c.id = r.claim_id
        join forecast f on f.claim_id = c.id join member m on m.id = f.author_id
      where r.voided_at is null and k.state = 'accepted' and ${active} group by grouping sets ((1), (m.handle))`,
  ),
  aggregate(
    'checkers',
    'checkers',
    sql`select m.handle, m.kind, count(*), count(*) filter (where k.result = 'challenges' and k.challenge_upheld)
      from registry_check k join claim c on c.id = k.claim_id join member m on m.id = k.author_id
      where k.state = 'accepted' and ${active} group by 1, 2 order by 3 desc, 4 desc, 1`,
  ),
];
