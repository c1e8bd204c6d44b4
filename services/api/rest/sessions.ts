import { closed } from '#schema/records/fields.ts';
import { graphql } from '../document.ts';
import { memberFields, memberOf, memberShape } from './members.ts';
import { refusalFields } from './refusal.ts';
import { type Route, way, write } from './route.ts';
import { oneShape } from './shapes.ts';

/** The cookie's value is in no body: only the browser keeps it (1.4). */
export const sessionRoutes: readonly Route[] = [
  write(
    'POST',
    '/session',
    'Signs in: a cookie, and the CSRF token that same-origin calls send as X-CSRF-Token.',
    oneShape('session', closed({ member: memberShape, csrfToken: { type: 'string' } })),
    way({
      document: graphql(
        `
          mutation SignIn($input: SignInInput!) {
            done: signIn(input: $input) {
              ... on SignInPayload { csrfToken member { ...MemberFields } }
              ...RefusalFields
            }
          }
        `,
        [memberFields, refusalFields],
      ),
      answer: ({ member, csrfToken }) => ({ body: { session: { member: memberOf(member), csrfToken } } }),
    }),
  ),
  write(
    'PATCH',
    '/session',
    'Signs out: ends the session that the call came with.',
    oneShape('session', closed({ member: memberShape, state: { const: 'ended' } })),
    way({
      document: graphql(
        `
          mutation SignOut {
            done: signOut {
              ... on SignOutPayload { member { ...MemberFields } }
              ...RefusalFields
            }
          }
        `,
        [memberFields, refusalFields],
      ),
      answer: ({ member }) => ({ body: { session: { member: memberOf(member), state: 'ended' } } }),
    }),
  ),
];
