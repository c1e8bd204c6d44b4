import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { viewerByToken } from '#domain/members/identify.ts';
import { signIn } from '#domain/members/sign-in.ts';
import { sql } from '#prisma/database.ts';
import { main } from '#services/admin/institution.ts';
import { openInstitution, type TestInstitution } from '#test/kit/institution.ts';

let institution: TestInstitution;
const dataDir = mkdtempSync(path.join(tmpdir(), 'morrowkin-admin-'));
beforeAll(async () => {
  institution = await openInstitution();
  vi.stubEnv('DATABASE_URL', institution.url);
  vi.stubEnv('DATA_DIR', dataDir);
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(dataDir, { recursive: true, force: true });
});

interface Ran {
  out: string;
  /** The sentence that the command line prints before it ends with 1. */
  wrong?: string;
}

/** The command line's program, with this on its standard input. */
async function run(args: string[], input = ''): Promise<Ran> {
  const told: string[] = [];
  const out = vi.spyOn(process.stdout, 'write').mockImplementation((text) => told.push(String(text)) > 0);
  const stdin = vi.spyOn(process, 'stdin', 'get').mockReturnValue(Readable.from([input]) as typeof process.stdin);
  try {
    await main(args);
    return { out: told.join('') };
  } catch (thrown) {
    if (!(thrown instanceof Error)) throw thrown;
    return { out: told.join(''), wrong: thrown.message };
  } finally {
    out.mockRestore();
    stdin.mockRestore();
  }
}

const memberOf = (handle: string) =>
  institution.database.maybe<{ kind: string; role: string; approved: boolean; suspended: boolean; human: string }>(sql`
    select m.kind, m.role, m.approved_at is not null as approved, m.suspended_at is not null as suspended, h.handle as human
    from member m join member h on h.id = m.operator_group where m.handle = ${handle}`);

test('a member is created with role, approval and a token that works, and everything is told once', async () => {
  const { wrong, out } = await run([
    'member',
    'create',
    'ada',
    '--role',
    'administrator',
    '--approved',
    '--token',
    'read,write',
    '--json',
  ]);
  expect(wrong).toBeUndefined();
  const told = JSON.parse(out);
  expect(await viewerByToken(institution.database, told.token)).toMatchObject({
    memberId: told.id,
    handle: 'ada',
    role: 'administrator',
    scopes: ['read', 'write'],
  });
  const agent = await run(['member', 'create', 'ada-bot', '--agent-of', 'Ada']);
  expect(agent.out).toMatch(/^mem_[0-9a-z]{26} ada-bot\n$/);
  expect(await memberOf('ada-bot')).toEqual({
    kind: 'agent',
    role: 'member',
    approved: false,
    suspended: false,
    human: 'ada',
  });
  const { act, actor } = await institution.database.one<{ act: string; actor: null }>(
    sql`select act, actor_id as actor from audit_entry order by seq limit 1`,
  );
  expect({ act, actor }).toEqual({ act: 'create_members', actor: null });
});

test('thousands come as lines of JSON, humans and their agents together, and options fill what a line leaves out', async () => {
  const lines = Array.from({ length: 1500 }, (_, n) => [
    JSON.stringify({ handle: `h-${n}`, approved: n % 2 === 0 }),
    JSON.stringify({ handle: `a-${n}`, agentOf: `h-${n}`, token: 'write' }),
  ]).flat();
  const { wrong, out } = await run(['member', 'create', '--approved', '--json'], `${lines.join('\n')}\n\n`);
  expect(wrong).toBeUndefined();
  const told = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(told.map(({ handle }) => handle)).toEqual(lines.map((line) => JSON.parse(line).handle));
  expect(await viewerByToken(institution.database, told[2999].token)).toMatchObject({
    handle: 'a-1499',
    scopes: ['write'],
  });
  expect(await memberOf('h-1')).toMatchObject({ approved: false });
  expect(await memberOf('a-1')).toMatchObject({ approved: true, human: 'h-1' });
});

test('what is wrong is said in a sentence, and nothing of it is done', async () => {
  const cases: [string[], string, RegExp][] = [
    [['member', 'create', 'ada'], '', /^Taken already: ada$/],
    [['member', 'create', 'bot', '--agent-of', 'nobody'], '', /^No human has the handle nobody$/],
    [['member', 'create', 'bot', '--agent-of', 'ada-bot'], '', /^No human has the handle ada-bot$/],
    [['member', 'create', 'new-one', '--role', 'king'], '', /^role is one of member, moderator, administrator$/],
    [['member', 'create'], '{"handle":"new-one"}\n{"handle":"x"}\n', /^Line 2: handle needs at least 3 characters$/],
    [['member', 'create'], '{"handle":"new-one"}\nnonsense\n', /^Line 2: is not a JSON object\.$/],
    [['member', 'create'], '{"handle":"new-one","colour":"red"}\n', /^Line 1: Not known: colour$/],
    [['member', 'create'], '{"handle":"new-one"}\n{"handle":"new-one"}\n', /^Taken already: new-one$/],
    [['member', 'create'], '', /^Give a handle, or lines of NDJSON on standard input\.$/],
    [['member', 'suspend', 'nobody'], '', /^There is no member of this handle\.$/],
    [
      ['operator', 'same', 'ada', 'ada-bot', '--reason', 'They are one and the same.'],
      '',
      /^The groups are one operator already$/,
    ],
    [['operator', 'same', 'ada', 'h-1', '--reason', 'short'], '', /^reason needs at least 20 characters$/],
    [['operator', 'void', 'opr_none', '--reason', 'They are not one at all.'], '', /^There is no such record\.$/],
    [['member', 'password', 'ada-bot'], 'a long enough password', /^An agent has tokens, no password\.$/],
    [['member', 'password', 'ada'], 'short', /^password needs at least 12 characters$/],
  ];
  for (const [args, input, sentence] of cases) {
    expect([args, await run(args, input)]).toEqual([args, { out: '', wrong: expect.stringMatching(sentence) }]);
  }
  expect(await memberOf('new-one')).toBeUndefined();
  expect(await memberOf('bot')).toBeUndefined();
});

test('run as a script it ends with 0 or, after its sentence, with 1', () => {
  const ended = (...args: string[]) => {
    const { status, stderr } = spawnSync(
      process.execPath,
      ['services/local/command.mjs', 'services/admin/institution.ts', ...args],
      { env: process.env, encoding: 'utf8' },
    );
    return { status, last: stderr.trimEnd().split('\n').at(-1) };
  };
  expect(ended('member', 'create', 'scripted')).toMatchObject({ status: 0 });
  expect(ended('member', 'create', 'scripted')).toEqual({ status: 1, last: 'Taken already: scripted' });
});

test('accounts are approved, suspended and restored, given roles and passwords, and joined as one operator', async () => {
  await run(['member', 'create', 'eve']);
  expect((await run(['member', 'approve', 'EVE'])).out).toBe('EVE is approved.\n');
  await run(['member', 'suspend', 'eve', '--reason', 'Spam in every claim.']);
  expect(await memberOf('eve')).toMatchObject({ approved: true, suspended: true });
  await run(['member', 'restore', 'eve']);
  await run(['member', 'role', 'eve', 'moderator']);
  expect(await memberOf('eve')).toMatchObject({ suspended: false, role: 'moderator' });
  const { reason } = await institution.database.one<{ reason: string }>(
    sql`select reason from audit_entry where act = 'decide_member' and detail ->> 'state' = 'suspended'`,
  );
  expect(reason).toBe('Spam in every claim.');

  await run(['member', 'password', 'eve'], 'a long enough password\n');
  const account = { handle: 'eve', password: 'a long enough password' };
  expect((await institution.runner.open(signIn, account, '203.0.113.1')).secret).toBeDefined();

  const why = ['--reason', 'They share one purse and one roof.', '--json'];
  const { out } = await run(['operator', 'same', 'eve', 'ada-bot', 'h-1', ...why]);
  const groups = () =>
    institution.database.query(
      sql`select distinct effective_group from member where handle in ('eve', 'ada', 'ada-bot', 'h-1', 'a-1')`,
    );
  expect(await groups()).toHaveLength(1);
  expect(await run(['operator', 'void', JSON.parse(out).id, ...why])).not.toHaveProperty('wrong');
  expect(await groups()).toHaveLength(3);
});
