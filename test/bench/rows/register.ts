// Registering a claim over HTTP, beside the same SQL statements in a transaction without HTTP.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { openRunner } from '#domain/acts/run.ts';
import { registerClaim } from '#domain/claims/register.ts';
import { viewerByToken } from '#domain/members/identify.ts';
import { newId } from '#domain/text/ids.ts';
import { openDatabase, type Sql, sql } from '#prisma/database.ts';
import type { Row } from '../row.ts';
import { ask } from '../stage/ask.ts';
import { type Ask, rateOf } from '../stage/load.ts';
import type { Stage } from '../stage/stage.ts';

const connections = 16;
/** More than one round sends: no key is used twice. */
const asksASecond = 1500;
/** A member's acts in an hour, fewer than the limit. */
const actsAMember = 250;

const paragraph = 'What is observed under these conditions, and what would falsify it, said in plain words. '.repeat(7);
const claim = {
  title: 'A precise assertion that others can check',
  claim: paragraph.trim(),
  method: paragraph.trim(),
  environment: 'Node 20 on Linux, two cores',
  artifactUrl: 'https://example.org/evidence.json',
  artifactSha256: 'a5'.repeat(32),
};

interface Member {
  id: string;
  token: string;
}

/** Members who may act, one after another, each for fewer acts than an hour allows. */
async function* actors({ database }: Stage): AsyncGenerator<Member> {
  const members = await database.query<Member>(sql`
    select m.id, 'mk_' || lpad(t.seq::text, 43, '0') as token
    from token t join member m on m.id = t.member_id where m.role = 'member' and m.kind = 'human' order by t.seq`);
  for (let act = 0; act < members.length * actsAMember; act++) yield members[act % members.length] as Member;
  throw new Error('There are too few members for so many acts.');
}

const register = ({ token }: Member): Ask => ({
  path: '/api/community/registry',
  method: 'POST',
  headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
  body: JSON.stringify(claim),
});

/** The statements of one act as the runner sends them, and what in their values is different in the next act. */
async function recorded(stage: Stage, member: Member) {
  const [database, counting] = [openDatabase(stage.ownerUrl), openDatabase(stage.ownerUrl)];
  const sent: Sql[] = [];
  const counted: Sql[] = [];
  const into = (list: Sql[]) => (text: string, values: readonly unknown[]) => {
    if (text !== 'begin' && text !== 'commit') list.push({ text, values } as Sql);
  };
  database.onStatement = into(sent);
  counting.onStatement = into(counted);
  try {
    const caller = await viewerByToken(database, member.token);
    assert(caller);
    const runner = openRunner({ database, counting, origin: stage.origin });
    const key = randomUUID();
    const { id } = await runner.act(registerClaim, claim, { caller, key });
    const [identified, ...acted] = sent;
    assert(identified && acted.length >= 6 && counted.length === 1);
    return { identified, acted, counted, own: { id, key, member: member.id } };
  } finally {
    await Promise.all([database.close(), counting.close()]);
  }
}

/** The same statement of another act: other ids and another key, wherever they stand. */
function ofAnother(statement: Sql, changes: readonly (readonly [string, string])[]): Sql {
  const changed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(changed);
    return typeof value === 'string' ? changes.reduce((text, [from, to]) => text.replaceAll(from, to), value) : value;
  };
  return { text: statement.text, values: statement.values.map(changed) } as Sql;
}

export const registerRows: Row[] = [
  {
    name: 'register',
    work: 'registering a claim: HTTP, idempotency, limits, publication',
    against: 'the same SQL statements in a transaction, no HTTP',
    bound: { least: 0.4, aim: 0.6 },
    async prepare({ written, seconds }) {
      const stage = await written();
      const api = await stage.api();
      const acting = actors(stage);
      const next = async () => (await acting.next()).value as Member;
      const first = register(await next());
      const { status, bytes } = await ask(api, first);
      assert.equal(status, 201, bytes.toString());
      const { identified, acted, counted, own } = await recorded(stage, await next());
      const database = openDatabase(stage.ownerUrl, { max: connections });
      const counting = openDatabase(stage.ownerUrl, { max: 4, forgetful: true });

      async function bySql(): Promise<void> {
        const changes = [
          [own.id, newId('clm')],
          [own.key, randomUUID()],
          [own.member, (await next()).id],
        ] as const;
        await database.query(identified);
        await database.transaction(async (tx) => {
          for (const statement of counted) await counting.query(ofAnother(statement, changes));
          for (const statement of acted) await tx.query(ofAnother(statement, changes));
        });
      }

      return {
        async ours() {
          const asks: Ask[] = [];
          for (let n = 0; n < seconds * asksASecond; n++) asks.push(register(await next()));
          return rateOf(api, asks, { connections, seconds, once: true });
        },
        async peer() {
          const begun = performance.now();
          let done = 0;
          const work = async () => {
            while (performance.now() - begun < seconds * 1000) {
              await bySql();
              done++;
            }
          };
          await Promise.all(Array.from({ length: connections }, work));
          return done / ((performance.now() - begun) / 1000);
        },
        end: async () => {
          await Promise.all([database.close(), counting.close()]);
        },
      };
    },
  },
];
