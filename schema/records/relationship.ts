import { claimId, closed, relationshipId, text, time, url } from './fields.ts';

interface End {
  id: string;
  title: string;
  url: string;
}

export interface RelationshipRecord {
  id: string;
  url: string;
  kind: 'supersedes' | 'narrows' | 'contradicts' | 'derives-from';
  source: End;
  target: End;
  createdAt: string;
}

const end = closed({ id: claimId, title: text(5, 200), url });

/** A relationship between two active claims (4.1); it never changes. */
export const relationshipRecord = closed(
  {
    id: relationshipId,
    url,
    kind: { enum: ['supersedes', 'narrows', 'contradicts', 'derives-from'] },
    source: end,
    target: end,
    createdAt: time,
  },
  'The assertion of the source claim’s author about an older claim; no endorsement by anyone else.',
);
