// The main list, beside PostGraphile on the same database with the same answer.
import assert from 'node:assert/strict';
import { sql } from '#prisma/database.ts';
import { growthOf, type Load, type Row } from '../row.ts';
import { ask } from '../stage/ask.ts';
import { type Ask, rateOf } from '../stage/load.ts';
import type { Stage } from '../stage/stage.ts';

const connections = 16;
const size = 20;
/** More than one round sends, so that no answer is asked for twice. */
const asksASecond = 4000;

interface Named {
  id: string;
  author: { handle: string };
}
interface Nodes<Node> {
  nodes: Node[];
}
interface OurClaim extends Named {
  checks: Nodes<Named>;
  lineage: {
    outgoing: { kind: string; target: { title: string } }[];
    incoming: { kind: string; source: { title: string } }[];
  };
}
interface PeerClaim extends Named {
  checks: Nodes<Named>;
  outgoing: Nodes<{ kind: string; target: { title: string } }>;
  incoming: Nodes<{ kind: string; source: { title: string } }>;
}

const ourQuery = `query($after: String) { claims(first: ${size}, after: $after) { nodes { id title claim evidence author { handle }
  checks(first: 5) { nodes { id result author { handle } } }
  lineage { outgoing { kind target { title } } incoming { kind source { title } } } } } }`;

const peerQuery = `query($after: Cursor) { claims: allClaims(first: ${size}, after: $after, orderBy: [ORDINAL_ASC], condition: {withdrawnAt: null, hiddenAt: null}) { nodes { id: rowId title claim evidence
  author: memberByAuthorId { handle }
  checks: registryChecksByClaimId(first: 5, orderBy: [ORDINAL_ASC], condition: {state: accepted}) { nodes { id: rowId result author: memberByAuthorId { handle } } }
  outgoing: relationshipsBySourceId(orderBy: [N_ASC]) { nodes { kind target: claimByTargetId { title } } }
  incoming: relationshipsByTargetId(orderBy: [PRIMARY_KEY_ASC]) { nodes { kind source: claimBySourceId { title } } } } pageInfo { endCursor } } }`;

export const post = (body: object): Ask => ({
  path: '/graphql',
  method: 'POST',
  headers: { 'content-type': 'application/json', accept: 'application/json' },
  body: JSON.stringify(body),
});

export const ourPage = (after: number) =>
  post({ query: ourQuery, variables: { after: Buffer.from(`claims ${after}`).toString('base64url') } });

/** PostGraphile's cursor is a digest of the order, then the row's values in it; the digest is learnt from its first page. */
async function peerAsks(stage: Stage): Promise<(after: number) => Ask> {
  const server = await stage.postgraphile();
  const { bytes } = await ask(server, post({ query: peerQuery, variables: { after: null } }));
  const { data } = JSON.parse(bytes.toString()) as { data: { claims: { pageInfo: { endCursor: string } } } };
  const [order] = JSON.parse(Buffer.from(data.claims.pageInfo.endCursor, 'base64').toString()) as [string];
  const rows = await stage.database.query<{ ordinal: number; id: string }>(sql`select ordinal, id from claim`);
  const ids = new Map(rows.map(({ ordinal, id }) => [ordinal, id]));
  return (after) => {
    const cursor = Buffer.from(JSON.stringify([order, String(after), ids.get(after)])).toString('base64');
    return post({ query: peerQuery, variables: { after: cursor } });
  };
}

/** Cursors that look like chance, none twice: a step that shares no factor with the size, through all claims. */
function* cursors({ claims }: Stage): Generator<number> {
  const step = 7919;
  for (let after = step; ; after += step) yield 1 + (after % (claims - size));
}

const kindAndTitle = (kind: string, { title }: { title: string }) => `${kind.toLowerCase().replace('-', '_')} ${title}`;
const authored = ({ id, author }: Named) => `${id} ${author.handle}`;

async function requireSameAnswers(stage: Stage, theirs: (after: number) => Ask): Promise<void> {
  const [api, peer] = [await stage.api(), await stage.postgraphile()];
  for (const after of [1, 4321 % stage.claims, stage.claims - 60]) {
    const [one, other] = await Promise.all([ask(api, ourPage(after)), ask(peer, theirs(after))]);
    const own = (JSON.parse(one.bytes.toString()) as { data: { claims: Nodes<OurClaim> } }).data.claims.nodes;
    const peers = (JSON.parse(other.bytes.toString()) as { data: { claims: Nodes<PeerClaim> } }).data.claims.nodes;
    assert.equal(own.length, size);
    assert.deepEqual(
      own.map((claim) => [
        authored(claim),
        claim.checks.nodes.map(authored),
        claim.lineage.outgoing.map(({ kind, target }) => kindAndTitle(kind, target)),
        claim.lineage.incoming.map(({ kind, source }) => kindAndTitle(kind, source)),
      ]),
      peers.map((claim) => [
        authored(claim),
        claim.checks.nodes.map(authored),
        claim.outgoing.nodes.map(({ kind, target }) => kindAndTitle(kind, target)),
        claim.incoming.nodes.map(({ kind, source }) => kindAndTitle(kind, source)),
      ]),
    );
  }
}

/** Pages after random cursors, none asked for twice, so that no kept answer is right. */
const randomPages: Load = async (stage, seconds) => {
  const api = await stage.api();
  const places = cursors(stage);
  return () => rateOf(api, take(places, seconds * asksASecond).map(ourPage), { connections, seconds, once: true });
};

const take = (places: Generator<number>, count: number): number[] =>
  Array.from({ length: count }, () => places.next().value as number);

export const graphqlRows: Row[] = [
  {
    name: 'claims',
    work: 'GraphQL: 20 claims after a random cursor with author, 5 accepted checks with authors, relations with titles; not cached',
    against: 'PostGraphile 5, same query',
    bound: { least: 1.2, aim: 2 },
    async prepare({ usual, seconds }) {
      const theirs = await peerAsks(usual);
      await requireSameAnswers(usual, theirs);
      const peer = await usual.postgraphile();
      const places = cursors(usual);
      return {
        ours: await randomPages(usual, seconds),
        peer: () => rateOf(peer, take(places, seconds * asksASecond).map(theirs), { connections, seconds, once: true }),
      };
    },
  },
  {
    name: 'claims-kept',
    work: 'the same, anonymous and repeated',
    against: 'PostGraphile 5, same query',
    bound: { least: 8, aim: 15 },
    async prepare({ usual, seconds }) {
      const theirs = await peerAsks(usual);
      const [api, peer] = [await usual.api(), await usual.postgraphile()];
      const after = 4321 % usual.claims;
      return {
        ours: () => rateOf(api, [ourPage(after)], { connections, seconds }),
        peer: () => rateOf(peer, [theirs(after)], { connections, seconds }),
      };
    },
  },
  growthOf('claims', '20 claims after a random cursor', randomPages),
];
