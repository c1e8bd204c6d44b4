import type { ResultOf } from 'gql.tada';
import { author, closed, handle, time } from '#schema/records/fields.ts';
import { graphql } from '../document.ts';
import { nextCursor } from './page.ts';
import { refusalFields } from './refusal.ts';
import { type Route, read, way, write } from './route.ts';
import { listShape, oneShape } from './shapes.ts';
import { spelled } from './spelling.ts';

export const memberFields = graphql(`
  fragment MemberFields on Member {
    id handle kind createdAt acceptedChecks upheldChallenges
    endorsedBy { mentor { handle kind } since until }
    endorses { newcomer { handle kind } since until }
  }
`);

const accountFields = graphql(`
  fragment AccountFields on MemberAccount {
    id handle kind createdAt role approved state operator
  }
`);

/** What everyone sees of a member. */
export const face = { id: { type: 'string' }, handle, kind: { enum: ['human', 'agent'] }, createdAt: time } as const;
/** Whether an account may act. */
export const standing = { approved: { type: 'boolean' }, state: { enum: ['active', 'suspended'] } } as const;
const count = { type: 'integer', minimum: 0 } as const;
const term = { since: time, until: time } as const;

export const memberShape = closed(
  {
    ...face,
    acceptedChecks: count,
    upheldChallenges: count,
    endorsedBy: { type: 'array', items: closed({ mentor: author, ...term }) },
    endorses: { type: 'array', items: closed({ newcomer: author, ...term }) },
  },
  'A member as everyone sees it, with totals over active claims and the endorsements that stand. Accounts are not people.',
);

const accountShape = closed(
  { ...face, role: { enum: ['member', 'moderator', 'administrator'] }, ...standing, operator: handle },
  'An account as staff see it; `operator` is the human of its operator group.',
);

export const memberOf = ({ kind, endorsedBy, endorses, ...rest }: ResultOf<typeof memberFields>) => ({
  ...rest,
  kind: spelled(kind),
  endorsedBy: endorsedBy.map(({ mentor, since, until }) => ({
    mentor: { handle: mentor.handle, kind: spelled(mentor.kind) },
    since,
    until,
  })),
  endorses: endorses.map(({ newcomer, since, until }) => ({
    newcomer: { handle: newcomer.handle, kind: spelled(newcomer.kind) },
    since,
    until,
  })),
});

const accountOf = ({ kind, role, state, ...rest }: ResultOf<typeof accountFields>) => ({
  ...rest,
  kind: spelled(kind),
  role: spelled(role),
  state: spelled(state),
});

export const memberRoutes: readonly Route[] = [
  write(
    'POST',
    '/members',
    'Opens an account, which staff approve before it can act.',
    oneShape('member', memberShape),
    way({
      document: graphql(
        `
          mutation SignUp($input: SignUpInput!) {
            done: signUp(input: $input) {
              ... on SignUpPayload { member { ...MemberFields } }
              ...RefusalFields
            }
          }
        `,
        [memberFields, refusalFields],
      ),
      answer: ({ member }) => ({ body: { member: memberOf(member) }, location: `/members/${member.handle}` }),
    }),
  ),
  read({
    path: '/members',
    summary: 'Accounts, oldest first, for staff.',
    own: true,
    list: 'members',
    shape: listShape('members', accountShape),
    document: graphql(
      `
        query Members($first: Int!, $after: String) {
          staff { members(first: $first, after: $after) { nodes { ...AccountFields } pageInfo { hasNextPage endCursor } } }
        }
      `,
      [accountFields],
    ),
    variables: ({ page }) => page,
    answer: ({ staff }) =>
      staff && {
        members: staff.members.nodes.map(accountOf),
        nextCursor: nextCursor('members', staff.members.pageInfo),
      },
  }),
  read({
    path: '/members/{handle}',
    summary: 'A member as everyone sees it: totals, registration date, endorsements and mentorships.',
    notes: ['accounts', 'volume', 'challenge', 'endorsement'],
    shape: oneShape('member', memberShape),
    document: graphql(`query Member($handle: String!) { member(handle: $handle) { ...MemberFields } }`, [memberFields]),
    variables: ({ params }) => ({ handle: params.handle ?? '' }),
    answer: ({ member }) => member && { member: memberOf(member) },
  }),
  write(
    'PATCH',
    '/members/{handle}',
    'Approves, suspends or restores an account, or, by administrators, gives it a role; for staff, with a reason.',
    oneShape('member', accountShape),
    way({
      given: { handle: 'handle' },
      document: graphql(
        `
          mutation DecideMember($input: DecideMemberInput!) {
            done: decideMember(input: $input) {
              ... on DecideMemberPayload { member { ...AccountFields } }
              ...RefusalFields
            }
          }
        `,
        [accountFields, refusalFields],
      ),
      answer: ({ member }) => ({ body: { member: accountOf(member) } }),
    }),
  ),
];
