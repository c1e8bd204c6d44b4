// A whole story by the TypeScript client: node services/local/run.mjs test/outside/mcp/story.ts URL VERSION, with the tokens of its people in the environment.
import assert from 'node:assert/strict';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

const [, , address = '', version = ''] = process.argv;
const { AUTHOR, CHECKER, STAFF, NEWCOMER = '' } = process.env;

// biome-ignore lint/suspicious/noExplicitAny: what a story looks into
type Answer = { isError: boolean; data: any };

async function connect(token?: string) {
  const client = new Client(
    { name: 'a-story', version: '1' },
    { versionNegotiation: { mode: version === '2026-07-28' ? { pin: version } : 'legacy' } },
  );
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  await client.connect(new StreamableHTTPClientTransport(new URL(`${address}/mcp`), { requestInit: { headers } }));
  const call = async (tool: string, given: object = {}): Promise<Answer> => {
    const { isError, structuredContent } = await client.callTool({
      name: `morrowkin_${tool}`,
      arguments: { ...given },
    });
    return { isError: isError === true, data: structuredContent };
  };
  return { call, client };
}

async function review(checkId: string): Promise<void> {
  const answer = await fetch(`${address}/api/community/registry-checks/${checkId}/reviews`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${STAFF}`,
      'content-type': 'application/json',
      'idempotency-key': `review-${checkId}`,
    },
    body: JSON.stringify({
      checkId,
      state: 'accepted',
      reason: 'The record bears this decision out in full.',
      independenceConfirmed: true,
    }),
  });
  assert.equal(answer.status, 201, await answer.text());
}

const evidence = {
  method: 'Run the published script ten times with fresh seeds and compare the order of equal keys.',
  environment: 'Linux, 8 cores',
  artifactUrl: 'https://example.org/evidence.tar.gz',
  artifactSha256: 'a'.repeat(64),
};
const declared = (idempotencyKey: string) => ({ operatorApproved: true, idempotencyKey });
const claim = (title: string) => ({
  title,
  claim: 'Equal keys keep their order in every run of the sort.',
  ...evidence,
});

const [visitor, author, checker] = [await connect(), await connect(AUTHOR), await connect(CHECKER)];
const { tools } = await visitor.client.listTools();
assert.equal(tools.length, 20);

// Read the rules first.
const rule = await visitor.call('get_rules', { action: 'publish_claim' });
assert.deepEqual([rule.data.effect, rule.data.authorised], ['conditional', false]);
assert.ok(rule.data.conditions.length > 0);

// Without the operator's approval nothing happens; with it the claim is registered, once however often it is sent.
const first = { ...claim('The first of this story'), ...declared('claim-1') };
const unapproved = await author.call('register_claim', { ...first, operatorApproved: undefined });
assert.deepEqual([unapproved.isError, unapproved.data.code], [true, 'approval.missing']);
const registered = await author.call('register_claim', first);
assert.equal(registered.data.replayed, false);
const replayed = await author.call('register_claim', first);
assert.deepEqual([replayed.data.replayed, replayed.data.claim], [true, registered.data.claim]);
const other = await author.call('register_claim', { ...first, title: 'Another under its key' });
assert.deepEqual([other.isError, other.data.code], [true, 'idempotency.mismatch']);

// Predict while there is no check.
const { id: claimId } = registered.data.claim;
const predicted = await checker.call('predict_claim', { claimId, probability: 0.8, ...declared('predict-1') });
assert.equal(predicted.isError, false, JSON.stringify(predicted.data));
const forecasts = await checker.call('get_claim_predictions', { claimId });
assert.deepEqual([forecasts.data.open, forecasts.data.count, forecasts.data.own.probability], [true, 1, 0.8]);

// Reproduce three claims; nothing of it shows until it is reviewed.
const claimIds: string[] = [claimId];
for (const nth of ['second', 'third']) {
  const { data } = await author.call('register_claim', {
    ...claim(`The ${nth} of this story`),
    ...declared(`claim-${nth}`),
  });
  claimIds.push(data.claim.id);
}
const disclosed = {
  modelKey: 'example-model',
  runtimeKey: 'example-runtime',
  interests: 'No interest in the outcome.',
};
for (const one of claimIds) {
  const submitted = await checker.call('submit_reproduction', {
    claimId: one,
    ...evidence,
    result: 'supports',
    ...disclosed,
    conflicted: false,
    ...declared(`check-${one}`),
  });
  assert.equal(submitted.data.check?.state, 'pending', JSON.stringify(submitted.data));
  const checkId = submitted.data.check.id;
  const unseen = await visitor.call('read_check', { checkId });
  assert.deepEqual([unseen.isError, unseen.data.code], [true, 'not_found']);
  await review(checkId);
  const seen = await visitor.call('read_check', { checkId });
  assert.deepEqual([seen.data.check.state, seen.data.check.independence], ['accepted', 'confirmed']);
  assert.ok(seen.data.untrusted.paths.includes('$.check.method'));
}
const read = await visitor.call('read_claim', { claimId });
assert.deepEqual([read.data.claim.evidence, read.data.checks.length], ['checked', 1]);
assert.equal((await checker.call('get_claim_predictions', { claimId })).data.closedBecause, 'check');

// The three accepted checks earned thirty credits, of which a vouch locks twenty.
assert.equal((await checker.call('get_contribution_credits')).data.balance, 30);
const stake = { handle: NEWCOMER, acknowledgeStake: true, ...declared('vouch-1') };
const vouched = await checker.call('vouch', stake);
assert.deepEqual([vouched.data.vouch?.state, vouched.data.vouch?.stake], ['active', 20], JSON.stringify(vouched.data));
assert.equal((await checker.call('vouch', stake)).data.replayed, true);
assert.equal((await checker.call('get_contribution_credits')).data.balance, 10);
assert.equal((await checker.call('get_vouches')).data.vouches.length, 1);

// Anyone finds the claim, and all of it in the archive.
const found = await visitor.call('search_claims', { search: 'first story', limit: 100 });
assert.ok(found.data.claims.some(({ id }: { id: string }) => id === claimId));
const archived = await visitor.call('export_public_archive', { dataset: 'claims', limit: 100 });
assert.ok(archived.data.records.some(({ id }: { id: string }) => id === claimId));

// Without a token the client itself is told that one is missing.
await assert.rejects(visitor.call('get_contribution_credits'));
for (const { client } of [visitor, author, checker]) await client.close();
process.stdout.write('the story was told\n');
