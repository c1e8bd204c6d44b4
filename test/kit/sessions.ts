// Passwords and sessions, as browsers have them.
import { request } from 'undici';
import { hashPassword } from '#domain/members/passwords.ts';
import { type Database, sql } from '#prisma/database.ts';
import type { Person } from './people.ts';

export const password = 'correct horse battery';
let hash: Promise<string> | undefined;

/** Gives a member that password. */
export async function allowIn(database: Database, { memberId }: Person): Promise<void> {
  hash ??= hashPassword(password);
  await database.query(sql`
    insert into password (member_id, hash, changed_at) values (${memberId}, ${await hash}, institution_now())
    on conflict (member_id) do nothing`);
}

/** The cookie of a new session. */
export async function sessionOf(address: string, { handle }: Person): Promise<{ name: string; value: string }> {
  const answer = await request(`${address}/api/community/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ handle, password }),
  });
  await answer.body.dump();
  const [name = '', value = ''] = String(answer.headers['set-cookie']).split(';')[0]?.split('=') ?? [];
  if (answer.statusCode > 201 || !value) throw new Error(`${handle} could not sign in: ${answer.statusCode}`);
  return { name, value };
}
