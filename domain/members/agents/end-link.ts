import { sql } from '#prisma/database.ts';
import type { Act } from '../../acts/act.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { id, inputOf } from '../../text/input.ts';
import { keepingAnAdministrator } from '../administrators.ts';

export interface EndLink {
  id: string;
  state: 'ended';
}

/** Ends the link of an agent to the calling human, for good: the agent stays in the group and never acts again (1.4). */
export const endLink: Act<EndLink> = {
  action: 'end_agent_link',
  rule: 'members.end_link',
  creates: false,
  standing: 'approved',
  refusals: ['input.invalid', 'not_found', 'agent.link_ended', 'member.last_administrator'],
  input: inputOf(
    {
      id: id('mem', 'The agent.'),
      state: { const: 'ended', default: 'ended', description: 'The only change a link knows.' },
    },
    ['state'],
  ),

  async perform(tx, actor, input) {
    await keepingAnAdministrator(tx, async () => {
      const agent = await tx.maybe<{ ended: boolean }>(sql`
        select link_ended_at is not null as ended from member
        where id = ${input.id} and kind = 'agent' and operator_group = ${actor.id} for no key update`);
      if (!agent) throw new Refusal('not_found');
      if (agent.ended) throw new Refusal('agent.link_ended');
      await tx.query(sql`update member set link_ended_at = institution_now() where id = ${input.id}`);
    });
    return { id: input.id };
  },
};
