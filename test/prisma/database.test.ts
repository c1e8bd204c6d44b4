import { expect, test } from 'vitest';
import { openDatabase, sql } from '#prisma/database.ts';
import { createDatabase } from '../kit/cluster.ts';

async function opened() {
  const { url } = await createDatabase();
  const database = openDatabase(url, { max: 2 });
  await database.query(sql`create table thing (id int primary key)`);
  const ids = async () =>
    (await database.query<{ id: number }>(sql`select id from thing order by id`)).map(({ id }) => id);
  return { database, ids };
}

test('statements sent without waiting run in their order, those of the commit last', async () => {
  const { database, ids } = await opened();
  const seen: string[] = [];
  database.onStatement = (text) => seen.push(text);
  await database.transaction(async (tx) => {
    tx.atCommit(sql`delete from thing where id = 2`);
    const [, [row]] = await Promise.all([
      tx.query(sql`insert into thing values (1), (2)`),
      tx.query<{ sum: number }>(sql`select sum(id)::int from thing`),
    ]);
    expect(row?.sum).toBe(3);
  });
  expect(seen).toEqual([
    'begin',
    'insert into thing values (1), (2)',
    'select sum(id)::int from thing',
    'delete from thing where id = 2',
    'commit',
  ]);
  expect(await ids()).toEqual([1]);
  await database.close();
});

test('what fails is told by its own cause, and nothing of its transaction stays', async () => {
  const { database, ids } = await opened();
  const insert = sql`insert into thing values (1)`;
  const failing = [
    () => database.transaction((tx) => Promise.all([tx.query(insert), tx.query(insert), tx.query(sql`select 1`)])),
    () =>
      database.transaction(async (tx) => {
        tx.atCommit(insert);
        tx.atCommit(insert);
        tx.atCommit(sql`select 1`);
      }),
  ];
  for (const work of failing) await expect(work()).rejects.toMatchObject({ code: '23505' });
  expect(await ids()).toEqual([]);
  await database.close();
});

test('a part that goes on after another failed sends nothing outside the transaction', async () => {
  const { database, ids } = await opened();
  let late: Promise<unknown> | undefined;
  const work = database.transaction((tx) => {
    late = (async () => {
      await tx.query(sql`select 1`);
      await new Promise((done) => setTimeout(done, 50));
      await tx.query(sql`insert into thing values (7)`);
    })();
    late.catch(() => {});
    return Promise.all([late, tx.query(sql`select 1 / 0`)]);
  });
  await expect(work).rejects.toMatchObject({ code: '22012' });
  await expect(late).rejects.toThrow('the transaction is over');
  expect(await ids()).toEqual([]);
  await database.close();
});
