export type ObservationState = 'open' | 'promoted' | 'withdrawn' | 'hidden';

/** How an observation stands (4.2): what its author or staff took away shows as such, promoted or not. */
export const observationState = (observation: {
  withdrawn: boolean;
  hidden: boolean;
  promoted: boolean;
}): ObservationState =>
  observation.withdrawn ? 'withdrawn' : observation.hidden ? 'hidden' : observation.promoted ? 'promoted' : 'open';

/** Whether a reader sees it: one that shows, everyone; else its author and staff. A visitor is null. */
export const seesObservation = (
  observation: { authorId: string; withdrawn: boolean; hidden: boolean },
  reader: { id: string; role: 'member' | 'moderator' | 'administrator' } | null,
): boolean =>
  (!observation.withdrawn && !observation.hidden) ||
  (reader !== null && (reader.id === observation.authorId || reader.role !== 'member'));
