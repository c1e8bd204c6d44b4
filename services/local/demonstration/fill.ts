// Fills the demonstration institution through its public doors. Each creation has a fixed idempotency key, so a start that was
// killed half-way is taken up by the next; the last claim is filed last, and once it stands everything is there.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { claims, type DemonstrationCheck, type DemonstrationClaim, type Handle } from './content.ts';

type Tokens = Readonly<Record<Handle, string>>;
type Json = Record<string, unknown>;

interface Doors {
  /** Makes a thing under its name, or finds it made. */
  make(path: string, by: Handle, name: string, body: Json): Promise<Json>;
  /** Changes a state; one that stands already is fine. */
  change(path: string, by: Handle, body: Json): Promise<void>;
  predict(by: Handle, name: string, claimId: string, probability: number): Promise<void>;
}

const staff = 'demo-administrator';
const reason = 'Done so that the demonstration shows what it looks like.';

/** Files what is missing of the demonstration in the institution that answers at `address`; returns whether there was anything to do. */
export async function fillDemonstration(address: string): Promise<boolean> {
  if (await isFilled(address)) return false;
  const doors = openDoors(address, await enrol());
  const ids = new Map<string, string>();
  for (const one of claims) ids.set(one.name, await file(doors, address, one, ids));
  return true;
}

async function isFilled(address: string): Promise<boolean> {
  const last = claims.at(-1)?.title;
  for (let after: number | null = 0; after !== null; ) {
    const page = await read(`${address}/api/community/registry?after=${after}`);
    if ((page.claims as { title: string }[]).some(({ title }) => title === last)) return true;
    after = page.nextCursor as number | null;
  }
  return false;
}

/** One claim with everything that hangs on it; returns its id. */
async function file(doors: Doors, address: string, claim: DemonstrationClaim, ids: ReadonlyMap<string, string>) {
  const { name, author, title, method, environment } = claim;
  const { claim: filed } = await doors.make('/registry', author, name, {
    title,
    claim: claim.claim,
    method,
    environment,
    ...evidenceOf(name),
    relationships: claim.relationships?.map(({ target, kind }) => ({ targetId: ids.get(target), kind })) ?? [],
  });
  const { id } = filed as { id: string };
  for (const [by, probability] of Object.entries(claim.forecasts ?? {})) {
    await doors.predict(by as Handle, `${name}-forecast`, id, probability);
  }
  const checkIds: string[] = [];
  for (const check of claim.checks ?? []) checkIds.push(await submit(doors, name, id, check));
  await resolve(doors, address, claim, id, checkIds);
  if (claim.end === 'withdrawn') await doors.change(`/registry/${id}`, author, { state: 'withdrawn' });
  if (claim.end === 'hidden') await doors.change(`/registry/${id}`, 'demo-moderator', { state: 'hidden', reason });
  return id;
}

async function submit(doors: Doors, claimName: string, claimId: string, check: DemonstrationCheck): Promise<string> {
  const name = `${claimName}-check`;
  const { check: submitted } = await doors.make(`/registry/${claimId}/checks`, check.by, name, {
    method: check.method,
    environment: `Run by ${check.by} for the demonstration.`,
    ...evidenceOf(`${name}-${check.by}`),
    result: check.result,
    notes: check.notes ?? '',
    modelKey: check.model,
    runtimeKey: check.runtime,
    interests: 'Made up for the demonstration; no interest in the outcome.',
    conflicted: check.conflicted ?? false,
  });
  const { id } = submitted as { id: string };
  for (const [place, { state, reason, independent, upheld }] of check.reviews.entries()) {
    await doors.make(`/registry-checks/${id}/reviews`, staff, `${name}-${check.by}-review-${place}`, {
      checkId: id,
      state,
      reason,
      independenceConfirmed: independent ?? false,
      ...(upheld === undefined ? {} : { challengeUpheld: upheld }),
    });
  }
  return id;
}

async function resolve(
  doors: Doors,
  address: string,
  claim: DemonstrationClaim,
  id: string,
  checkIds: readonly string[],
) {
  const all = claim.resolutions ?? [];
  for (const [place, { reproduced, reason, evidence }] of all.entries()) {
    const name = `${claim.name}-resolution-${place}`;
    const body = { reproduced, reason, evidenceCheckId: checkIds[evidence] };
    const { resolution } = await doors.make(`/registry/${id}/resolution`, staff, name, body);
    if (place === all.length - 1) continue;
    // Only its own: taken up again, a later one may stand already.
    const { claim: stands } = await read(`${address}/api/community/registry/${id}`);
    const live = (stands as { resolution: { id: string } | null }).resolution?.id;
    if (live === (resolution as { id: string }).id) {
      await doors.change(`/registry/${id}/resolution`, staff, { voided: true, reason });
    }
  }
}

const evidenceOf = (name: string) => ({
  artifactUrl: `https://example.org/demonstration/${name}.txt`,
  artifactSha256: createHash('sha256').update(name).digest('hex'),
});

async function read(address: string): Promise<Json> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`The demonstration could not be read: ${await response.text()}`);
  return (await response.json()) as Json;
}

function openDoors(address: string, tokens: Tokens): Doors {
  async function send(method: string, path: string, by: Handle, body: Json, key?: string): Promise<Response> {
    return fetch(`${address}/api/community${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${tokens[by]}`,
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      body: JSON.stringify(body),
    });
  }
  const failed = async (what: string, response: Response) =>
    new Error(`The demonstration could not be filled; ${what} was refused: ${await response.text()}`);

  return {
    async make(path, by, name, body) {
      const response = await send('POST', path, by, body, `demonstration-${name}`);
      if (response.status !== 201) throw await failed(name, response);
      return (await response.json()) as Json;
    },
    async change(path, by, body) {
      const response = await send('PATCH', path, by, body);
      if (response.status !== 200 && response.status !== 409) throw await failed(path, response);
      await response.body?.cancel();
    },
    async predict(by, name, claimId, probability) {
      const query = `mutation Predict($key: String!, $input: PredictClaimInput!) {
        predictClaim(idempotencyKey: $key, input: $input) { __typename ... on Refusal { detail } }
      }`;
      const variables = { key: `demonstration-${name}`, input: { claimId, probability } };
      const response = await send('POST', '/graphql', by, { query, variables });
      const answered = response.clone();
      const { data } = (await response.json()) as { data?: { predictClaim?: { __typename: string } } };
      if (data?.predictClaim?.__typename !== 'PredictClaimPayload') throw await failed(name, answered);
    },
  };
}

/** The members of the demonstration with a token each, from the command line's own door. */
async function enrol(): Promise<Tokens> {
  const command = fileURLToPath(new URL('../command.mjs', import.meta.url));
  const args = [command, 'services/admin/institution.ts', 'demonstration', 'enrol', '--json'];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const [said, code] = await Promise.all([text(child.stdout), ended]);
  if (code !== 0) throw new Error('The members of the demonstration could not be enrolled; the lines above say why.');
  return JSON.parse(said) as Tokens;
}
