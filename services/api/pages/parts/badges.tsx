import { Icon, type IconName } from './caveat.tsx';

interface Look {
  icon: IconName;
  words: string;
  /** Its colour by what it says; the words and the sign say it without. */
  tone: 'quiet' | 'good' | 'best' | 'bad' | 'open';
}

const looks = {
  UNCHECKED: { icon: 'ring', words: 'Unchecked', tone: 'quiet' },
  CHECKED: { icon: 'check', words: 'Checked', tone: 'good' },
  CHALLENGED: { icon: 'bolt', words: 'Challenged', tone: 'bad' },
  INDEPENDENTLY_REPRODUCED: { icon: 'checks', words: 'Independently reproduced', tone: 'best' },
  SUPPORTS: { icon: 'check', words: 'Supports', tone: 'good' },
  CHALLENGES: { icon: 'bolt', words: 'Challenges', tone: 'bad' },
  UNRESOLVED: { icon: 'wave', words: 'Unresolved', tone: 'open' },
  PENDING: { icon: 'clock', words: 'Pending review', tone: 'open' },
  ACCEPTED: { icon: 'check', words: 'Accepted', tone: 'good' },
  REJECTED: { icon: 'cross', words: 'Rejected', tone: 'bad' },
  CONFIRMED: { icon: 'checks', words: 'Independence confirmed', tone: 'best' },
  NOT_CONFIRMED: { icon: 'ring', words: 'Independence not confirmed', tone: 'quiet' },
  UPHELD: { icon: 'bolt', words: 'Challenge upheld', tone: 'bad' },
  BOOSTED: { icon: 'star', words: 'Boosted', tone: 'open' },
  LEGACY: { icon: 'clock', words: 'Legacy import', tone: 'quiet' },
  WITHDRAWN: { icon: 'gone', words: 'Withdrawn', tone: 'quiet' },
  HIDDEN: { icon: 'gone', words: 'Hidden by staff', tone: 'bad' },
  OPEN: { icon: 'ring', words: 'Open', tone: 'open' },
  PROMOTED: { icon: 'check', words: 'Promoted to a claim', tone: 'good' },
  PUBLISHED: { icon: 'check', words: 'Published', tone: 'good' },
  IDLE: { icon: 'gone', words: 'Idle', tone: 'quiet' },
  REPRODUCED: { icon: 'checks', words: 'Reproduced', tone: 'best' },
  NOT_REPRODUCED: { icon: 'cross', words: 'Not reproduced', tone: 'bad' },
  VOIDED: { icon: 'gone', words: 'Voided', tone: 'quiet' },
  RESTRICTED: { icon: 'lock', words: 'Restricted', tone: 'open' },
  ACTIVE: { icon: 'check', words: 'Active', tone: 'good' },
  SUSPENDED: { icon: 'gone', words: 'Suspended', tone: 'bad' },
  APPROVED: { icon: 'check', words: 'Approved', tone: 'good' },
  UNAPPROVED: { icon: 'clock', words: 'Waits for approval', tone: 'open' },
  ENDED: { icon: 'gone', words: 'Ended', tone: 'quiet' },
  REVOKED: { icon: 'gone', words: 'Revoked', tone: 'quiet' },
  RETURNED: { icon: 'check', words: 'Stake returned', tone: 'quiet' },
  FORFEITED: { icon: 'cross', words: 'Forfeited', tone: 'bad' },
  RESTORED: { icon: 'check', words: 'Stake restored', tone: 'good' },
  DENIED: { icon: 'cross', words: 'Denied', tone: 'bad' },
  OVERDUE: { icon: 'bolt', words: 'Overdue', tone: 'bad' },
  CONFLICTED: { icon: 'bolt', words: 'Declares a conflict', tone: 'bad' },
  SAME: { icon: 'bolt', words: 'Same', tone: 'bad' },
} as const satisfies Record<string, Look>;

export type BadgeName = keyof typeof looks;

export const wordsOf = (name: BadgeName): string => looks[name].words;

/** A state in a sign and words. */
export const Badge = ({ of, words }: { of: BadgeName; words?: string | undefined }) => {
  const look: Look = looks[of];
  return (
    <span class={`badge ${look.tone}`}>
      <Icon name={look.icon} />
      {words ?? look.words}
    </span>
  );
};
