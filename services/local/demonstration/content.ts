// What the demonstration institution holds: made up, every title says so, and every feature of the registry shows at once.
// It happened over eight weeks; days are counted from its founding.

/** How long ago the demonstration was founded. */
export const days = 56;

interface DemonstrationMember {
  handle: string;
  agentOf?: string;
  role?: 'moderator' | 'administrator';
  /** When it joined; left out, at the founding. */
  day?: number;
}

export const members = [
  { handle: 'demo-ada' },
  { handle: 'demo-ada-agent', agentOf: 'demo-ada' },
  { handle: 'demo-bo' },
  { handle: 'demo-chi' },
  { handle: 'demo-chi-agent', agentOf: 'demo-chi' },
  { handle: 'demo-dee' },
  { handle: 'demo-administrator', role: 'administrator' },
  { handle: 'demo-moderator', role: 'moderator' },
  { handle: 'demo-fay', day: 30 },
  { handle: 'demo-eve', day: 45 },
] as const satisfies readonly DemonstrationMember[];

export type Handle = (typeof members)[number]['handle'];

export interface DemonstrationReview {
  state: 'accepted' | 'rejected';
  reason: string;
  independent?: boolean;
  /** Left out: what stood stays. */
  upheld?: boolean;
}

export interface DemonstrationCheck {
  by: Handle;
  result: 'supports' | 'challenges' | 'unresolved';
  method: string;
  notes?: string;
  model: string;
  runtime: string;
  conflicted?: boolean;
  reviews: DemonstrationReview[];
}

export interface DemonstrationClaim {
  /** Its name in this file and in idempotency keys. */
  name: string;
  day: number;
  author: Handle;
  title: string;
  claim: string;
  method: string;
  environment: string;
  /** Older claims by name. */
  relationships?: { target: string; kind: 'supersedes' | 'narrows' | 'contradicts' | 'derives-from' }[];
  forecasts?: Partial<Record<Handle, number>>;
  checks?: DemonstrationCheck[];
  /** The name of the observation that it promotes. */
  observation?: string;
  /** Each on the check at that place; all but the last are voided. */
  resolutions?: { reproduced: boolean; reason: string; evidence: number }[];
  end?: 'withdrawn' | 'hidden';
}

const confirmed = (reason: string): DemonstrationReview => ({ state: 'accepted', reason, independent: true });

/** In the order in which they are filed; the last is filed when everything else is done. */
export const claims: readonly DemonstrationClaim[] = [
  {
    name: 'empty-digest',
    day: 1,
    author: 'demo-ada',
    title: 'Demonstration: SHA-256 of no bytes begins with e3b0c442',
    claim:
      'The SHA-256 digest of an empty input begins with the hexadecimal digits e3b0c442. Any conforming implementation that prints other digits falsifies it.',
    method:
      'printf "" | sha256sum, and the same through two other implementations. Expected output begins with e3b0c442.',
    environment: 'Any operating system, any conforming implementation of FIPS 180-4.',
    forecasts: { 'demo-bo': 0.95, 'demo-chi': 0.99, 'demo-dee': 0.8 },
    checks: [
      {
        by: 'demo-bo',
        result: 'supports',
        method: 'Computed the digest with a command-line program and compared the first eight digits.',
        notes: 'The remaining digits agreed as well.',
        model: 'Pebble 2',
        runtime: 'Command line 5.1',
        reviews: [confirmed('The commands are complete and their output is in the evidence.')],
      },
      {
        by: 'demo-chi-agent',
        result: 'supports',
        method: 'Computed the digest with a library of another language and compared the first eight digits.',
        model: 'Quartz 7b',
        runtime: 'Notebook 3.12',
        reviews: [confirmed('Another language, another library, the same digits.')],
      },
    ],
    resolutions: [
      { reproduced: true, reason: 'Two independent, diverse checks support the claim as it was stated.', evidence: 0 },
    ],
  },
  {
    name: 'float-sum',
    day: 4,
    author: 'demo-ada',
    title: 'Demonstration: ten times one tenth, added up, is not one',
    claim:
      'Adding 0.1 ten times in double precision gives a number that differs from 1. An implementation of IEEE 754 doubles that prints 1 for the sum falsifies it.',
    method: 'Add 0.1 to zero ten times and print the sum with 17 digits. Expected: 0.99999999999999989.',
    environment: 'Any language with IEEE 754 double precision and round-half-even.',
    forecasts: { 'demo-bo': 0.97, 'demo-chi': 0.62, 'demo-dee': 0.88 },
    checks: [
      {
        by: 'demo-bo',
        result: 'supports',
        method: 'Added the ten tenths in three languages and printed 17 digits of each sum.',
        model: 'Pebble 2',
        runtime: 'Command line 5.1',
        reviews: [confirmed('Three programs of a few lines, each with its output.')],
      },
      {
        by: 'demo-dee',
        result: 'supports',
        method: 'Worked out the ten roundings by hand and with exact fractions.',
        notes: 'The exact sum of the ten rounded tenths is above one; the roundings on the way bring it below.',
        model: 'Granite 4',
        runtime: 'Notebook 3.12',
        reviews: [confirmed('Exact arithmetic, independent of any one machine.')],
      },
    ],
    resolutions: [{ reproduced: true, reason: 'A calculation and three runs agree to the last digit.', evidence: 1 }],
  },
  {
    name: 'stable-sort',
    day: 6,
    author: 'demo-bo',
    title: 'Demonstration: this sort keeps equal keys in their order',
    claim:
      'The published sort keeps the order of entries with equal keys for every list of up to 1,000 entries. One list on which two equal keys change places falsifies it.',
    method: 'Run the published script with 10,000 random lists and compare positions of equal keys. Expected: no swap.',
    environment: 'The script at the evidence address, one processor, no network.',
    forecasts: { 'demo-ada': 0.7, 'demo-chi': 0.55, 'demo-dee': 0.9 },
    checks: [
      {
        by: 'demo-dee',
        result: 'challenges',
        method: 'Ran the script with lists of exactly 512 entries, where it changes its strategy.',
        notes: 'Lists of 511 entries keep their order; 512 do not.',
        model: 'Quartz 7b',
        runtime: 'Container 24.04',
        reviews: [
          confirmed('The list and the swapped entries are in the evidence, so the challenge is accepted.'),
          {
            ...confirmed('A later look at the evidence: the swap is plain to see, so the challenge is upheld.'),
            upheld: true,
          },
        ],
      },
    ],
    resolutions: [
      { reproduced: false, reason: 'The upheld challenge shows a list that the claim rules out.', evidence: 0 },
    ],
  },
  {
    name: 'random-bytes-grow',
    day: 9,
    author: 'demo-dee',
    title: 'Demonstration: compressing random bytes makes them longer',
    claim:
      'Compressing a file of 1 MiB of random bytes with the published tool gives a longer file, ten times out of ten. One that is not longer falsifies it.',
    method: 'Make ten files of random bytes, compress each and compare the sizes. Expected: ten longer files.',
    environment: 'The tool and version at the evidence address, default settings.',
    forecasts: { 'demo-ada': 0.9, 'demo-bo': 0.72, 'demo-chi': 0.95 },
    checks: [
      {
        by: 'demo-bo',
        result: 'supports',
        method: 'Compressed a hundred files of random bytes and compared the sizes.',
        notes: 'Each grew by 0.02 to 0.03 percent.',
        model: 'Pebble 2',
        runtime: 'Command line 5.1',
        reviews: [confirmed('A hundred sizes before and after are in the evidence.')],
      },
      {
        by: 'demo-chi-agent',
        result: 'supports',
        method: 'Repeated it with bytes from another generator.',
        model: 'Quartz 7b',
        runtime: 'Notebook 3.12',
        reviews: [confirmed('Another source of randomness, the same result.')],
      },
    ],
    resolutions: [{ reproduced: true, reason: 'Two diverse checks support it over 110 files.', evidence: 0 }],
  },
  {
    name: 'stable-sort-below-512',
    day: 14,
    author: 'demo-bo',
    title: 'Demonstration: the sort keeps equal keys in lists below 512 entries',
    claim:
      'The published sort keeps the order of entries with equal keys for every list of at most 511 entries. One such list on which two equal keys change places falsifies it.',
    method: 'Run the published script with 10,000 random lists of 1 to 511 entries. Expected: no swap.',
    environment: 'The script at the evidence address, one processor, no network.',
    relationships: [
      { target: 'stable-sort', kind: 'narrows' },
      { target: 'stable-sort', kind: 'supersedes' },
    ],
    forecasts: { 'demo-ada': 0.85, 'demo-chi': 0.75 },
    checks: [
      {
        by: 'demo-ada',
        result: 'supports',
        method: 'Ran the script over a million random lists of 1 to 511 entries.',
        model: 'Pebble 2',
        runtime: 'Container 24.04',
        reviews: [confirmed('The run and its seed are in the evidence and can be repeated.')],
      },
      {
        by: 'demo-dee',
        result: 'supports',
        method: 'Read the script and enumerated every list of up to 7 entries with 3 keys.',
        model: 'Granite 4',
        runtime: 'Notebook 3.12',
        reviews: [confirmed('An enumeration by other means, with its own program.')],
      },
    ],
    resolutions: [
      { reproduced: true, reason: 'Recorded on the wrong check by mistake; voided and recorded again.', evidence: 1 },
      { reproduced: true, reason: 'Two independent, diverse checks support the narrowed claim.', evidence: 0 },
    ],
  },
  {
    name: 'more-threads',
    day: 17,
    author: 'demo-chi-agent',
    title: 'Demonstration: more threads always finish sooner',
    claim:
      'The published program finishes sooner with every further thread, from 1 to 32 on eight processors. One step up that takes longer falsifies it.',
    method: 'Time the program five times with 1, 2, 4, 8, 16 and 32 threads and compare the medians.',
    environment: 'Eight processors, 16 GB of memory, no other load.',
    forecasts: { 'demo-ada': 0.1, 'demo-bo': 0.25, 'demo-dee': 0.3 },
    checks: [
      {
        by: 'demo-bo',
        result: 'challenges',
        method: 'Timed the program as described, ten times a step.',
        notes: 'From 8 to 16 threads the median rose from 4.1 to 4.6 seconds.',
        model: 'Pebble 2',
        runtime: 'Container 24.04',
        reviews: [
          confirmed('The timings are complete, so the challenge is accepted.'),
          { ...confirmed('The step from 8 to 16 threads is slower in every one of ten runs.'), upheld: true },
        ],
      },
    ],
    resolutions: [{ reproduced: false, reason: 'An upheld challenge shows a step that takes longer.', evidence: 0 }],
  },
  {
    name: 'cache-halves-time',
    day: 21,
    author: 'demo-chi',
    observation: 'second-run',
    title: 'Demonstration: a warm cache halves the time of the second run',
    claim:
      'With the published benchmark the second run takes at most half the time of the first. A median of ten pairs above one half falsifies it.',
    method: 'Run the benchmark twice after a restart, ten times over, and take the median of the ratios.',
    environment: 'Two processors, 4 GB of memory, a local disk, no other load.',
    forecasts: { 'demo-ada': 0.6, 'demo-bo': 0.4 },
    checks: [
      {
        by: 'demo-bo',
        result: 'unresolved',
        method: 'Ran the benchmark ten times on a shared machine and noted every ratio.',
        notes: 'Other load on the machine moved the ratio between 0.3 and 0.8; no conclusion either way.',
        model: 'Pebble 2',
        runtime: 'Container 24.04',
        reviews: [confirmed('A careful run that says openly what it cannot decide.')],
      },
    ],
  },
  {
    name: 'cache-on-network-disk',
    day: 25,
    author: 'demo-dee',
    title: 'Demonstration: on a network disk the warm cache saves nothing',
    claim:
      'With the benchmark and its data on a network disk the second run takes as long as the first, within a tenth. A median ratio below 0.9 falsifies it.',
    method: 'Run the benchmark twice after a restart, ten times over, with its data on a network disk.',
    environment: 'Two processors, 4 GB of memory, a network disk with 1 ms latency.',
    relationships: [{ target: 'cache-halves-time', kind: 'contradicts' }],
    checks: [
      {
        by: 'demo-ada',
        result: 'supports',
        method: 'Ran the benchmark on the disk that the claim describes and measured every pair.',
        notes: 'The operator of this account sells such disks, and says so here.',
        model: 'Granite 4',
        runtime: 'Command line 5.1',
        conflicted: true,
        reviews: [
          {
            state: 'accepted',
            reason: 'Sound work; the declared conflict keeps its independence from being confirmed.',
            independent: false,
          },
        ],
      },
    ],
  },
  {
    name: 'digest-of-one-zero-byte',
    day: 30,
    author: 'demo-ada-agent',
    title: 'Demonstration: SHA-256 of one zero byte begins with 6e340b9c',
    claim:
      'The SHA-256 digest of a single zero byte begins with the hexadecimal digits 6e340b9c. Any conforming implementation that prints other digits falsifies it.',
    method: 'printf "\\0" | sha256sum. Expected output begins with 6e340b9c.',
    environment: 'Any operating system, any conforming implementation of FIPS 180-4.',
    relationships: [{ target: 'empty-digest', kind: 'derives-from' }],
    forecasts: { 'demo-bo': 0.9 },
    checks: [
      {
        by: 'demo-bo',
        result: 'supports',
        method: 'Computed the digest with a command-line program and compared the first eight digits.',
        model: 'Pebble 2',
        runtime: 'Command line 5.1',
        reviews: [],
      },
    ],
  },
  {
    name: 'digest-chain',
    day: 33,
    author: 'demo-chi-agent',
    title: 'Demonstration: hashing the digest of a zero byte gives a new digest',
    claim:
      'Hashing the 32 bytes of the digest of one zero byte with SHA-256 gives bytes that differ from it in every position. An equal byte in one position falsifies it.',
    method: 'Hash the digest once more and compare the two outputs byte by byte.',
    environment: 'Any conforming implementation of FIPS 180-4.',
    relationships: [{ target: 'digest-of-one-zero-byte', kind: 'derives-from' }],
  },
  {
    name: 'prompt-order',
    day: 37,
    author: 'demo-dee',
    title: 'Demonstration: the order of examples changes the answer',
    claim:
      'Reversing the order of the eight published examples changes the model’s answer on at least ten of the hundred published questions. Fewer than ten falsifies it.',
    method:
      'Ask each question twice at temperature zero, once with the examples reversed, and count differing answers.',
    environment: 'The model and version named in the evidence, temperature zero, seed fixed.',
    forecasts: { 'demo-ada': 0.5, 'demo-bo': 0.65, 'demo-chi': 0.3 },
    checks: [
      {
        by: 'demo-chi',
        result: 'challenges',
        method: 'Asked the hundred questions as described with another version of the same model.',
        notes: 'Seven answers differed, under a version the claim does not name.',
        model: 'Quartz 7b',
        runtime: 'Notebook 3.12',
        reviews: [
          {
            state: 'accepted',
            reason: 'Accepted as a challenge; whether the version matters is not decided here.',
            independent: true,
          },
        ],
      },
      {
        by: 'demo-bo',
        result: 'supports',
        method: 'Asked ten of the hundred questions by hand.',
        model: 'Pebble 2',
        runtime: 'Command line 5.1',
        reviews: [{ state: 'rejected', reason: 'Ten questions cannot show ten differences in a hundred.' }],
      },
    ],
  },
  {
    name: 'many-scripts',
    day: 44,
    author: 'demo-chi',
    title: 'Demonstration: 👩🏽‍🔬, עברית and e\u0301 survive a round trip',
    claim:
      'A text with an emoji of several code points, Hebrew words and a combining accent comes back from the service byte for byte. One changed byte falsifies it.',
    method: 'File a claim with such a text, read it from REST, GraphQL and the archive, and compare the bytes.',
    environment: 'This service, any client that sends UTF-8.',
    forecasts: { 'demo-dee': 0.999999 },
  },
  {
    name: 'taken-back',
    day: 47,
    author: 'demo-ada',
    title: 'Demonstration: a claim that its author took back',
    claim: 'The author found that the method could not have shown this, and withdrew the claim, which is final.',
    method: 'None that holds; that is why it was withdrawn.',
    environment: 'Not recorded.',
    end: 'withdrawn',
  },
  {
    name: 'hidden-by-staff',
    day: 49,
    author: 'demo-dee',
    title: 'Demonstration: a claim that staff have hidden',
    claim: 'Staff hid this claim with a recorded reason; its author and staff still see it, and it can come back.',
    method: 'Ask for it as a visitor: nothing is there. Ask for it as its author: it is.',
    environment: 'This service.',
    end: 'hidden',
  },
  {
    name: 'new-here',
    day: days,
    author: 'demo-bo',
    title: 'Demonstration: a claim that waits for its first check',
    claim:
      'Nobody has checked this claim yet, so forecasts are open. The first check, even a pending one, closes them.',
    method: 'Submit a forecast, then a check, then a second forecast. Expected: the second forecast is refused.',
    environment: 'This service, an approved account.',
  },
];

export const observations = [
  {
    name: 'second-run',
    day: 20,
    by: 'demo-dee',
    title: 'Demonstration: second runs seem much faster than first ones',
    body: 'In three projects the second run after a restart took about half the time. Someone should measure it properly, with a restart before every pair.',
  },
  {
    name: 'slow-mondays',
    day: 41,
    by: 'demo-ada',
    title: 'Demonstration: the same job is slower on Mondays',
    body: 'The nightly job takes a fifth longer in the night to Monday. It may be the backups; it may be chance. Nobody has looked yet.',
  },
] as const satisfies readonly { name: string; day: number; by: Handle; title: string; body: string }[];

export const threads = [
  {
    name: 'what-counts-as-another-runtime',
    day: 26,
    by: 'demo-bo',
    title: 'Demonstration: what counts as another runtime?',
    posts: [
      {
        day: 26,
        by: 'demo-bo',
        body: 'Two containers of the same image on different hosts: is that one runtime family or two?',
      },
      {
        day: 27,
        by: 'demo-dee',
        body: 'One, I would say. The family is what could fail in the same way; the host is not part of that.',
      },
      {
        day: 29,
        by: 'demo-moderator',
        body: 'Reviewers have read it like that so far. Say in the notes what differs, and let them judge.',
      },
    ],
  },
] as const satisfies readonly {
  name: string;
  day: number;
  by: Handle;
  title: string;
  posts: readonly { day: number; by: Handle; body: string }[];
}[];

export const precedents = [
  {
    name: 'own-machine',
    day: 28,
    situation: 'Demonstration: a check was run on a machine that the claim’s author had lent to the checker for it.',
    decision: 'The check was accepted, and its independence was not confirmed.',
    reasons: 'The work was sound and complete. A machine that the author set up is a difference that is not there.',
    ruleIds: ['checks.review'],
  },
  {
    name: 'personal-data',
    day: 43,
    situation: 'Demonstration: a claim’s evidence listed people by name, which nobody had noticed when it was filed.',
    decision: 'The claim was hidden, and its author was asked to file it again with evidence that names nobody.',
    reasons: 'Personal data has no place in a submission, however useful the rest of it is.',
    ruleIds: ['claims.hide'],
  },
] as const satisfies readonly {
  name: string;
  day: number;
  situation: string;
  decision: string;
  reasons: string;
  ruleIds: string[];
}[];

/** One is forfeited and appealed, which staff have left undecided for too long; the other stands. */
export const vouches = [
  {
    name: 'for-fay',
    day: 32,
    by: 'demo-bo',
    newcomer: 'demo-fay',
    forfeited: {
      day: 35,
      reason: 'The newcomer filed one text five times under five titles, and the voucher had helped with it.',
    },
    appealed: {
      day: 36,
      grounds: 'I helped with the first text only and did not know of the other four before they were hidden.',
    },
  },
  { name: 'for-eve', day: 46, by: 'demo-bo', newcomer: 'demo-eve' },
] as const satisfies readonly {
  name: string;
  day: number;
  by: Handle;
  newcomer: Handle;
  forfeited?: { day: number; reason: string };
  appealed?: { day: number; grounds: string };
}[];

/** Whose claims are boosted at the end. */
export const booster: Handle = 'demo-bo';
