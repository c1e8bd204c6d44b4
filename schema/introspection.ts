import { Refusal } from '#domain/refusals/refusal.ts';
import { sql } from '#prisma/database.ts';
import type { Context } from './context.ts';

/** Refuses to tell the schema where the setting `introspection` is off (7.5); it is on by default. */
export async function refuseIntrospection({ database }: Context): Promise<void> {
  const off = await database.maybe(sql`select 1 from public_setting where key = 'introspection' and value = 'false'`);
  if (off)
    throw new Refusal('query.invalid', 'This institution does not answer introspection; the schema is published.');
}
