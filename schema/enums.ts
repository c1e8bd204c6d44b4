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
  } as const,
});
