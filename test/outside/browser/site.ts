// An institution that a browser can use: over plain http, with its archive beside it, and people who can sign in.
import { request } from 'undici';
import { openRunner } from '#domain/acts/run.ts';
import { hashPassword } from '#domain/members/passwords.ts';
import { hourly } from '#jobs/hourly.ts';
import { sql } from '#prisma/database.ts';
import { type Institution, openInstitution } from '#test/kit/api.ts';
import { serveArchive } from '#test/kit/archive.ts';
import { type Client, openClient } from '#test/kit/client.ts';
import { type Person, type PersonOptions, person } from '#test/kit/people.ts';
import { freePort } from '#test/kit/port.ts';

export const password = 'correct horse battery';
let hash: Promise<string> | undefined;

export interface Site extends Institution {
  client: Client;
}

/** Set up, with the first census taken, and empty. */
export async function openSite(): Promise<Site> {
  const [port, archivePort] = [await freePort(), await freePort()];
  const institution = await openInstitution({ port, archivePort, publicOrigin: `http://127.0.0.1:${port}` });
  const { at, origin, database, address } = institution;
  await serveArchive({ archiveUrl: at.archiveUrl, origin }, { port: archivePort });
  await hourly.run(openRunner({ database, counting: database, origin }));
  return { ...institution, client: await openClient(address) };
}

/** A member with a password. */
export async function human({ database }: Site, options: PersonOptions = {}): Promise<Person> {
  const one = await person(database, options);
  await allowIn({ database }, one);
  return one;
}

export async function allowIn({ database }: Pick<Site, 'database'>, { memberId }: Person): Promise<void> {
  hash ??= hashPassword(password);
  await database.query(sql`
    insert into password (member_id, hash, changed_at) values (${memberId}, ${await hash}, institution_now())
    on conflict (member_id) do nothing`);
}

/** The cookie of a new session. */
export async function sessionOf({ address }: Pick<Site, 'address'>, { handle }: Person) {
  const answer = await request(`${address}/api/community/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ handle, password }),
  });
  const given = String(answer.headers['set-cookie']);
  await answer.body.dump();
  const [name = '', value = ''] = given.split(';')[0]?.split('=') ?? [];
  if (answer.statusCode > 201 || !value) throw new Error(`${handle} could not sign in: ${answer.statusCode}`);
  return { name, value, url: address };
}
