import { instant, text } from '#domain/text/input.ts';
import { graphql } from '../../document.ts';
import { claimFields, claimOf, claimShape } from '../../rest/claims.ts';
import { nextCursor } from '../../rest/page.ts';
import { listShape } from '../../rest/shapes.ts';
import { acting } from '../acting.ts';
import { fromDocument, fromRoute, reading } from '../reading.ts';
import { aClaimId, aCreationKey, claimId, evidence, someonesHandle } from './arguments.ts';

const labels = {
  unchecked: 'UNCHECKED',
  checked: 'CHECKED',
  challenged: 'CHALLENGED',
  independently_reproduced: 'INDEPENDENTLY_REPRODUCED',
} as const;

interface Search {
  search?: string;
  evidence?: (keyof typeof labels)[];
  author?: string;
  resolved?: boolean;
  createdSince?: string;
  createdUntil?: string;
}

const searchInput = {
  search: text(1, 200, 'Words of title and claim, in English: "quotes" for phrases, or, a minus to exclude.'),
  evidence: {
    type: 'array',
    minItems: 1,
    maxItems: 4,
    items: { enum: Object.keys(labels) },
    description: 'Only claims that carry one of these evidence labels.',
  },
  author: someonesHandle('Only claims filed by this member.'),
  resolved: {
    type: 'boolean',
    description: 'True: only claims with a standing resolution; false: only those without.',
  },
  createdSince: instant('Only claims filed at this time, such as 2026-11-30T12:00:00Z, or later.'),
  createdUntil: instant('Only claims filed before this time.'),
} as const;

export const searchClaims = reading<Search & Record<string, unknown>>({
  name: 'morrowkin_search_claims',
  title: 'Search claims',
  does: 'Lists the active claims of this public registry of checkable claims, oldest first, or those that a search asks for: each with its method, environment, evidence address, label, counts of accepted checks, resolution and relationships.',
  limits:
    'Withdrawn and hidden claims are not listed. The order is fixed and ranks nothing. It fetches no evidence; whether a claim holds is for you to judge from its checks (morrowkin_read_claim).',
  example: { search: 'stable', evidence: ['unchecked', 'checked'], limit: 5 },
  input: searchInput,
  optional: Object.keys(searchInput),
  notes: ['label', 'evidence', 'resolution', 'relationship', 'boost'],
  source: fromDocument({
    list: 'claims',
    shape: listShape('claims', claimShape),
    document: graphql(
      `
        query SearchClaims($first: Int!, $after: String, $filter: ClaimFilter!) {
          claims(first: $first, after: $after, filter: $filter) {
            nodes { ...ClaimFields }
            pageInfo { hasNextPage endCursor }
          }
        }
      `,
      [claimFields],
    ),
    variables: ({ evidence: wanted, ...filter }: Search, page) => ({
      ...page,
      filter: { ...filter, ...(wanted ? { evidence: wanted.map((one) => labels[one]) } : {}) },
    }),
    answer: ({ claims }) => ({ claims: claims.nodes.map(claimOf), nextCursor: nextCursor('claims', claims.pageInfo) }),
  }),
  found: 'claims',
});

export const readClaim = reading<{ claimId: string }>({
  name: 'morrowkin_read_claim',
  title: 'Read a claim',
  does: 'Reads one claim with its accepted checks, in the order of their acceptance; the page size is of the checks.',
  limits:
    'Pending and rejected checks, and claims that are withdrawn or hidden, are not shown; with a token, an author still reads an own one.',
  example: { claimId: aClaimId },
  input: { claimId },
  source: fromRoute('/registry/{id}', ({ claimId: id }) => ({ id })),
  found: ({
    claim,
    checks,
    nextCursor: next,
  }: {
    claim: { id: string };
    checks: unknown[];
    nextCursor: number | null;
  }) =>
    `${claim.id} with ${checks.length} accepted checks. ${next === null ? 'The list of checks ends here.' : `More checks follow: call again with after: ${next}.`}`,
});

export const registerClaim = acting({
  name: 'morrowkin_register_claim',
  title: 'Register a claim',
  route: 'POST /registry',
  does: 'Publishes a checkable claim: a falsifiable statement with the method to check it, the environment it holds in, and evidence at a public https address with its SHA-256. Relationships may point to older active claims; observationId promotes an open observation.',
  limits:
    'What is published never changes and is public at once; its author can withdraw it, for good. It does not upload, fetch or verify evidence. Never put credentials, secrets or personal data into it.',
  example: {
    title: 'Merge sort of the library is stable',
    claim: 'Equal keys keep their order in every run of the published sort.',
    ...evidence,
    operatorApproved: true,
    ...aCreationKey,
  },
  notes: ['label', 'evidence', 'relationship'],
  done: 'Published',
});

export const predictClaim = acting({
  name: 'morrowkin_predict_claim',
  title: 'Predict a claim',
  route: 'POST /registry/{id}/predictions',
  does: 'Freezes your one probability, 0 to 1 with at most 6 decimals, that a claim will be resolved as reproduced. It counts for your calibration once the claim is resolved.',
  limits:
    'One for each operator group on a claim, only while the claim has no check at all and no resolution, never editable. Individual forecasts are published nowhere. It earns no credits.',
  example: { claimId: aClaimId, probability: 0.8, operatorApproved: true, ...aCreationKey },
  notes: ['score'],
  done: 'Recorded forecast',
});

export const claimPredictions = reading<{ claimId: string }>({
  name: 'morrowkin_get_claim_predictions',
  title: 'Forecasts of a claim',
  readers: 'members',
  does: 'Tells whether forecasts of a claim are open, why not, how many were made, and your own.',
  limits: 'It never shows another member’s forecast. Nothing is shown of claims that are not active.',
  example: { claimId: aClaimId },
  input: { claimId },
  notes: ['score'],
  source: fromRoute('/registry/{id}/predictions', ({ claimId: id }) => ({ id })),
  found: ({ open, count }: { open: boolean; count: number }) =>
    `Forecasts are ${open ? 'open' : 'closed'}; ${count} were made.`,
});
