// `institution member …`: opens accounts and decides about them.
import { text as readText } from 'node:stream/consumers';
import type { Command } from 'commander';
import { type CreatedMember, createMembers, type NewMember, newMember } from '#domain/members/create.ts';
import { type Decision, decideAsInstitution } from '#domain/members/decide.ts';
import { hashPassword } from '#domain/members/passwords.ts';
import { newPassword, setPassword } from '#domain/members/set-password.ts';
import { Refusal } from '#domain/refusals/refusal.ts';
import { readInput } from '#domain/text/input.ts';
import { type Answer, administer } from './administer.ts';

const batch = 500;

interface CreateOptions {
  agentOf?: string;
  role?: string;
  approved?: boolean;
  token?: string;
}

interface ReasonOption {
  reason?: string;
}

export function memberCommands(program: Command): void {
  const member = program.command('member').description('accounts of humans and agents');

  const create = member
    .command('create')
    .description('open an account; without a handle, one for each line of NDJSON on standard input')
    .argument('[handle]')
    .option('--agent-of <handle>', 'make it an agent of this human, for good')
    .option('--role <role>', 'member, moderator or administrator')
    .option('--approved', 'let it act at once')
    .option('--token <scopes>', 'give it a token with these scopes, such as read,write; shown once');
  create.action((handle: string | undefined, options: CreateOptions) =>
    administer(create, async ({ runner }, tell) => {
      const given = handle === undefined ? await lines() : [{ where: '', value: { handle } }];
      const members = given.map(({ where, value }) => read(where, { ...options, ...value }));
      for (let at = 0; at < members.length; at += batch) {
        const part = members.slice(at, at + batch);
        const created: CreatedMember[] = [];
        await runner.system('create_members', async (tx) => {
          const done = await createMembers(tx, part);
          created.splice(0, created.length, ...done.created);
          return done.outcome;
        });
        for (const one of created) tell({ text: lineOf(one), data: one });
      }
      return undefined;
    }),
  );

  const decisions: [name: string, description: string, decision: Decision, done: string][] = [
    ['approve', 'let an account act', { approved: true }, 'is approved'],
    ['suspend', 'take away everything but reading, the export and appeals', { state: 'suspended' }, 'is suspended'],
    ['restore', 'end a suspension', { state: 'active' }, 'is in good standing'],
  ];
  for (const [name, description, decision, done] of decisions) {
    const command = member
      .command(name)
      .description(description)
      .argument('<handle>')
      .option('--reason <text>', 'why, for the record');
    command.action((handle: string, { reason }: ReasonOption) =>
      administer(command, async ({ runner }): Promise<Answer> => {
        const { id } = await runner.system('decide_member', (tx) => decideAsInstitution(tx, handle, decision, reason));
        return { text: `${handle} ${done}.`, data: { id, handle: handle.toLowerCase(), ...decision } };
      }),
    );
  }

  const role = member
    .command('role')
    .description('give a staff role, or take it with "member"')
    .argument('<handle>')
    .argument('<role>', 'member, moderator or administrator')
    .option('--reason <text>', 'why, for the record');
  role.action((handle: string, given: string, { reason }: ReasonOption) =>
    administer(role, async ({ runner }): Promise<Answer> => {
      const { role } = read('', { handle, role: given });
      const { id } = await runner.system('decide_member', (tx) => decideAsInstitution(tx, handle, { role }, reason));
      return { text: `${handle} is ${role} now.`, data: { id, handle: handle.toLowerCase(), role } };
    }),
  );

  const password = member
    .command('password')
    .description('give a human the password on standard input, and end the sessions')
    .argument('<handle>');
  password.action((handle: string) =>
    administer(password, async ({ runner }): Promise<Answer> => {
      const given = readInput<{ password: string }>(newPassword, undefined, { password: await standardInput() });
      const hash = await hashPassword(given.password);
      const { id } = await runner.system('set_password', (tx) => setPassword(tx, handle, hash));
      return { text: `${handle} has a new password.`, data: { id, handle: handle.toLowerCase() } };
    }),
  );
}

const lineOf = ({ id, handle, token }: CreatedMember): string =>
  token === undefined ? `${id} ${handle}` : `${id} ${handle} ${token}`;

/** What a program or a person gave, as an account to open; scopes may come as a list or as `read,write`. */
function read(where: string, value: Record<string, unknown>): NewMember {
  const { token } = value;
  try {
    return readInput<NewMember>(newMember, undefined, {
      ...value,
      ...(typeof token === 'string' ? { token: token.split(',').map((scope) => scope.trim()) } : {}),
    });
  } catch (thrown) {
    if (thrown instanceof Refusal) throw new Error(`${where}${thrown.message}`);
    throw thrown;
  }
}

async function standardInput(): Promise<string> {
  if (process.stdin.isTTY) throw new Error('Nothing was given: it is read from standard input.');
  return readText(process.stdin);
}

async function lines(): Promise<{ where: string; value: Record<string, unknown> }[]> {
  const all = (await standardInput()).split('\n').map((line, index) => ({ line, where: `Line ${index + 1}: ` }));
  const filled = all.filter(({ line }) => line.trim() !== '');
  if (filled.length === 0) throw new Error('Give a handle, or lines of NDJSON on standard input.');
  return filled.map(({ line, where }) => {
    const value = objectOf(line);
    if (!value) throw new Error(`${where}is not a JSON object.`);
    return { where, value };
  });
}

function objectOf(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
