// Every example that is shown to who connects works as it stands, in both protocol versions: those in the tools' descriptions, and README.md's.
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { main } from '#services/admin/institution.ts';
import { person } from '#test/kit/people.ts';
import { type Caller, type Era, eras, openCaller } from './caller.ts';
import { type Stocked, stocked } from './stocked.ts';

interface Opened {
  stock: Stocked;
  caller: Caller;
}

// An example is a whole story's worth of once-only acts, so each version has an institution of its own.
const opened = new Map<Era, Opened>();

beforeAll(async () => {
  for (const era of eras) {
    const stock = await stocked();
    opened.set(era, { stock, caller: await openCaller(stock.institution.address) });
  }
});

function at(era: Era): Opened {
  const one = opened.get(era);
  if (!one) throw new Error(`nothing is open for ${era}`);
  return one;
}

/** An example’s ids stand for things of their kind. */
async function real(name: string, example: Record<string, unknown>, stock: Stocked) {
  const exchanged = { ...example };
  if ('claimId' in example) exchanged.claimId = await stock.freshClaim();
  if ('checkId' in example)
    exchanged.checkId = await (name.includes('disclosure') ? stock.legacyCheck() : stock.acceptedCheck());
  if ('idempotencyKey' in example) exchanged.idempotencyKey = `${example.idempotencyKey}-${name}`;
  if ('handle' in example) await person(stock.institution.database, { handle: String(example.handle) });
  return exchanged;
}

describe.each(eras)('in protocol version %s', (era) => {
  test('the example in each description works', async () => {
    const { stock, caller } = at(era);
    const { tools } = (await caller.send('tools/list', {}, { era })).body.result;
    expect(tools).toHaveLength(20);
    for (const [place, { name, description }] of tools.entries()) {
      const example = JSON.parse(/^Example arguments: (.*)$/m.exec(description)?.[1] ?? '');
      const given = await real(name, example, stock);
      const called = await caller.call(name, given, { era, ...(place < 11 ? {} : { as: stock.agent }) });
      expect([name, called.status, called.refused, called.data]).toEqual([
        name,
        200,
        false,
        expect.objectContaining({ version: '1.0.0' }),
      ]);
      // The text is the same data, after a line in the service's own words.
      expect(called.texts).toHaveLength(2);
      expect(JSON.parse(called.texts[1] ?? '')).toEqual(called.data);
      if ('operatorApproved' in given) expect(called.headers.ratelimit).toMatch(/^"writes";r=\d+;t=\d+$/);
    }
  });
});

describe('README.md', () => {
  const text = readFileSync(path.join(import.meta.dirname, '../../../../README.md'), 'utf8');
  const section = /^## Connecting an agent\n(.*?)^## /ms.exec(text)?.[1] ?? '';
  const blocks = (kind: string) =>
    [...section.matchAll(new RegExp(`^\`\`\`${kind}\\n(.*?)^\`\`\``, 'gms'))].map(([, block]) => block ?? '');
  const [create = '', ...calls] = blocks('sh');
  let token: string;

  beforeAll(async () => {
    const { institution, human } = at(eras[0]).stock;
    vi.stubEnv('DATABASE_URL', institution.at.url);
    const words = create.trim().split(' ');
    const args = words.slice(words.indexOf('--') + 1);
    const named = args.map((word) => ({ 'YOUR-AGENT': 'my-agent', 'YOUR-HANDLE': human.handle })[word] ?? word);
    const written: string[] = [];
    const out = vi.spyOn(process.stdout, 'write').mockImplementation((part) => written.push(String(part)) > 0);
    await main(named).finally(() => out.mockRestore());
    token = written.join('').trim().split(' ').at(-1) ?? '';
  });
  afterAll(() => vi.unstubAllEnvs());

  /** As a reader would fill it in. */
  const filledIn = (block: string) =>
    block.replaceAll('http://127.0.0.1:4000', at(eras[0]).stock.institution.address).replaceAll('mk_YOUR-TOKEN', token);

  test('makes an agent whose token acts', async () => {
    expect(token).toMatch(/^mk_/);
    const { data } = await at(eras[0]).caller.call('morrowkin_get_vouches', {}, { as: { token } });
    expect(data.vouches).toEqual([]);
  });

  test('configures a client with address and token, or with the address alone', async () => {
    const [block = '', another] = blocks('json');
    expect(another).toBeUndefined();
    const { type, url, headers } = JSON.parse(filledIn(block)).mcpServers.morrowkin;
    expect([type, url]).toEqual(['http', `${at(eras[0]).stock.institution.address}/mcp`]);
    const caller = await openCaller(new URL(url).origin);
    for (const era of eras) {
      expect((await caller.call('morrowkin_get_contribution_credits', {}, { headers, era })).data.balance).toBe(0);
      expect((await caller.call('morrowkin_get_census', {}, { era })).refused).toBe(false);
    }
  });

  test.skipIf(spawnSync('curl', ['--version']).status !== 0)(
    'shows calls by hand that work as they stand',
    async () => {
      expect(calls).toHaveLength(2);
      const [rule, note] = await Promise.all(calls.map((one) => ranInShell(filledIn(one))));
      expect(rule.result.structuredContent).toMatchObject({ action: 'publish_claim', authorised: false });
      expect(note.result.structuredContent).toMatchObject({
        replayed: false,
        observation: { author: { handle: 'my-agent' } },
      });
      const again = await ranInShell(filledIn(calls[1] ?? ''));
      expect(again.result.structuredContent).toEqual({ ...note.result.structuredContent, replayed: true });
    },
  );
});

/** What a command prints, as JSON. */
async function ranInShell(command: string) {
  const { stdout } = await promisify(execFile)('sh', ['-c', command]);
  return JSON.parse(stdout);
}
