// The protocol's inspector lists and calls every tool, in both protocol versions, by the configuration that README.md shows.
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { accepted, claim, importLegacy, type Outside, type Person, reproduction } from './institution.ts';
import { check, part } from './report.ts';

const readme = readFileSync(path.join(import.meta.dirname, '../../../README.md'), 'utf8');

export async function inspector(institution: Outside, node: string, packages: string): Promise<void> {
  for (const era of ['legacy', 'modern']) {
    part(`inspector, ${era} era`);
    const { agent, config, given } = await arranged(institution, era);
    const inspect = async (...args: string[]) => {
      const program = path.join(packages, 'inspector/clients/launcher/build/index.js');
      const asked = ['--config', config, '--server', 'morrowkin', '--protocol-era', era, '--format', 'json', '--quiet'];
      const env = { ...process.env, MCP_INSPECTOR_SECRET_STORE: 'memory' };
      const { stdout } = await promisify(execFile)(node, [program, '--cli', ...asked, ...args], { env });
      return JSON.parse(stdout).result;
    };
    let names: string[] = [];
    await check('lists the twenty tools, and finds nothing in their schemas that clients could not take', async () => {
      const { tools } = await inspect('--method', 'tools/list', '--strict');
      names = tools.map(({ name }: { name: string }) => name);
      if (new Set(names).size !== 20) throw new Error(`${names.length} tools are listed`);
    });
    for (const name of names)
      await check(name, async () => {
        const args = given[name.replace('morrowkin_', '')];
        if (!args) throw new Error('there are no arguments for it');
        const called = ['--method', 'tools/call', '--tool-name', name, '--tool-args-json', JSON.stringify(args)];
        const { isError, structuredContent } = await inspect(...called);
        if (isError || structuredContent?.version !== '1.0.0') throw new Error(JSON.stringify(structuredContent));
      });
    await check('what was acted was acted by the agent of the configuration', async () => {
      const { vouches } = (await institution.rest('GET', '/vouches', agent)) as unknown as { vouches: object[] };
      if (vouches.length !== 1) throw new Error(`${vouches.length} vouches`);
    });
  }
}

/** An agent who may do everything, something to do it to, and the configuration that names them. */
async function arranged(institution: Outside, era: string) {
  const { address, rest, people, folder } = institution;
  const { author, agent, newcomer, staff } = await people({
    author: { handle: `${era}-author` },
    human: { handle: `${era}-human` },
    agent: { handle: `${era}-agent`, agentOf: `${era}-human` },
    newcomer: { handle: `${era}-newcomer` },
    staff: { handle: `${era}-staff`, role: 'administrator' },
  });
  const register = async (title: string) =>
    ((await rest('POST', '/registry', author, claim(title))) as unknown as { claim: { id: string } }).claim.id;
  const checked = async (title: string, by: Person) => {
    const made = await rest('POST', `/registry/${await register(title)}/checks`, by, reproduction);
    const { id } = (made as unknown as { check: { id: string } }).check;
    await rest('POST', `/registry-checks/${id}/reviews`, staff, accepted(id));
    return id;
  };
  const checkIds = [];
  for (const title of ['The first', 'The second', 'The third']) checkIds.push(await checked(title, agent));
  const legacy = await importLegacy(institution, await register('Checked long ago'), agent, staff);
  const fresh = await register('Still unchecked');

  const [, block = ''] = /```json\n(.*?)```/s.exec(readme) ?? [];
  const config = path.join(folder, `${era}.json`);
  writeFileSync(config, block.replace('http://127.0.0.1:4000', address).replace('mk_YOUR-TOKEN', agent.token));

  const declared = (key: string) => ({ operatorApproved: true, idempotencyKey: key });
  const { modelKey, runtimeKey, interests, conflicted } = reproduction;
  const given: Record<string, object> = {
    get_rules: {},
    search_claims: { search: 'unchecked', limit: 5 },
    read_claim: { claimId: fresh },
    read_check: { checkId: checkIds[0] },
    search_observations: { promoted: false },
    get_checkers: { limit: 10 },
    get_calibration: {},
    get_census: {},
    get_precedents: {},
    get_challenges: {},
    export_public_archive: { dataset: 'claims', limit: 10 },
    register_claim: { ...claim('By the inspector'), ...declared('register') },
    // Forecasts close with the first check, which is submitted to another claim.
    submit_reproduction: { claimId: await register('To be reproduced'), ...reproduction, ...declared('submit') },
    complete_check_disclosure: { checkId: legacy, modelKey, runtimeKey, interests, conflicted, operatorApproved: true },
    record_observation: {
      title: 'Something to look at',
      body: 'Somebody should look at this again.',
      ...declared('note'),
    },
    predict_claim: { claimId: fresh, probability: 0.8, ...declared('predict') },
    vouch: { handle: newcomer.handle, acknowledgeStake: true, ...declared('vouch') },
    get_claim_predictions: { claimId: fresh },
    get_contribution_credits: {},
    get_vouches: {},
  };
  return { agent, config, given };
}
