/** The label of a claim's evidence (3.7). */
export type EvidenceLabel = 'unchecked' | 'checked' | 'challenged' | 'independently_reproduced';

/** What the label looks at in one check. Groups are effective operator groups (1.5). */
export interface LabelledCheck {
  id: string;
  result: 'supports' | 'challenges' | 'unresolved';
  state: 'pending' | 'accepted' | 'rejected';
  /** Confirmed by the newest review, on complete disclosures, outside the claim's own group. */
  independent: boolean;
  group: string;
  modelFamily: string | null;
  runtimeFamily: string | null;
}

/** Two accepted supporting checks, both independent, of different operators, model families and runtime families. */
export function isDiversePair(a: LabelledCheck, b: LabelledCheck): boolean {
  const counts = (check: LabelledCheck) =>
    check.state === 'accepted' && check.result === 'supports' && check.independent;
  return (
    counts(a) &&
    counts(b) &&
    a.group !== b.group &&
    a.modelFamily !== b.modelFamily &&
    a.runtimeFamily !== b.runtimeFamily
  );
}

/** The ids of the checks that are in a diverse pair. */
export function inDiversePairs(checks: readonly LabelledCheck[]): Set<string> {
  return new Set(checks.filter((one) => checks.some((other) => isDiversePair(one, other))).map(({ id }) => id));
}

/** The label that follows from a claim's checks, all of them given (3.7). */
export function evidenceLabel(checks: readonly LabelledCheck[]): EvidenceLabel {
  const accepted = checks.filter(({ state }) => state === 'accepted');
  if (accepted.some(({ result }) => result === 'challenges')) return 'challenged';
  if (inDiversePairs(accepted).size > 0) return 'independently_reproduced';
  return accepted.length > 0 ? 'checked' : 'unchecked';
}

export interface AcceptedCounts {
  accepted: number;
  supports: number;
  challenges: number;
  unresolved: number;
}

/** How many accepted checks a claim has, by result (3.1). */
export function acceptedCounts(checks: readonly LabelledCheck[]): AcceptedCounts {
  const results = checks.filter(({ state }) => state === 'accepted').map(({ result }) => result);
  const of = (wanted: LabelledCheck['result']) => results.filter((result) => result === wanted).length;
  return {
    accepted: results.length,
    supports: of('supports'),
    challenges: of('challenges'),
    unresolved: of('unresolved'),
  };
}
