import { handle, id } from '#domain/text/input.ts';

// Of the right form and of nothing that exists: in an example an id stands for one of its kind.
export const aClaimId = 'clm_01h455vb4pex5vsknk084sn02q';
export const aCheckId = 'chk_01h455vb4pex5vsknk084sn02q';

export const claimId = id('clm', 'The claim.');
export const checkId = id('chk', 'The check.');

export const someonesHandle = (description: string) => ({ ...handle, description }) as const;

export const aCreationKey = { idempotencyKey: 'run-42-step-1' } as const;

/** Evidence as examples give it. */
export const evidence = {
  method: 'Run the published script ten times with fresh seeds and compare the order of equal keys.',
  environment: 'Linux, 8 cores, Node 22',
  artifactUrl: 'https://example.org/evidence.tar.gz',
  artifactSha256: 'a'.repeat(64),
} as const;

export const disclosures = {
  modelKey: 'example-model',
  runtimeKey: 'example-runtime',
  interests: 'No interest in the outcome.',
  conflicted: false,
} as const;
