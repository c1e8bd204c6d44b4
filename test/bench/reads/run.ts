// Three ways to the same answer, measured side by side: npm run bench:reads. Figures are ratios to PostGraphile in the same run.
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { migrate } from '#prisma/migrate.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const database = process.env.BENCH_DATABASE_URL;
if (!database)
  throw new Error('BENCH_DATABASE_URL names a database of its own, empty or filled by an earlier run, as a superuser');
const seconds = Number(process.env.BENCH_SECONDS ?? 4);
const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const atOnce = 8;
const claims = 50_000;

interface Answer {
  id: string;
  author: string;
  checks: string[];
  relations: string[];
}

interface Way {
  name: string;
  file: string;
  query: string;
  variables(after: number): object;
  read(data: unknown): Answer[];
}

interface Nodes<Node> {
  nodes: Node[];
}
interface Titled {
  title: string;
}
interface Author {
  handle: string;
}
type Claim<Checks, Rest> = { id: string; author: Author; checks: Checks } & Rest;
type OurClaim = Claim<
  Nodes<{ id: string; author: Author }>,
  { lineage: { outgoing: { kind: string; target: Titled }[]; incoming: { kind: string; source: Titled }[] } }
>;
type PluginClaim = Claim<
  { id: string; author: Author }[],
  { outgoing: { kind: string; target: Titled }[]; incoming: { kind: string; source: Titled }[] }
>;
type PeerClaim = Claim<
  Nodes<{ id: string; author: Author }>,
  { outgoing: Nodes<{ kind: string; target: Titled }>; incoming: Nodes<{ kind: string; source: Titled }> }
>;

const answer = (
  { id, author }: { id: string; author: Author },
  checks: { id: string; author: Author }[],
  outgoing: { kind: string; target: Titled }[],
  incoming: { kind: string; source: Titled }[],
): Answer => ({
  id,
  author: author.handle,
  checks: checks.map((check) => `${check.id} ${check.author.handle}`),
  relations: [
    ...outgoing.map((one) => `${one.kind.toLowerCase()} ${one.target.title}`),
    ...incoming.map((one) => `${one.kind.toLowerCase()} ${one.source.title}`),
  ],
});

const ways: Way[] = [
  {
    name: 'PostGraphile',
    file: '../peers/postgraphile.mjs',
    query: `query($after: Cursor) { claims: allClaims(first: 20, after: $after, orderBy: [ORDINAL_ASC]) { nodes { id: rowId title claim evidence
      author: memberByAuthorId { handle }
      checks: registryChecksByClaimId(first: 5, orderBy: [ORDINAL_ASC]) { nodes { id: rowId result author: memberByAuthorId { handle } } }
      outgoing: relationshipsBySourceId(orderBy: [N_ASC]) { nodes { kind target: claimByTargetId { title } } }
      incoming: relationshipsByTargetId(orderBy: [PRIMARY_KEY_ASC]) { nodes { kind source: claimBySourceId { title } } } } pageInfo { endCursor } } }`,
    variables: (after) => ({ after: peerCursor(after) }),
    read: (data) =>
      (data as { claims: Nodes<PeerClaim> }).claims.nodes.map((one) =>
        answer(one, one.checks.nodes, one.outgoing.nodes, one.incoming.nodes),
      ),
  },
  {
    name: 'Prisma plugin',
    file: '../peers/plugin.ts',
    query: `query($after: Int!) { claims(first: 20, after: $after) { id title claim evidence author { handle }
      checks { id result author { handle } } outgoing { kind target { title } } incoming { kind source { title } } } }`,
    variables: (after) => ({ after }),
    read: (data) =>
      (data as { claims: PluginClaim[] }).claims.map((one) => answer(one, one.checks, one.outgoing, one.incoming)),
  },
  {
    name: 'one statement',
    file: './tables.ts',
    query: `query($after: String) { claims(first: 20, after: $after) { nodes { id title claim evidence author { handle }
      checks(first: 5) { nodes { id result author { handle } } }
      lineage { outgoing { kind target { title } } incoming { kind source { title } } } } } }`,
    variables: (after) => ({ after: Buffer.from(`claims ${after}`).toString('base64url') }),
    read: (data) =>
      (data as { claims: Nodes<OurClaim> }).claims.nodes.map((one) =>
        answer(one, one.checks.nodes, one.lineage.outgoing, one.lineage.incoming),
      ),
  },
];

// PostGraphile's cursor: a digest of the order, then the row's values in it; the digest is learnt from its first page.
let peerOrder = '';
const peerCursor = (after: number) =>
  after === 0
    ? null
    : Buffer.from(JSON.stringify([peerOrder, String(after), `clm_${String(after).padStart(26, '0')}`])).toString(
        'base64',
      );

async function learnPeerOrder(port: number, way: Way): Promise<void> {
  const { data } = JSON.parse(await ask(port, way, 0)) as { data: { claims: { pageInfo: { endCursor: string } } } };
  [peerOrder] = JSON.parse(Buffer.from(data.claims.pageInfo.endCursor, 'base64').toString()) as [string];
}

/** Prisma's joins are a preview feature: the plugin's way gets a client of its own with it. */
function generateClient(): void {
  mkdirSync(here('../generated'), { recursive: true });
  const drawn = readFileSync(here('../../../prisma/schema.prisma'), 'utf8')
    .replace(/generator pothos \{[^}]*\}/, '')
    .replace(/output\s+= "\.\/generated"/, 'output = "./client"\n  previewFeatures = ["relationJoins"]');
  writeFileSync(here('../generated/schema.prisma'), drawn);
  execFileSync('npx', ['prisma', 'generate', '--schema', here('../generated/schema.prisma')], {
    env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: '/bin/true' },
    stdio: 'ignore',
  });
}

/** Migrates and fills the database, unless an earlier run did. */
async function fill(): Promise<void> {
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  try {
    const { rows } = await client.query(`select to_regclass('claim') as filled`);
    if (rows[0]?.filled) return;
    await migrate(database as string);
    await client.query(readFileSync(here('./seed.sql'), 'utf8'));
  } finally {
    await client.end();
  }
}

function installPeers(): void {
  if (existsSync(here('../peers/node_modules/postgraphile'))) return;
  execFileSync('npm', ['install', '--no-audit', '--no-fund'], { cwd: here('../peers'), stdio: 'inherit' });
}

const agent = new Agent({ keepAlive: true, maxSockets: atOnce });

function ask(port: number, way: Way, after: number): Promise<string> {
  const body = JSON.stringify({ query: way.query, variables: way.variables(after) });
  return new Promise((resolve, reject) => {
    const call = request(
      {
        port,
        host: '127.0.0.1',
        path: '/graphql',
        method: 'POST',
        agent,
        headers: { 'content-type': 'application/json', accept: 'application/json' },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('end', () => resolve(text)).on('error', reject);
      },
    );
    call.on('error', reject).end(body);
  });
}

function read(way: Way, text: string): Answer[] {
  const { data, errors } = JSON.parse(text) as { data?: unknown; errors?: unknown };
  assert(data && !errors, `${way.name}: ${text.slice(0, 600)}`);
  return way.read(data);
}

/** Requests a second over one stretch. */
async function measure(port: number, way: Way): Promise<number> {
  let done = 0;
  const started = performance.now();
  const until = started + seconds * 1000;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (performance.now() < until) {
        await ask(port, way, Math.floor(Math.random() * (claims - 100)) + 20);
        done++;
      }
    }),
  );
  return done / ((performance.now() - started) / 1000);
}

const median = (figures: number[]) => figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0;

await fill();
generateClient();
installPeers();
const children: ChildProcess[] = [];
try {
  const served: { way: Way; port: number; figures: number[] }[] = [];
  for (const [index, way] of ways.entries()) {
    const port = 4870 + index;
    const child = fork(here(way.file), {
      env: { ...process.env, BENCH_PORT: String(port), NODE_ENV: 'production' },
      execArgv: way.file.endsWith('.ts') ? ['--import', 'tsx'] : [],
    });
    children.push(child);
    await once(child, 'message');
    served.push({ way, port, figures: [] });
  }
  const [peer] = served;
  if (peer) await learnPeerOrder(peer.port, peer.way);
  for (const after of [20, 4321, claims - 60]) {
    const [expected, ...others] = await Promise.all(
      served.map(async ({ way, port }) => read(way, await ask(port, way, after))),
    );
    assert(expected?.length === 20);
    for (const other of others) assert.deepEqual(other, expected);
  }
  for (let round = 0; round <= rounds; round++) {
    for (const one of served) {
      const figure = await measure(one.port, one.way);
      // The first round only warms up.
      if (round > 0) one.figures.push(figure);
    }
  }
  // Each round against the peer's own figure of that round, so that a busy machine bends all alike.
  const base = served[0]?.figures ?? [];
  for (const { way, figures } of served) {
    const ratios = figures.map((figure, round) => figure / (base[round] ?? figure));
    console.log(
      `${way.name.padEnd(16)} ${median(ratios).toFixed(2)}   (${ratios.map((ratio) => ratio.toFixed(2)).join(' ')})`,
    );
  }
} finally {
  for (const child of children) child.kill();
  agent.destroy();
}
