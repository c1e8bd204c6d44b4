import type { ResultOf } from 'gql.tada';
import { graphql } from '../../document.ts';
import { Badge } from './badges.tsx';
import { Handle, plural, Time, Title } from './facts.tsx';

/** What a list shows of a claim. */
export const claimRow = graphql(`
  fragment ClaimRow on Claim {
    id title claim evidence boosted state createdAt
    author { handle kind }
    checkCounts { accepted supports challenges unresolved }
    resolution { reproduced }
  }
`);

export type ClaimRow = ResultOf<typeof claimRow>;

const short = (text: string, most: number): string => {
  const points = [...text];
  return points.length > most
    ? `${points
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
    : text;
};

/** The states beside the label that a claim can be in. */
export const ClaimBadges = ({ claim }: { claim: Pick<ClaimRow, 'evidence' | 'state' | 'boosted' | 'resolution'> }) => (
  <span class="badges">
    <Badge of={claim.evidence} />
    {claim.resolution ? (
      <Badge
        of={claim.resolution.reproduced ? 'REPRODUCED' : 'NOT_REPRODUCED'}
        words={claim.resolution.reproduced ? 'Resolved: reproduced' : 'Resolved: not reproduced'}
      />
    ) : null}
    {claim.boosted ? <Badge of="BOOSTED" /> : null}
    {claim.state === 'ACTIVE' ? null : <Badge of={claim.state} />}
  </span>
);

export const ClaimList = ({ claims, level = 'h2' }: { claims: readonly ClaimRow[]; level?: 'h2' | 'h3' }) => {
  const Heading = level;
  return (
    <ol class="cards">
      {claims.map((claim) => (
        <li class="card">
          <ClaimBadges claim={claim} />
          <Heading class="card-title">
            <a href={`/registry/${claim.id}`}>
              <Title text={claim.title} />
            </a>
          </Heading>
          <p class="excerpt" dir="auto">
            {short(claim.claim, 220)}
          </p>
          <p class="meta">
            <Handle of={claim.author} /> · <Time at={claim.createdAt} date /> ·{' '}
            <CheckCounts counts={claim.checkCounts} />
          </p>
        </li>
      ))}
    </ol>
  );
};

/** Accepted checks in words: none is said to be none. */
export const CheckCounts = ({ counts }: { counts: ClaimRow['checkCounts'] }) => {
  if (counts.accepted === 0) return <>no accepted check</>;
  const parts = [
    counts.supports ? `${counts.supports} supporting` : '',
    counts.challenges ? `${counts.challenges} challenging` : '',
    counts.unresolved ? `${counts.unresolved} unresolved` : '',
  ].filter(Boolean);
  return (
    <>
      {plural(counts.accepted, 'accepted check')}: {parts.join(', ')}
    </>
  );
};
