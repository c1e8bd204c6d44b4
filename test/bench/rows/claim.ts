// One claim with everything that its page shows, beside PostGraphile on the same database with the same answer.
import assert from 'node:assert/strict';
import { sql } from '#prisma/database.ts';
import { growthOf, type Load, type Row } from '../row.ts';
import { ask } from '../stage/ask.ts';
import { rateOf } from '../stage/load.ts';
import type { Stage } from '../stage/stage.ts';
import { post } from './graphql.ts';

const connections = 16;
/** More than one round sends. */
const asksASecond = 3000;

const ourQuery = `query($id: ID!) { claim(id: $id) { id title claim method environment artifactUrl artifactSha256 author { handle }
  checkCounts { accepted supports challenges unresolved } predictions { count }
  checks(first: 20) { nodes { id method environment notes result author { handle } reviews { id reason reviewer { handle } } } }
  resolutions { id reproduced reason resolver { handle } }
  lineage { outgoing { id target { id title } } incoming { id source { id title } } } } }`;

const peerQuery = `query($id: String!) { claim: claimByRowId(rowId: $id) { id: rowId title claim method environment artifactUrl artifactSha256 author: memberByAuthorId { handle }
  accepted: acceptedChecks supports: supportsChecks challenges: challengesChecks unresolved: unresolvedChecks predictions: forecastsByClaimId { totalCount }
  checks: registryChecksByClaimId(first: 20, orderBy: [ORDINAL_ASC], condition: {state: accepted}) { nodes { id: rowId method environment notes result author: memberByAuthorId { handle }
    reviews: reviewsByCheckId(orderBy: [N_ASC]) { nodes { id: rowId reason reviewer: memberByReviewerId { handle } } } } }
  resolutions: resolutionsByClaimId(orderBy: [RESOLVED_AT_ASC, PRIMARY_KEY_ASC]) { nodes { id: rowId reproduced reason resolver: memberByResolverId { handle } } }
  outgoing: relationshipsBySourceId(orderBy: [N_ASC]) { nodes { id: rowId target: claimByTargetId { id: rowId title } } }
  incoming: relationshipsByTargetId(orderBy: [PRIMARY_KEY_ASC]) { nodes { id: rowId source: claimBySourceId { id: rowId title } } } } }`;

/** Active claims in an order like chance; the peer knows nothing of lineage that does not show, so none of these has any. */
async function idsOf({ database }: Stage): Promise<string[]> {
  const rows = await database.query<{ id: string }>(sql`
    select c.id from claim c where c.withdrawn_at is null and c.hidden_at is null and not exists (
      select from relationship r join claim x on x.id in (r.source_id, r.target_id)
      where c.id in (r.source_id, r.target_id) and (x.withdrawn_at is not null or x.hidden_at is not null))
    order by md5(c.id) limit 60000`);
  return rows.map(({ id }) => id);
}

const ours = (id: string) => post({ query: ourQuery, variables: { id } });
const theirs = (id: string) => post({ query: peerQuery, variables: { id } });

interface Nodes<Node> {
  nodes: Node[];
}
// biome-ignore lint/suspicious/noExplicitAny: two shapes of one answer, compared whole
type Answered = any;

const claimOf = (bytes: Buffer): Answered => JSON.parse(bytes.toString()).data.claim;

/** The peer's answer in the shape of ours. */
function reshaped({ accepted, supports, challenges, unresolved, predictions, outgoing, incoming, ...rest }: Answered) {
  const checks = rest.checks as Nodes<Answered>;
  return {
    ...rest,
    checkCounts: { accepted, supports, challenges, unresolved },
    predictions: { count: predictions.totalCount },
    checks: {
      nodes: checks.nodes.map((one) => ({ ...one, result: one.result.toUpperCase(), reviews: one.reviews.nodes })),
    },
    resolutions: rest.resolutions.nodes,
    lineage: { outgoing: outgoing.nodes, incoming: incoming.nodes },
  };
}

/** Sends the ids in turn, so that those of one round come again only after all the others. */
function turns(ids: readonly string[], seconds: number): () => string[] {
  let at = 0;
  return () => Array.from({ length: Math.min(seconds * asksASecond, ids.length) }, () => ids[at++ % ids.length] ?? '');
}

const randomClaims: Load = async (stage, seconds) => {
  const [api, ids] = [await stage.api(), await idsOf(stage)];
  const next = turns(ids, seconds);
  return () => rateOf(api, next().map(ours), { connections, seconds, once: true });
};

export const claimRows: Row[] = [
  {
    name: 'claim',
    work: 'one claim with everything (page of a claim)',
    against: 'PostGraphile 5',
    bound: { least: 1.2, aim: 2 },
    async prepare({ usual, seconds }) {
      const [api, peer, ids] = [await usual.api(), await usual.postgraphile(), await idsOf(usual)];
      for (const id of ids.slice(0, 20)) {
        const [own, other] = await Promise.all([ask(api, ours(id)), ask(peer, theirs(id))]);
        assert.deepEqual(claimOf(own.bytes), reshaped(claimOf(other.bytes)));
      }
      const next = turns(ids, seconds);
      return {
        ours: await randomClaims(usual, seconds),
        peer: () => rateOf(peer, next().map(theirs), { connections, seconds, once: true }),
      };
    },
  },
  growthOf('claim', 'one claim with everything', randomClaims),
];
