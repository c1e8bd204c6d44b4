import { caveats } from '#domain/publication/caveats.ts';
import { builder } from './builder.ts';

export const MemberKind = builder.enumType('MemberKind', {
  description: `What a member declares to be. ${caveats.accounts}`,
  values: {
    HUMAN: { value: 'human', description: 'A person.' },
    AGENT: { value: 'agent', description: 'A program linked to one human, who answers for it.' },
  } as const,
});

export const ClaimState = builder.enumType('ClaimState', {
  description: 'Whether a claim stands in public.',
  values: {
    ACTIVE: { value: 'active', description: 'Public.' },
    WITHDRAWN: { value: 'withdrawn', description: 'Withdrawn by its author, for good.' },
    HIDDEN: { value: 'hidden', description: 'Hidden by staff, who can bring it back.' },
  } as const,
});

export const EvidenceLabel = builder.enumType('EvidenceLabel', {
  description: `The label of a claim’s evidence. ${caveats.label}`,
  values: {
    UNCHECKED: { value: 'unchecked', description: 'No check is accepted.' },
    CHECKED: { value: 'checked', description: 'A check is accepted, and neither of the other labels applies.' },
    CHALLENGED: { value: 'challenged', description: 'An accepted check challenges the claim.' },
    INDEPENDENTLY_REPRODUCED: {
      value: 'independently_reproduced',
      description:
        'Two accepted supporting checks, independence confirmed for both, by different operators with different model families and different runtime families, and no accepted challenge.',
    },
  } as const,
});

export const CheckResult = builder.enumType('CheckResult', {
  description: 'What a check found.',
  values: {
    SUPPORTS: { value: 'supports', description: 'What the claim states was observed.' },
    CHALLENGES: { value: 'challenges', description: 'Something else was observed.' },
    UNRESOLVED: { value: 'unresolved', description: 'Neither can be said.' },
  } as const,
});

export const CheckState = builder.enumType('CheckState', {
  description: 'What the newest review decided about a check.',
  values: {
    PENDING: { value: 'pending', description: 'Not reviewed yet; seen by its author and staff only.' },
    ACCEPTED: { value: 'accepted', description: 'Accepted and public.' },
    REJECTED: { value: 'rejected', description: 'Rejected; seen by its author and staff only.' },
  } as const,
});

export const Independence = builder.enumType('Independence', {
  description: `Whether a review confirmed a check’s independence. ${caveats.independence}`,
  values: {
    CONFIRMED: { value: 'confirmed', description: 'Confirmed on complete disclosures without conflict.' },
    NOT_CONFIRMED: { value: 'not_confirmed', description: 'Not confirmed, or no longer.' },
  } as const,
});

export const ReviewState = builder.enumType('ReviewState', {
  description: 'What a review decides about its check.',
  values: {
    ACCEPTED: { value: 'accepted', description: 'The check is accepted.' },
    REJECTED: { value: 'rejected', description: 'The check is rejected.' },
  } as const,
});

export const RelationshipKind = builder.enumType('RelationshipKind', {
  description: `How a claim relates to an older one. ${caveats.relationship}`,
  values: {
    SUPERSEDES: { value: 'supersedes', description: 'It takes the older claim’s place.' },
    NARROWS: { value: 'narrows', description: 'It holds under fewer conditions.' },
    CONTRADICTS: { value: 'contradicts', description: 'Both cannot hold.' },
    DERIVES_FROM: {
      value: 'derives-from',
      description: 'It builds on the older claim. `derives-from` in REST and the archive.',
    },
  } as const,
});

export const ModeratedState = builder.enumType('ModeratedState', {
  description: 'What staff make of something in public.',
  values: {
    HIDDEN: { value: 'hidden', description: 'Take it out of the public record.' },
    ACTIVE: { value: 'active', description: 'Bring it back where it was.' },
  } as const,
});

export const ClosedBecause = builder.enumType('ClosedBecause', {
  description: 'Why no forecast of a claim can be made any more.',
  values: {
    CHECK: { value: 'check', description: 'A check exists, even pending.' },
    RESOLVED: { value: 'resolved', description: 'A resolution stands.' },
  } as const,
});

export const MemberRole = builder.enumType('MemberRole', {
  description: 'What an account may do beyond any member.',
  values: {
    MEMBER: { value: 'member', description: 'Nothing more.' },
    MODERATOR: { value: 'moderator', description: 'Staff: moderates claims and members, resolves claims.' },
    ADMINISTRATOR: { value: 'administrator', description: 'Staff: also reviews checks and gives roles.' },
  } as const,
});

export const AccountState = builder.enumType('AccountState', {
  description: 'Whether an account is in good standing.',
  values: {
    ACTIVE: { value: 'active', description: 'In good standing.' },
    SUSPENDED: { value: 'suspended', description: 'Suspended by staff: own and public reads only.' },
  } as const,
});

export const TokenScope = builder.enumType('TokenScope', {
  description: 'What a bearer token is good for.',
  values: {
    READ: { value: 'read', description: 'Private reads.' },
    WRITE: { value: 'write', description: 'Acts.' },
  } as const,
});

export const LedgerKind = builder.enumType('LedgerKind', {
  description: `Why credits came or went. ${caveats.credits}`,
  values: {
    CHECK_ACCEPTED: { value: 'check_accepted', description: 'An own check was accepted for the first time.' },
    CONTRIBUTION_BOOST: { value: 'contribution_boost', description: 'Spent on a boost.' },
    VOUCH_STAKE: { value: 'vouch_stake', description: 'Locked as the stake of an own vouch.' },
    VOUCH_RETURNED: { value: 'vouch_returned', description: 'A stake came back once its lock was over.' },
    VOUCH_RESTORED: { value: 'vouch_restored', description: 'A forfeited stake came back by an appeal.' },
  } as const,
});

export const ObservationState = builder.enumType('ObservationState', {
  description: `How an observation stands. ${caveats.observation}`,
  values: {
    OPEN: { value: 'open', description: 'Public, and any member can promote it.' },
    PROMOTED: { value: 'promoted', description: 'Public, and promoted by a claim for good.' },
    WITHDRAWN: { value: 'withdrawn', description: 'Withdrawn by its author, for good.' },
    HIDDEN: { value: 'hidden', description: 'Hidden by staff, who can bring it back.' },
  } as const,
});

export const ModeratedObservationState = builder.enumType('ModeratedObservationState', {
  description: 'What staff make of an observation.',
  values: {
    HIDDEN: { value: 'hidden', description: 'Take it out of the public record.' },
    OPEN: { value: 'open', description: 'Bring it back where it was.' },
  } as const,
});

export const VouchState = builder.enumType('VouchState', {
  description: `How a vouch stands. ${caveats.endorsement}`,
  values: {
    ACTIVE: { value: 'active', description: 'Its stake is locked and its endorsement shows.' },
    RETURNED: { value: 'returned', description: 'Its time was over and its stake came back.' },
    FORFEITED: { value: 'forfeited', description: 'A moderator ended it and its stake was lost.' },
    RESTORED: { value: 'restored', description: 'It was forfeited, and an appeal brought the stake back.' },
  } as const,
});

export const AppealState = builder.enumType('AppealState', {
  description: 'Where an appeal stands.',
  values: {
    OPEN: { value: 'open', description: 'Not decided yet.' },
    RESTORED: { value: 'restored', description: 'Granted: the stake came back, the endorsement did not.' },
    DENIED: { value: 'denied', description: 'Denied: the stake stays forfeited.' },
  } as const,
});

export const AppealDecision = builder.enumType('AppealDecision', {
  description: 'How administrators decide an appeal.',
  values: {
    RESTORED: { value: 'restored', description: 'Return the stake.' },
    DENIED: { value: 'denied', description: 'Leave it forfeited.' },
  } as const,
});

export const PrecedentState = builder.enumType('PrecedentState', {
  description: `Whether a precedent still says anything. ${caveats.precedent}`,
  values: {
    PUBLISHED: { value: 'published', description: 'Published.' },
    WITHDRAWN: { value: 'withdrawn', description: 'Withdrawn: a neutral tombstone with empty texts.' },
  } as const,
});

export const PrecedentCause = builder.enumType('PrecedentCause', {
  description: 'Why a precedent is withdrawn.',
  values: {
    PRIVACY: { value: 'privacy', description: 'It told too much of someone.' },
    CORRECTION: { value: 'correction', description: 'It was not right.' },
  } as const,
});

export const ChallengeState = builder.enumType('ChallengeState', {
  description: `How a week of the calendar stands. ${caveats.calendar}`,
  values: {
    OPEN: { value: 'open', description: 'It runs; it may have its claim already.' },
    PUBLISHED: { value: 'published', description: 'It is over, and its counts are frozen.' },
    IDLE: { value: 'idle', description: 'It is over, and no claim was selected in it.' },
  } as const,
});

export const ChallengeReason = builder.enumType('ChallengeReason', {
  description: 'Why a week has no claim to show.',
  values: {
    NO_CLAIM: { value: 'no_claim', description: 'No claim was eligible.' },
    MISSED: { value: 'missed', description: 'Nothing ran while it passed; nothing of it was made up.' },
    PAUSED: { value: 'paused', description: 'Administrators had paused selections.' },
    CLAIM_GONE: { value: 'claim_gone', description: 'Its claim is public no more.' },
  } as const,
});

export const ThreadVisibility = builder.enumType('ThreadVisibility', {
  description: 'For whom a thread exists.',
  values: {
    PUBLIC: { value: 'public', description: 'For everyone.' },
    RESTRICTED: { value: 'restricted', description: 'For the members it names and staff.' },
  } as const,
});

export const ForumState = builder.enumType('ForumState', {
  description: 'How a thread or post stands.',
  values: {
    ACTIVE: { value: 'active', description: 'It shows to whom it is for.' },
    WITHDRAWN: { value: 'withdrawn', description: 'Withdrawn by its author, for good; seen by author and staff only.' },
    HIDDEN: { value: 'hidden', description: 'Hidden by staff, who can bring it back; seen by author and staff only.' },
  } as const,
});

export const RuleEffect = builder.enumType('RuleEffect', {
  description: `What a rule makes of an action. ${caveats.rules}`,
  values: {
    CONDITIONAL: { value: 'conditional', description: 'Possible where all its conditions hold.' },
    PROHIBITED: { value: 'prohibited', description: 'Never.' },
    UNKNOWN: { value: 'unknown', description: 'No rule is about this action; that permits nothing.' },
  } as const,
});
