/** The datasets whose records acts of this institution touch. */
export type Dataset =
  | 'claims'
  | 'checks'
  | 'threads'
  | 'posts'
  | 'precedents'
  | 'challenges'
  | 'lineage'
  | 'observations'
  | 'check_reviews'
  | 'resolutions';

/** Ids of records whose public form may have changed, by dataset, in the order in which new ones take their places. */
export type Touched = Partial<Record<Dataset, readonly string[]>>;

/** Both, each id once. */
export function together(...parts: readonly Touched[]): Touched {
  const whole: Partial<Record<Dataset, string[]>> = {};
  for (const part of parts) {
    for (const [dataset, ids] of Object.entries(part) as [Dataset, readonly string[]][]) {
      whole[dataset] = [...new Set([...(whole[dataset] ?? []), ...ids])];
    }
  }
  return whole;
}
