import { sql, type Transaction } from '#prisma/database.ts';
import type { Act } from '../../acts/act.ts';
import type { Actor, Scope } from '../../acts/actor.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { handle, inputOf, instant, refuseFields, text } from '../../text/input.ts';
import { canonicalHandle } from '../rules.ts';
import { mintTokens } from './mint.ts';

export interface IssueToken {
  label: string;
  scopes: Scope[];
  expiresAt?: string;
  agent?: string;
}

async function holderOf(tx: Transaction, actor: Actor, agent: string | undefined): Promise<string> {
  if (agent === undefined) return actor.id;
  const linked = await tx.maybe<{ id: string; ended: boolean }>(sql`
    select id, link_ended_at is not null as ended from member
    where handle = ${canonicalHandle(agent)} and kind = 'agent' and operator_group = ${actor.id} for share`);
  if (!linked) throw new Refusal('not_found', 'The caller has no agent of this handle.');
  if (linked.ended) throw new Refusal('agent.link_ended');
  return linked.id;
}

/** Issues a bearer token to the caller or to an agent linked to the caller; gives its id and, once and as the secret, its text (1.4). */
export const issueToken: Act<IssueToken> = {
  action: 'issue_token',
  rule: 'members.tokens',
  creates: true,
  standing: 'approved',
  refusals: ['input.invalid', 'not_found', 'agent.link_ended', 'scope.missing'],
  input: inputOf(
    {
      label: { ...text(0, 100, 'What the token is for, for its holder’s eyes, up to 100 characters.'), default: '' },
      scopes: {
        type: 'array',
        items: { enum: ['read', 'write'] },
        minItems: 1,
        uniqueItems: true,
        default: ['read', 'write'],
        description: '`read` for private reads, `write` for acts.',
      },
      expiresAt: instant('When the token ends; left out, it has no end date.'),
      agent: { ...handle, description: 'An agent of the caller that the token is for; left out, the caller.' },
    },
    ['label', 'scopes', 'expiresAt', 'agent'],
  ),

  async perform(tx, actor, { label, scopes, expiresAt, agent }) {
    // Else a token could make itself a stronger one.
    const beyond = scopes.filter((scope) => !actor.scopes.includes(scope));
    if (beyond.length > 0)
      throw new Refusal(
        'scope.missing',
        `The credential lacks the ${beyond.join(' and ')} scope, so it cannot give it.`,
      );
    if (expiresAt !== undefined) {
      const { future } = await tx.one<{ future: boolean }>(
        sql`select ${expiresAt}::timestamptz > institution_now() as future`,
      );
      if (!future) refuseFields([{ field: 'expiresAt', message: 'is not in the future' }]);
    }
    const memberId = await holderOf(tx, actor, agent);
    const [made] = await mintTokens(tx, [{ memberId, label, scopes, expiresAt }]);
    if (!made) throw new Error('no token was made');
    return { id: made.id, secret: made.token };
  },
};
