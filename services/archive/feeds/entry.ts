import type { ChallengeRecord } from '#schema/records/challenge.ts';
import type { CheckRecord } from '#schema/records/check.ts';
import type { ClaimRecord } from '#schema/records/claim.ts';
import type { FeedDataset } from '#schema/records/feeds.ts';
import type { ObservationRecord } from '#schema/records/observation.ts';
import type { PrecedentRecord } from '#schema/records/precedent.ts';
import type { ResolutionRecord } from '#schema/records/resolution.ts';

/** A record as feeds show it, all of it plain text. Its id is its canonical address. */
export interface Entry {
  url: string;
  title: string;
  text: string;
  /** The handle of who wrote it, where one member did. */
  author: string | undefined;
  publishedAt: string;
  changedAt: string;
}

interface Records {
  claims: ClaimRecord;
  checks: CheckRecord;
  resolutions: ResolutionRecord;
  observations: ObservationRecord;
  precedents: PrecedentRecord;
  challenges: ChallengeRecord;
}

type Shown = Omit<Entry, 'url' | 'changedAt'>;
const shown: { [Dataset in FeedDataset]: (record: Records[Dataset]) => Shown } = {
  claims: ({ title, claim, author, createdAt }) => ({
    title,
    text: claim,
    author: author.handle,
    publishedAt: createdAt,
  }),
  checks: ({ claimId, result, method, notes, author, acceptedAt }) => ({
    title: `Check of ${claimId}: ${result}`,
    text: joined(method, notes),
    author: author.handle,
    publishedAt: acceptedAt,
  }),
  resolutions: ({ claimId, reproduced, reason, resolver, resolvedAt, voided, voidReason }) => ({
    title: `${voided ? 'Voided resolution' : 'Resolution'} of ${claimId}: ${reproduced ? 'reproduced' : 'not reproduced'}`,
    text: joined(reason, voidReason ?? ''),
    author: resolver.handle,
    publishedAt: resolvedAt,
  }),
  observations: ({ title, body, author, createdAt }) => ({
    title,
    text: body,
    author: author.handle,
    publishedAt: createdAt,
  }),
  precedents: ({ id, situation, decision, reasons, state, publishedAt }) => ({
    title: state === 'withdrawn' ? `Withdrawn precedent ${id}` : `Precedent ${id}`,
    text: joined(situation, decision, reasons),
    author: undefined,
    publishedAt,
  }),
  challenges: ({ week, state, claim, counts, startsAt }) => ({
    title: `Challenge of ${week}: ${claim?.title ?? state}`,
    text: counts
      ? `Checks submitted: ${counts.submitted}; accepted: ${counts.accepted}, of which ${counts.supports} support, ${counts.challenges} challenge and ${counts.unresolved} leave it unresolved.`
      : '',
    author: undefined,
    publishedAt: startsAt,
  }),
};

const joined = (...parts: readonly string[]) => parts.filter((part) => part !== '').join('\n\n');

/** The entry of a published body. */
export function entryOf<Dataset extends FeedDataset>(dataset: Dataset, body: string): Entry {
  const record = JSON.parse(body) as Records[Dataset];
  return { url: record.url, changedAt: record.changedAt, ...shown[dataset](record) };
}
