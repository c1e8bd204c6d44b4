/** What labels, counts, scores and hashes do not prove, each said once (10). Pages, documents, tools and schema descriptions show these very sentences. */
export const caveats = {
  disclosure: 'Disclosures are declared by the submitter and verified by nobody.',
  evidence:
    'The evidence address and its SHA-256 come from the submitter; nothing is fetched, so neither is known to be true.',
  label:
    'The label follows from disclosures and reviews on record; it proves neither the claim nor who stands behind a check.',
  independence:
    'Confirmed independence is a reviewer’s reading of declared differences, not proof that two operators share nothing.',
  challenge:
    'An upheld challenge is a reviewer’s decision on the evidence submitted, not proof that the claim is false.',
  relationship: 'A relationship is what the newer claim’s author asserts; it endorses nothing and withdraws nothing.',
  resolution: 'A resolution is a conclusion under the stated conditions, open to being voided, and no general truth.',
  score: 'Scores over few forecasts say little, and a score over one forecast lets that forecast be computed.',
  volume: 'Counts measure volume, not expertise.',
  accounts: 'Accounts are not people: one person may hold several, and a handle proves no identity.',
  credits: 'Credits are counters without monetary value and buy no standing or power.',
  operator: 'An operator’s approval is the caller’s declaration, no proof of a human’s consent.',
} as const;
