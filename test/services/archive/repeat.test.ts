// An answer that is repeated is the one that was given, in every coding, and only while it is right.
import { request } from 'undici';
import { expect, test } from 'vitest';
import { registerClaim } from '#domain/claims/register.ts';
import { serveArchive } from '#test/kit/archive.ts';
import { openInstitution } from '#test/kit/institution.ts';
import { person } from '#test/kit/people.ts';
import { aClaim } from '#test/kit/samples.ts';

const path = '/api/community/archive?dataset=claims&after=0';

async function ask(base: string, headers: Record<string, string>, method: 'GET' | 'HEAD' = 'GET', at = path) {
  const answer = await request(`${base}${at}`, { method, headers });
  // undici ends the connection after a HEAD.
  const { date, connection, 'keep-alive': _, ratelimit, ...fields } = answer.headers;
  return { status: answer.statusCode, fields, ratelimit, bytes: Buffer.from(await answer.body.arrayBuffer()) };
}

test.for(['identity', 'gzip', 'br'])('in %s it has the bytes and the fields of the first answer', async (coding) => {
  const institution = await openInstitution();
  const author = await person(institution.database);
  await institution.act(registerClaim, author, aClaim());
  const base = await serveArchive(institution);
  const wish = { 'accept-encoding': coding };
  const first = await ask(base, wish);
  expect(first.status).toBe(200);
  expect(await ask(base, wish)).toEqual(first);
  // HEAD is never repeated, so it shows what the way through all hooks says.
  const { fields, status } = await ask(base, wish, 'HEAD');
  expect({ fields, status }).toEqual({ fields: first.fields, status: 200 });

  const known = { ...wish, 'if-none-match': String(first.fields.etag) };
  const [unchanged, asHead] = [await ask(base, known), await ask(base, known, 'HEAD')];
  // Fastify says a length of 0 there.
  expect({ ...unchanged.fields, 'content-length': '0' }).toEqual(asHead.fields);
  expect(unchanged).toMatchObject({ status: 304, bytes: Buffer.alloc(0) });

  await institution.act(registerClaim, author, aClaim());
  const changed = await ask(base, known);
  expect(changed.status).toBe(200);
  expect(changed.fields.etag).not.toBe(first.fields.etag);
  expect(await ask(base, known)).toEqual(changed);
});

test('is counted as a read, says so, and is refused like any other', async () => {
  const base = await serveArchive(await openInstitution(), { readLimit: 3 });
  const left = [];
  for (let n = 0; n < 3; n++) left.push(/r=(\d+)/.exec(String((await ask(base, {})).ratelimit))?.[1]);
  expect(left).toEqual(['2', '1', '0']);
  expect((await ask(base, {})).status).toBe(429);
});
