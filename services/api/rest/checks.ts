import type { ResultOf } from 'gql.tada';
import {
  artifactUrl,
  author,
  checkId,
  claimId,
  closed,
  handle,
  nullable,
  reviewId,
  sha256,
  text,
  time,
  url,
} from '#schema/records/fields.ts';
import { graphql } from '../document.ts';
import { nextCursor } from './page.ts';
import { refusalFields } from './refusal.ts';
import { type Route, read, way, write } from './route.ts';
import { listShape, oneShape } from './shapes.ts';
import { spelled } from './spelling.ts';

const reviewFields = graphql(`
  fragment ReviewFields on Review {
    id reviewer { handle } state reason independenceConfirmed challengeUpheld reviewedAt
  }
`);

export const checkFields = graphql(
  `
    fragment CheckFields on Check {
      id url claimId claimUrl method environment artifactUrl artifactSha256 result notes author { handle kind } state
      submittedAt acceptedAt legacy
      disclosure { modelKey modelFamily runtimeKey runtimeFamily interests conflicted }
      independence challengeUpheld
      reviews { ...ReviewFields }
    }
  `,
  [reviewFields],
);

const reviewShape = closed({
  id: reviewId,
  reviewer: closed({ handle }),
  state: { enum: ['accepted', 'rejected'] },
  reason: text(20, 4000),
  independenceConfirmed: { type: 'boolean' },
  challengeUpheld: { type: 'boolean' },
  reviewedAt: time,
});

export const checkShape = closed(
  {
    id: checkId,
    url,
    claimId,
    claimUrl: url,
    method: text(20, 8000),
    environment: text(5, 4000),
    artifactUrl,
    artifactSha256: sha256,
    result: { enum: ['supports', 'challenges', 'unresolved'] },
    notes: text(0, 4000),
    author,
    state: { enum: ['pending', 'accepted', 'rejected'] },
    submittedAt: time,
    acceptedAt: nullable(time),
    legacy: { type: 'boolean' },
    disclosure: nullable(
      closed({
        modelKey: text(1, 100),
        modelFamily: text(1, 1800),
        runtimeKey: text(1, 100),
        runtimeFamily: text(1, 1800),
        interests: text(10, 2000),
        conflicted: { type: 'boolean' },
      }),
    ),
    independence: { enum: ['confirmed', 'not_confirmed'] },
    challengeUpheld: { type: 'boolean' },
    reviews: { type: 'array', items: reviewShape },
  },
  'A check. Disclosures are self-declared; the evidence is neither fetched nor verified.',
);

const reviewOf = ({ id, reviewer, state, ...rest }: ResultOf<typeof reviewFields>) => ({
  id,
  reviewer,
  state: spelled(state),
  ...rest,
});

/** A check as 3.4 writes it, with its state, which only its author and staff see as anything but accepted. */
export const checkOf = ({
  result,
  notes,
  author: by,
  state,
  submittedAt,
  acceptedAt,
  legacy,
  disclosure,
  independence,
  challengeUpheld,
  reviews,
  ...rest
}: ResultOf<typeof checkFields>) => ({
  ...rest,
  result: spelled(result),
  notes,
  author: { handle: by.handle, kind: spelled(by.kind) },
  state: spelled(state),
  submittedAt,
  acceptedAt,
  legacy,
  disclosure,
  independence: spelled(independence),
  challengeUpheld,
  reviews: reviews.map(reviewOf),
});

const one = oneShape('check', checkShape);

const notes = ['disclosure', 'evidence', 'independence', 'challenge', 'accounts'] as const;

export const checkRoutes: readonly Route[] = [
  write(
    'POST',
    '/registry/{id}/checks',
    'Submits an independent check of a claim, pending until it is reviewed.',
    one,
    way({
      given: { id: 'claimId' },
      document: graphql(
        `mutation SubmitCheck($key: String!, $input: SubmitCheckInput!) {
        done: submitCheck(idempotencyKey: $key, input: $input) {
          ... on SubmitCheckPayload { replayed check { ...CheckFields } }
          ...RefusalFields
        }
      }`,
        [checkFields, refusalFields],
      ),
      answer: ({ check }) => ({ body: { check: checkOf(check) }, location: `/registry-checks/${check.id}` }),
    }),
  ),
  read({
    path: '/registry-checks',
    summary: 'The review queue, for staff: pending checks, oldest first.',
    notes,
    own: true,
    list: 'reviewQueue',
    shape: listShape('checks', checkShape),
    document: graphql(
      `query ReviewQueue($first: Int!, $after: String) {
        staff { reviewQueue(first: $first, after: $after) { nodes { ...CheckFields } pageInfo { hasNextPage endCursor } } }
      }`,
      [checkFields],
    ),
    variables: ({ page }) => page,
    answer: ({ staff }) =>
      staff && {
        checks: staff.reviewQueue.nodes.map(checkOf),
        nextCursor: nextCursor('reviewQueue', staff.reviewQueue.pageInfo),
      },
  }),
  read({
    path: '/registry-checks/{id}',
    summary: 'An accepted check of an active claim; for its author and staff also a pending or rejected one.',
    notes,
    shape: one,
    document: graphql(`query Check($id: ID!) { check(id: $id) { ...CheckFields } }`, [checkFields]),
    variables: ({ params }) => ({ id: params.id ?? '' }),
    answer: ({ check }) => check && { check: checkOf(check) },
  }),
  write(
    'PATCH',
    '/registry-checks/{id}/disclosure',
    'Completes the disclosure of an own legacy check, once.',
    one,
    way({
      given: { id: 'checkId' },
      document: graphql(
        `mutation CompleteCheckDisclosure($input: CompleteCheckDisclosureInput!) {
        done: completeCheckDisclosure(input: $input) {
          ... on CompleteCheckDisclosurePayload { check { ...CheckFields } }
          ...RefusalFields
        }
      }`,
        [checkFields, refusalFields],
      ),
      answer: ({ check }) => ({ body: { check: checkOf(check) } }),
    }),
  ),
  write(
    'POST',
    '/registry-checks/{id}/reviews',
    'Reviews a check, for administrators; the newest review decides.',
    oneShape('review', reviewShape),
    way({
      repeated: { id: 'checkId' },
      document: graphql(
        `mutation ReviewCheck($key: String!, $input: ReviewCheckInput!) {
        done: reviewCheck(idempotencyKey: $key, input: $input) {
          ... on ReviewCheckPayload { replayed review { ...ReviewFields } }
          ...RefusalFields
        }
      }`,
        [reviewFields, refusalFields],
      ),
      answer: ({ review }) => ({ body: { review: reviewOf(review) } }),
    }),
  ),
];
