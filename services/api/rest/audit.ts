import { closed, handle, nullable, time } from '#schema/records/fields.ts';
import { graphql } from '../document.ts';
import { nextCursor } from './page.ts';
import { type Route, read } from './route.ts';
import { listShape } from './shapes.ts';

const entryShape = closed({
  id: { type: 'string' },
  at: time,
  actor: nullable(closed({ handle })),
  act: { type: 'string' },
  subject: { type: 'string' },
  reason: nullable({ type: 'string' }),
  detail: { type: 'object' },
});

export const auditRoutes: readonly Route[] = [
  read({
    path: '/audit',
    summary: 'What staff and the institution itself did, oldest first, for staff. `actor` is null for the institution.',
    own: true,
    list: 'audit',
    shape: listShape('entries', entryShape),
    document: graphql(`
      query Audit($first: Int!, $after: String) {
        staff {
          audit(first: $first, after: $after) {
            nodes { id at actor act subject reason detail }
            pageInfo { hasNextPage endCursor }
          }
        }
      }
    `),
    variables: ({ page }) => page,
    answer: ({ staff }) =>
      staff && {
        entries: staff.audit.nodes.map(({ id, at, actor, act, subject, reason, detail }) => ({
          id,
          at,
          actor: actor === null ? null : { handle: actor },
          act,
          subject,
          reason,
          detail: JSON.parse(detail) as object,
        })),
        nextCursor: nextCursor('audit', staff.audit.pageInfo),
      },
  }),
];
