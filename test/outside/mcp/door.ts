// Who is let in, seen from outside: credentials, cookies, hosts and origins.
import { request } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import type { Outside } from './institution.ts';
import { check, part } from './report.ts';

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** A call of a tool with these headers, Host and Cookie among them, which fetch would not send. */
function call(address: string, name: string, headers: Record<string, string>): Promise<Answer> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {} } });
  return new Promise((resolve, reject) => {
    const sent = request(
      `${address}/mcp`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
      },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (some) => {
          text += some;
        });
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
      },
    );
    sent.on('error', reject).end(body);
  });
}

function same(found: unknown, wanted: unknown): void {
  if (!isDeepStrictEqual(found, wanted)) throw new Error(`${JSON.stringify(found)} is not ${JSON.stringify(wanted)}`);
}

const privateTools = [
  'register_claim',
  'submit_reproduction',
  'complete_check_disclosure',
  'record_observation',
  'predict_claim',
  'vouch',
  'get_claim_predictions',
  'get_contribution_credits',
  'get_vouches',
].map((name) => `morrowkin_${name}`);

export async function door({ address, people, rest }: Outside): Promise<void> {
  part('the door');
  const { human } = await people({ human: { handle: 'door-human' } });

  await check('a private tool without a token is 401 and says where to look', async () => {
    for (const name of privateTools) {
      const { status, headers } = await call(address, name, {});
      same([name, status], [name, 401]);
      const [, metadata] = /^Bearer .*resource_metadata="([^"]+)"$/.exec(String(headers['www-authenticate'])) ?? [];
      const described = (await (await fetch(metadata ?? '')).json()) as Record<string, unknown>;
      same([described.resource, described.bearer_methods_supported], [`${address}/mcp`, ['header']]);
    }
  });
  await check('an unknown token is 401 on a public tool too', async () => {
    const { status, headers } = await call(address, 'morrowkin_get_census', {
      authorization: `Bearer mk_${'a'.repeat(43)}`,
    });
    same(status, 401);
    same(String(headers['www-authenticate']).includes('error="invalid_token"'), true);
  });
  await check('a session signs nobody in here', async () => {
    const password = 'a long enough password';
    await fetch(`${address}/api/community/members`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ handle: 'door-cookie', password }),
    });
    const signedIn = await fetch(`${address}/api/community/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ handle: 'door-cookie', password }),
    });
    const { session } = (await signedIn.json()) as { session: { csrfToken: string } };
    const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
    same([signedIn.status, cookie.includes('=')], [201, true]);
    const { status } = await call(address, 'morrowkin_get_contribution_credits', {
      cookie,
      'x-csrf-token': session.csrfToken,
    });
    same(status, 401);
  });
  await check('a foreign Host or Origin is 403, whatever the token', async () => {
    const authorization = `Bearer ${human.token}`;
    for (const headers of [{ host: 'evil.example' }, { origin: 'https://evil.example' }, { origin: 'null' }])
      same(
        [headers, (await call(address, 'morrowkin_get_census', { authorization, ...headers })).status],
        [headers, 403],
      );
    same((await call(address, 'morrowkin_get_census', { authorization, origin: address })).status, 200);
  });
  await check('the tools of vouches are refused to a human, as tool errors', async () => {
    for (const name of ['morrowkin_vouch', 'morrowkin_get_vouches']) {
      const { status, text } = await call(address, name, { authorization: `Bearer ${human.token}` });
      const { isError, structuredContent } = JSON.parse(text).result;
      same([status, isError, structuredContent.code], [200, true, 'agent.required']);
    }
    await rest('GET', '/vouches', human);
  });
}
