// 103 published findings and 7,281 forecasts of them, taken in through the public doors and read out by a stranger.
// The data stands beside the project and is never committed; without it the test says that it did not run.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import pLimit from 'p-limit';
import { expect, test } from 'vitest';
import { openRunner } from '#domain/acts/run.ts';
import { createMembers, type NewMember } from '#domain/members/create.ts';
import { verifyPublication } from '#domain/publication/verify.ts';
import { type Institution, openInstitution, testOrigin } from './kit/api.ts';
import { serveArchive } from './kit/archive.ts';
import { type Answered, type Client, openClient } from './kit/client.ts';
import { readCsv } from './kit/csv.ts';
import { freePort } from './kit/port.ts';
import { askStranger } from './kit/stranger.ts';

const data = path.resolve(import.meta.dirname, '../../shared/data/replication-findings');
const atOnce = 12;

interface Finding {
  key: string;
  project: string;
  cite: string;
  doi: string;
  pValue: string;
  replicated: boolean;
}

interface Forecast {
  finding: string;
  forecaster: string;
  probability: number;
}

interface Member {
  token: string;
}

function readData(): { findings: Finding[]; forecasts: Forecast[] } {
  const read = (name: string) => readCsv(readFileSync(path.join(data, name), 'utf8')) as Record<string, string>[];
  const keyOf = ({ project, finding_id }: Record<string, string>) => `${project}-${finding_id}`;
  const findings = read('findings.csv').map((row) => ({
    key: keyOf(row),
    project: row.project ?? '',
    cite: row.cite ?? '',
    doi: row.doi ?? '',
    pValue: row.original_pval ?? '',
    replicated: row.replicated === '1',
  }));
  const forecasts = read('forecasts.csv')
    .filter(({ forecaster_id }) => forecaster_id !== 'NA') // not one person
    .map((row) => ({
      finding: keyOf(row),
      forecaster: `${row.project}-${row.forecaster_id}`.toLowerCase(),
      probability: Number(row.response),
    }));
  return { findings, forecasts };
}

/** Opens accounts in bulk by the administrator's verb; each comes with a token. */
async function enrol({ database }: Institution, members: Partial<NewMember>[]): Promise<(handle: string) => Member> {
  const runner = openRunner({ database, counting: database, origin: testOrigin });
  const tokens = new Map<string, Member>();
  await runner.system('create_members', async (tx) => {
    const wanted = members.map((one) => ({ handle: '', role: 'member', approved: true, token: ['write'], ...one }));
    const { outcome, created } = await createMembers(tx, wanted as NewMember[]);
    for (const { handle, token = '' } of created) tokens.set(handle, { token });
    return outcome;
  });
  return (handle) => {
    const member = tokens.get(handle);
    if (!member) throw new Error(`${handle} was not enrolled`);
    return member;
  };
}

function made(answer: Answered): Answered['body'] {
  if (answer.status !== 201) throw new Error(`${answer.status}: ${answer.text}`);
  return answer.body;
}

const evidenceOf = (finding: Finding, about: string) => ({
  method: `As published with the replication project ${finding.project}: ${about}.`,
  environment: `Original p: ${finding.pValue || 'not given'}`,
  artifactUrl: finding.doi,
  artifactSha256: createHash('sha256').update(finding.key).digest('hex'),
});

const reason = 'The replication project published this outcome with its data.';

/** Does it for each, several at once. */
async function forEach<Thing>(
  things: readonly Thing[],
  work: (thing: Thing, at: number) => Promise<void>,
): Promise<void> {
  const limit = pLimit(atOnce);
  await Promise.all(things.map((thing, at) => limit(() => work(thing, at))));
}

test('published findings and forecasts go in through the doors, and a stranger reads them out', async (context) => {
  if (!existsSync(data)) return context.skip('the published findings stand beside no project of ours here');
  const { findings, forecasts } = readData();
  expect([findings.length, forecasts.length]).toEqual([103, 7281]);
  const archivePort = await freePort();
  const institution = await openInstitution({ archivePort });
  await serveArchive({ archiveUrl: institution.at.archiveUrl, origin: testOrigin }, { port: archivePort });
  const client = await openClient(institution.address);

  const projects = [...new Set(findings.map(({ project }) => project))];
  const forecasters = [...new Set(forecasts.map(({ forecaster }) => forecaster))];
  const checkers = ['checker-a', 'checker-b'];
  // Limits hold for staff too, so each administers one project.
  const administratorOf = (project: string) => `administrator-${project.toLowerCase()}`;
  const member = await enrol(institution, [
    ...projects.map((project) => ({ handle: `project-${project.toLowerCase()}` })),
    ...projects.map((project) => ({ handle: administratorOf(project), role: 'administrator' as const })),
    ...forecasters.map((handle) => ({ handle })),
    ...checkers.map((handle) => ({ handle })),
  ]);
  expect(forecasters).toHaveLength(344);

  const claims = new Map<string, string>();
  await forEach(findings, async (finding) => {
    const body = {
      title: `${finding.cite} replicates`,
      claim: `The main finding of ${finding.cite} shows again in a replication with new data.`,
      ...evidenceOf(finding, 'the original study'),
    };
    const { claim } = made(
      await client.post('/registry', body, { as: member(`project-${finding.project.toLowerCase()}`) }),
    );
    claims.set(finding.key, claim.id);
  });

  await forecast(client, forecasts, claims, member);

  await forEach(findings, async (finding) => {
    const id = claims.get(finding.key) ?? '';
    const check = (by: number) => submitCheck(client, finding, id, by, member(checkers[by] ?? ''));
    const as = member(administratorOf(finding.project));
    const review = (checkId: string, upheld = {}) =>
      client
        .post(
          `/registry-checks/${checkId}/reviews`,
          { checkId, state: 'accepted', reason, independenceConfirmed: true, ...upheld },
          { as },
        )
        .then(made);
    const checks = finding.replicated ? [await check(0), await check(1)] : [await check(0)];
    for (const checkId of checks) await review(checkId);
    if (!finding.replicated) await review(checks[0] ?? '', { challengeUpheld: true });
    const body = { reproduced: finding.replicated, reason, evidenceCheckId: checks[0] };
    made(await client.post(`/registry/${id}/resolution`, body, { as }));
  });

  const { body } = await client.get('/calibration');
  expect(body.site).toEqual({ n: 7281, claims: 103, meanBrier: 0.24246 });
  expect(body.bands).toEqual([
    { from: 0, to: 0.2, n: 585, meanProbability: 0.095863, observedRate: 0.201709 },
    { from: 0.2, to: 0.4, n: 856, meanProbability: 0.274509, observedRate: 0.310748 },
    { from: 0.4, to: 0.6, n: 1250, meanProbability: 0.48396, observedRate: 0.4056 },
    { from: 0.6, to: 0.8, n: 1991, meanProbability: 0.680568, observedRate: 0.538423 },
    { from: 0.8, to: 1, n: 2599, meanProbability: 0.883163, observedRate: 0.69065 },
  ]);
  await expectMembers(client, forecasts, findings);

  const { faults, named } = await verifyPublication(institution.database, testOrigin);
  expect({ faults, named }).toEqual({ faults: 0, named: [] });
  const stranger = await askStranger(institution.address);
  if (!stranger) return context.skip('archive_check.py stands beside no project of ours here, or python3 is missing');
  expect(stranger.wrong).toEqual([]);
  expect(stranger.records).toMatchObject({
    claims: 103,
    checks: 153,
    check_reviews: 206,
    resolutions: 103,
    lineage: 0,
  });
}, 240_000);

async function submitCheck(client: Client, finding: Finding, claimId: string, by: number, as: Member): Promise<string> {
  const body = {
    ...evidenceOf(finding, 'the replication'),
    result: finding.replicated ? 'supports' : 'challenges',
    notes: '',
    modelKey: `Protocol ${by}`,
    runtimeKey: `Laboratory ${by}`,
    interests: 'None that is known to the test.',
    conflicted: false,
  };
  return made(await client.post(`/registry/${claimId}/checks`, body, { as })).check.id;
}

function byForecaster(forecasts: readonly Forecast[]): Map<string, Forecast[]> {
  const groups = new Map<string, Forecast[]>();
  for (const one of forecasts) groups.set(one.forecaster, [...(groups.get(one.forecaster) ?? []), one]);
  return groups;
}

/** Every forecaster's forecasts, one after the other; forecasters at once. */
async function forecast(
  client: Client,
  forecasts: readonly Forecast[],
  claims: ReadonlyMap<string, string>,
  member: (handle: string) => Member,
): Promise<void> {
  const query = `mutation Predict($key: String!, $input: PredictClaimInput!) {
    predictClaim(idempotencyKey: $key, input: $input) { __typename ... on PredictClaimPayload { prediction { probability } } }
  }`;
  const one = async ({ finding, forecaster, probability }: Forecast) => {
    const input = { claimId: claims.get(finding), probability };
    const { body } = await client.graphql(query, { key: `forecast-${finding}`, input }, { as: member(forecaster) });
    expect(body).toEqual({
      data: { predictClaim: { __typename: 'PredictClaimPayload', prediction: { probability } } },
    });
  };
  await forEach([...byForecaster(forecasts).values()], async (own, at) => {
    // Each begins elsewhere, so that they do not queue for one claim after the other.
    const begin = (at * 7) % own.length;
    for (const each of [...own.slice(begin), ...own.slice(0, begin)]) await one(each);
  });
}

/** The members of the table are the forecasters, each with the mean computed here by plain arithmetic. */
async function expectMembers(
  client: Client,
  forecasts: readonly Forecast[],
  findings: readonly Finding[],
): Promise<void> {
  const outcomes = new Map(findings.map(({ key, replicated }) => [key, replicated ? 1 : 0]));
  const byMember = byForecaster(forecasts);
  const listed: { handle: string; n: number; meanBrier: number }[] = [];
  for (let after: number | null = 0; after !== null; ) {
    const { body }: Answered = await client.get(`/calibration?after=${after}`);
    listed.push(...body.members);
    after = body.nextCursor;
  }
  expect(listed.map(({ handle }) => handle)).toEqual([...byMember.keys()].toSorted());
  for (const { handle, n, meanBrier } of listed) {
    const own = byMember.get(handle) ?? [];
    const squares = own.map(({ finding, probability }) => (probability - (outcomes.get(finding) ?? 0)) ** 2);
    expect(n).toBe(own.length);
    expect(meanBrier).toBeCloseTo(squares.reduce((sum, square) => sum + square, 0) / own.length, 5);
  }
}
