import { sql, type Transaction } from '#prisma/database.ts';
import type { MemberRole } from '#prisma/generated/enums.ts';
import type { Outcome } from '../acts/act.ts';
import type { Scope } from '../acts/actor.ts';
import { Refusal } from '../refusals/refusal.ts';
import { newId } from '../text/ids.ts';
import { handle, inputOf, newHandle } from '../text/input.ts';
import { lockGroupsShared } from './groups.ts';
import { canonicalHandle } from './rules.ts';
import { mintTokens } from './tokens/mint.ts';

/** An account the institution opens itself (11.3). */
export interface NewMember {
  handle: string;
  /** The handle of the agent's human; a human where it is absent. */
  agentOf?: string;
  role: MemberRole;
  approved: boolean;
  /** The scopes of a first token, where it gets one. */
  token?: Scope[];
}

export const newMember = inputOf(
  {
    handle: newHandle,
    agentOf: handle,
    role: { enum: ['member', 'moderator', 'administrator'], default: 'member' },
    approved: { type: 'boolean', default: false },
    token: { type: 'array', items: { enum: ['read', 'write'] }, minItems: 1, uniqueItems: true },
  },
  ['agentOf', 'role', 'approved', 'token'],
);

export interface CreatedMember {
  id: string;
  handle: string;
  token?: string;
}

interface Row {
  id: string;
  handle: string;
  kind: 'human' | 'agent';
  human: string;
  role: MemberRole;
  approved: boolean;
}

/** Agents follow their humans, so that both can come in one go. */
async function insert(tx: Transaction, rows: readonly Row[]): Promise<Set<string>> {
  const made = await tx.query<{ handle: string }>(sql`
    insert into member (id, handle, kind, role, approved_at, operator_group, effective_group, created_at)
    select g.id, g.handle, g.kind::member_kind, g.role::member_role, case when g.approved then moment end,
      coalesce(h.id, g.id), coalesce(h.effective_group, g.id), moment
    from institution_now() as moment,
      jsonb_to_recordset(${JSON.stringify(rows.map((row, place) => ({ ...row, place })))}::jsonb)
        as g (place int, id text, handle text, kind text, human text, role text, approved boolean)
      left join member h on h.handle = g.human and h.kind = 'human'
    where g.kind = 'human' or h.id is not null
    order by g.place
    on conflict (handle) do nothing
    returning handle`);
  return new Set(made.map((one) => one.handle));
}

/** Opens these accounts and their first tokens, all or none; the created come in the order given, their tokens nowhere else. */
export async function createMembers(
  tx: Transaction,
  members: readonly NewMember[],
): Promise<{ outcome: Outcome; created: CreatedMember[] }> {
  await lockGroupsShared(tx);
  const rows = members.map((one): Row => {
    const agentOf = one.agentOf && canonicalHandle(one.agentOf);
    const kind = agentOf ? 'agent' : 'human';
    const { role, approved } = one;
    return { id: newId('mem'), handle: one.handle, kind, human: agentOf ?? '', role, approved };
  });
  const humans = await insert(
    tx,
    rows.filter(({ kind }) => kind === 'human'),
  );
  const agents = rows.filter(({ kind }) => kind === 'agent');
  const known = await tx.query<{ handle: string }>(
    sql`select handle from member where kind = 'human' and handle = any (${agents.map(({ human }) => human)})`,
  );
  const operators = new Set(known.map((one) => one.handle));
  const unknown = agents.filter(({ human }) => !operators.has(human)).map(({ human }) => human);
  if (unknown.length > 0) throw new Refusal('not_found', `No human has the handle ${[...new Set(unknown)].join(', ')}`);
  const made = new Set([...humans, ...(await insert(tx, agents))]);
  const taken = rows.filter(
    (row, index) => !made.has(row.handle) || rows.findIndex((one) => one.handle === row.handle) < index,
  );
  if (taken.length > 0) {
    throw new Refusal('member.handle_taken', `Taken already: ${taken.map((one) => one.handle).join(', ')}`);
  }

  const holders = rows.flatMap(({ id, handle }, index) => {
    const scopes = members[index]?.token;
    return scopes ? [{ memberId: id, handle, label: 'first token', scopes }] : [];
  });
  const tokens = await mintTokens(tx, holders);
  const tokenOf = new Map(holders.map(({ memberId }, index) => [memberId, tokens[index]?.token]));
  const created = rows.map(({ id, handle }) => {
    const token = tokenOf.get(id);
    return { id, handle, ...(token === undefined ? {} : { token }) };
  });
  const detail = { handles: rows.map(({ handle }) => handle) };
  return { created, outcome: { id: rows[0]?.id ?? '', audit: { subject: rows[0]?.id ?? '', detail } } };
}
