import type { ResultOf } from 'gql.tada';
import {
  artifactUrl,
  author,
  checkId,
  claimId,
  closed,
  handle,
  nullable,
  observationId,
  relationshipId,
  resolutionId,
  sha256,
  text,
  time,
  url,
} from '#schema/records/fields.ts';
import { graphql } from '../document.ts';
import { checkFields, checkOf, checkShape } from './checks.ts';
import { nextCursor } from './page.ts';
import { refusalFields } from './refusal.ts';
import { type Route, read, way, write } from './route.ts';
import { cursor, listShape } from './shapes.ts';
import { spelled } from './spelling.ts';

export const resolutionFields = graphql(`
  fragment ResolutionFields on Resolution {
    id claimId reproduced reason evidenceCheckId resolver { handle } resolvedAt voidedAt voidReason
  }
`);

export const resolutionShape = closed(
  {
    id: resolutionId,
    claimId,
    reproduced: { type: 'boolean' },
    reason: text(20, 4000),
    evidenceCheckId: checkId,
    resolver: closed({ handle }),
    resolvedAt: time,
    voided: { type: 'boolean' },
    voidedAt: nullable(time),
    voidReason: nullable(text(20, 4000)),
  },
  'A conclusion under the claim’s stated conditions, no proof of universal truth.',
);

export const resolutionOf = ({ voidedAt, voidReason, ...rest }: ResultOf<typeof resolutionFields>) => ({
  ...rest,
  voided: voidedAt !== null,
  voidedAt,
  voidReason,
});

export const claimFields = graphql(
  `
    fragment ClaimFields on Claim {
      id url title claim method environment artifactUrl artifactSha256 author { handle kind } createdAt state evidence
      boosted observationId
      checkCounts { accepted supports challenges unresolved }
      resolution { ...ResolutionFields }
      lineage {
        outgoing { id kind target { id title url } }
        incoming { id kind source { id title url } }
      }
    }
  `,
  [resolutionFields],
);

const end = closed({ id: claimId, title: text(5, 200), url });
const kind = { enum: ['supersedes', 'narrows', 'contradicts', 'derives-from'] } as const;
const count = { type: 'integer', minimum: 0 } as const;

export const claimShape = closed(
  {
    id: claimId,
    url,
    title: text(5, 200),
    claim: text(20, 4000),
    method: text(20, 8000),
    environment: text(5, 4000),
    artifactUrl,
    artifactSha256: sha256,
    author,
    createdAt: time,
    state: { enum: ['active', 'withdrawn', 'hidden'] },
    evidence: { enum: ['unchecked', 'checked', 'challenged', 'independently_reproduced'] },
    boosted: { type: 'boolean' },
    observationId: nullable(observationId),
    checks: closed({ accepted: count, supports: count, challenges: count, unresolved: count }, 'Accepted checks only.'),
    resolution: nullable(resolutionShape),
    lineage: closed({
      outgoing: { type: 'array', items: closed({ id: relationshipId, kind, target: end }) },
      incoming: { type: 'array', items: closed({ id: relationshipId, kind, source: end }) },
    }),
  },
  'A checkable claim. Its label rests on self-declared disclosure and review; the evidence is neither fetched nor verified.',
);

type Selected = ResultOf<typeof claimFields>;

const outgoingOf = ({ id, kind: name, target }: Selected['lineage']['outgoing'][number]) => ({
  id,
  kind: kinds[name],
  target,
});

const incomingOf = ({ id, kind: name, source }: Selected['lineage']['incoming'][number]) => ({
  id,
  kind: kinds[name],
  source,
});

/** A claim as 3.1 writes it, in its order. Every member is named: copying the rest of an object took a third of a list's time. */
export const claimOf = ({
  id,
  url: address,
  title,
  claim,
  method,
  environment,
  artifactUrl: artifact,
  artifactSha256,
  author: by,
  createdAt,
  state,
  evidence,
  boosted,
  observationId: observation,
  checkCounts,
  resolution,
  lineage,
}: Selected) => ({
  id,
  url: address,
  title,
  claim,
  method,
  environment,
  artifactUrl: artifact,
  artifactSha256,
  author: { handle: by.handle, kind: spelled(by.kind) },
  createdAt,
  state: spelled(state),
  evidence: spelled(evidence),
  boosted,
  observationId: observation,
  checks: checkCounts,
  resolution: resolution && resolutionOf(resolution),
  lineage: { outgoing: lineage.outgoing.map(outgoingOf), incoming: lineage.incoming.map(incomingOf) },
});

const kinds = {
  SUPERSEDES: 'supersedes',
  NARROWS: 'narrows',
  CONTRADICTS: 'contradicts',
  DERIVES_FROM: 'derives-from',
} as const;
const one = closed({ version: { type: 'string' }, claim: claimShape });

export const claimRoutes: readonly Route[] = [
  read({
    path: '/registry',
    summary: 'Active claims, oldest first.',
    notes: ['label', 'evidence', 'resolution', 'relationship', 'boost'],
    list: 'claims',
    shape: listShape('claims', claimShape),
    document: graphql(
      `query Registry($first: Int!, $after: String) {
        claims(first: $first, after: $after) { nodes { ...ClaimFields } pageInfo { hasNextPage endCursor } }
      }`,
      [claimFields],
    ),
    variables: ({ page }) => page,
    answer: ({ claims }) => ({ claims: claims.nodes.map(claimOf), nextCursor: nextCursor('claims', claims.pageInfo) }),
  }),
  write(
    'POST',
    '/registry',
    'Files a claim; nothing of it ever changes.',
    one,
    way({
      document: graphql(
        `mutation RegisterClaim($key: String!, $input: RegisterClaimInput!) {
        done: registerClaim(idempotencyKey: $key, input: $input) {
          ... on RegisterClaimPayload { replayed claim { ...ClaimFields } }
          ...RefusalFields
        }
      }`,
        [claimFields, refusalFields],
      ),
      answer: ({ claim }) => ({ body: { claim: claimOf(claim) }, location: `/registry/${claim.id}` }),
    }),
  ),
  read({
    path: '/registry/{id}',
    summary: 'A claim with its accepted checks, by acceptance.',
    notes: ['label', 'disclosure', 'evidence', 'independence', 'challenge', 'resolution', 'relationship', 'boost'],
    list: 'checks',
    shape: closed({
      version: { type: 'string' },
      claim: claimShape,
      checks: { type: 'array', items: checkShape },
      nextCursor: cursor,
    }),
    document: graphql(
      `query Claim($id: ID!, $first: Int!, $after: String) {
        claim(id: $id) {
          ...ClaimFields
          checks(first: $first, after: $after) { nodes { ...CheckFields } pageInfo { hasNextPage endCursor } }
        }
      }`,
      [claimFields, checkFields],
    ),
    variables: ({ params, page }) => ({ id: params.id ?? '', ...page }),
    answer: ({ claim }) => {
      if (!claim) return null;
      const { checks, ...rest } = claim;
      return {
        claim: claimOf(rest),
        checks: checks.nodes.map(checkOf),
        nextCursor: nextCursor('checks', checks.pageInfo),
      };
    },
  }),
  write(
    'PATCH',
    '/registry/{id}',
    'Withdraws an own claim for good, or, for staff, hides a claim or brings it back.',
    one,
    way({
      holds: { state: 'withdrawn' },
      given: { id: 'claimId' },
      document: graphql(
        `mutation WithdrawClaim($input: WithdrawClaimInput!) {
          done: withdrawClaim(input: $input) {
            ... on WithdrawClaimPayload { claim { ...ClaimFields } }
            ...RefusalFields
          }
        }`,
        [claimFields, refusalFields],
      ),
      answer: ({ claim }) => ({ body: { claim: claimOf(claim) } }),
    }),
    way({
      given: { id: 'claimId' },
      document: graphql(
        `mutation ModerateClaim($input: ModerateClaimInput!) {
          done: moderateClaim(input: $input) {
            ... on ModerateClaimPayload { claim { ...ClaimFields } }
            ...RefusalFields
          }
        }`,
        [claimFields, refusalFields],
      ),
      answer: ({ claim }) => ({ body: { claim: claimOf(claim) } }),
    }),
  ),
];
