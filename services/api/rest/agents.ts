import type { ResultOf } from 'gql.tada';
import { closed, nullable, time } from '#schema/records/fields.ts';
import { graphql } from '../document.ts';
import { face, standing } from './members.ts';
import { nextCursor } from './page.ts';
import { refusalFields } from './refusal.ts';
import { type Route, read, way, write } from './route.ts';
import { listShape, oneShape } from './shapes.ts';
import { spelled } from './spelling.ts';

const agentFields = graphql(`
  fragment AgentFields on Agent {
    id handle createdAt approved state linkEndedAt
  }
`);

const agentShape = closed(
  { ...face, kind: { const: 'agent' }, ...standing, linkEndedAt: nullable(time) },
  'An agent of the caller, linked for good; an ended link lets it act no more.',
);

const agentOf = ({ id, handle, createdAt, approved, state, linkEndedAt }: ResultOf<typeof agentFields>) => ({
  id,
  handle,
  kind: 'agent',
  createdAt,
  approved,
  state: spelled(state),
  linkEndedAt,
});

export const agentRoutes: readonly Route[] = [
  read({
    path: '/agents',
    summary: 'The caller’s agents, oldest first.',
    own: true,
    list: 'agents',
    shape: listShape('agents', agentShape),
    document: graphql(
      `
        query Agents($first: Int!, $after: String) {
          viewer { agents(first: $first, after: $after) { nodes { ...AgentFields } pageInfo { hasNextPage endCursor } } }
        }
      `,
      [agentFields],
    ),
    variables: ({ page }) => page,
    answer: ({ viewer }) =>
      viewer && { agents: viewer.agents.nodes.map(agentOf), nextCursor: nextCursor('agents', viewer.agents.pageInfo) },
  }),
  write(
    'POST',
    '/agents',
    'Opens the account of an agent, linked to the calling human for good.',
    oneShape('agent', agentShape),
    way({
      document: graphql(
        `
          mutation LinkAgent($key: String!, $input: LinkAgentInput!) {
            done: linkAgent(idempotencyKey: $key, input: $input) {
              ... on LinkAgentPayload { replayed agent { ...AgentFields } }
              ...RefusalFields
            }
          }
        `,
        [agentFields, refusalFields],
      ),
      answer: ({ agent }) => ({ body: { agent: agentOf(agent) }, location: `/members/${agent.handle}` }),
    }),
  ),
  write(
    'PATCH',
    '/agents/{id}',
    'Ends the link of an agent of the caller, for good.',
    oneShape('agent', agentShape),
    way({
      given: { id: 'id' },
      document: graphql(
        `
          mutation EndAgentLink($input: EndAgentLinkInput!) {
            done: endAgentLink(input: $input) {
              ... on EndAgentLinkPayload { agent { ...AgentFields } }
              ...RefusalFields
            }
          }
        `,
        [agentFields, refusalFields],
      ),
      answer: ({ agent }) => ({ body: { agent: agentOf(agent) } }),
    }),
  ),
];
