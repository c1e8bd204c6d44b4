import { sql, type Transaction } from '#prisma/database.ts';
import type { Scope } from '../../acts/actor.ts';
import { newId } from '../../text/ids.ts';
import { hashOf, newSecret } from '../secrets.ts';

export interface Minting {
  memberId: string;
  label: string;
  scopes: readonly Scope[];
  expiresAt?: string | undefined;
}

/** Makes bearer tokens; gives each one's id and its text, which is stored nowhere (1.4). */
export async function mintTokens(
  tx: Transaction,
  mintings: readonly Minting[],
): Promise<{ id: string; token: string }[]> {
  const made = mintings.map((minting) => ({ id: newId('tok'), token: `mk_${newSecret()}`, ...minting }));
  const rows = made.map(({ id, token, memberId, label, scopes, expiresAt }) => ({
    id,
    member_id: memberId,
    hash: hashOf(token).toString('hex'),
    label,
    scopes: [...new Set(scopes)].sort(),
    expires_at: expiresAt ?? null,
  }));
  await tx.query(sql`
    insert into token (id, member_id, hash, label, scopes, created_at, expires_at)
    select id, member_id, decode(hash, 'hex'), label, scopes, institution_now(), expires_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (id text, member_id text, hash text, label text, scopes text[], expires_at timestamptz)`);
  return made.map(({ id, token }) => ({ id, token }));
}
