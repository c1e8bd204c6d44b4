// What a write transaction costs by the way it is run: the statements of registering a claim, sixteen at once.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { newId } from '#domain/text/ids.ts';
import { openPrisma } from '#prisma/client.ts';
import { openDatabase, type Sql, sql } from '#prisma/database.ts';
import { migrate } from '#prisma/migrate.ts';
import { openCluster } from '#services/local/postgres/cluster.ts';
import { placeCluster } from '#services/local/postgres/place.ts';

const atOnce = 16;
const seconds = Number(process.argv[2] ?? 5);
const rounds = 3;

const folder = mkdtempSync(path.join(tmpdir(), 'morrowkin-bench-'));
chmodSync(folder, 0o711);
const cluster = await openCluster({
  place: placeCluster(folder),
  secrets: { superuser: 'bench', owner: 'bench' },
  throwAway: true,
});
await migrate(cluster.ownerUrl);
const database = openDatabase(cluster.ownerUrl, { max: atOnce });
const prisma = openPrisma(cluster.ownerUrl, atOnce);
const author = newId('mem');
await database.query(sql`insert into member (id, handle, kind, approved_at, operator_group, effective_group, created_at)
  values (${author}, 'bench', 'human', now(), ${author}, ${author}, now())`);

function statements(): Sql[] {
  const id = newId('clm');
  const text = 'What should be observed and falsified. '.repeat(20);
  return [
    sql`select m.id, m.role, m.effective_group from member m join member h on h.id = m.operator_group where m.id = ${author}`,
    sql`select won from claim_idempotency_key(${author}, ${id}, 'publish_claim', ${Buffer.from(id)})`,
    sql`insert into claim (id, author_id, title, claim, method, environment, artifact_url, artifact_sha256, created_at, changed_at)
      select ${id}, ${author}, 'A precise checkable assertion', ${text}, ${text}, 'Node 20', 'https://example.com/e', ${'a'.repeat(64)}, at, at from institution_now() at`,
    sql`select c.id, a.handle from claim c join member a on a.id = c.author_id where c.id = ${id}`,
    sql`select 1 from publish('claims', ${[id]}::text[], ${[text]}::text[])`,
    sql`update idempotency_key set made_id = ${id} where member_id = ${author} and key = ${id}`,
  ];
}

const ways: Record<string, () => Promise<unknown>> = {
  'pg transaction, named statements': () =>
    database.transaction(async (tx) => {
      for (const statement of statements()) await tx.query(statement);
    }),
  'Prisma interactive transaction': () =>
    prisma.$transaction(
      async (tx) => {
        for (const { sql: text, values } of statements()) {
          let n = 0;
          await tx.$queryRawUnsafe(
            text.replaceAll('?', () => `$${++n}`),
            ...values,
          );
        }
      },
      { maxWait: 30_000, timeout: 30_000 },
    ),
};

async function rate(way: () => Promise<unknown>): Promise<number> {
  const end = performance.now() + seconds * 1000;
  let done = 0;
  const work = async () => {
    while (performance.now() < end) {
      await way();
      done++;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return done / seconds;
}

const rates = new Map(Object.keys(ways).map((name) => [name, [] as number[]]));
for (let round = 0; round < rounds; round++)
  for (const [name, way] of Object.entries(ways)) rates.get(name)?.push(await rate(way));
const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
const base = median(rates.get('Prisma interactive transaction') ?? []);
for (const [name, values] of rates)
  console.log(
    `${name}: ${(median(values) / base).toFixed(2)} (${values.map((value) => value.toFixed(0)).join(', ')} a second)`,
  );

await database.close();
await prisma.$disconnect();
await cluster.stop();
rmSync(folder, { recursive: true, force: true });
