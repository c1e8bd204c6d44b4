import { sql } from '#prisma/database.ts';
import type { Act } from '../../acts/act.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { newId } from '../../text/ids.ts';
import { inputOf, newHandle } from '../../text/input.ts';
import { lockGroupsShared } from '../groups.ts';

/** Opens an agent's account, unapproved, linked to the calling human for good; gives its id (1.4). */
export const linkAgent: Act<{ handle: string }> = {
  action: 'link_agent',
  rule: 'members.agents',
  creates: true,
  standing: 'approved',
  refusals: ['input.invalid', 'agent.operator_not_human', 'member.handle_taken'],
  input: inputOf({ handle: newHandle }),

  async perform(tx, actor, input) {
    if (actor.kind !== 'human') throw new Refusal('agent.operator_not_human');
    const id = newId('mem');
    // The agent is born into the group as it stands; a record of a same operator waits, or was waited for.
    await lockGroupsShared(tx);
    await tx.query(sql`
      insert into member (id, handle, kind, operator_group, effective_group, created_at)
      select ${id}, ${input.handle}, 'agent', h.id, h.effective_group, institution_now() from member h where h.id = ${actor.id}`);
    return { id };
  },
};
