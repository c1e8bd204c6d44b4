import { Refusal } from '#domain/refusals/refusal.ts';
import { isSet } from '#domain/settings/read.ts';
import { sql } from '#prisma/database.ts';
import type { Context } from './context.ts';

/** Refuses to tell the schema where the setting `introspection` is off (7.5). */
export async function refuseIntrospection({ database }: Context): Promise<void> {
  const { on } = await database.one<{ on: boolean }>(sql`select ${isSet('introspection')} as "on"`);
  if (!on)
    throw new Refusal('query.invalid', 'This institution does not answer introspection; the schema is published.');
}
