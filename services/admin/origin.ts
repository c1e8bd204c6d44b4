// `institution origin set URL`: the deliberate change of the origin that every published address begins with (1.2).
import type { Command } from 'commander';
import { republish } from '#domain/publication/republish.ts';
import { sql } from '#prisma/database.ts';
import { originOf } from '#services/config.ts';
import { administer } from './administer.ts';

export function originCommands(program: Command): void {
  const origin = program.command('origin').description('the address that everything published begins with');

  const show = origin.command('show').description('say which it is');
  show.action(() => administer(show, async ({ origin }) => ({ text: origin, data: { origin } })));

  const set = origin.command('set').description('change it, and publish every record anew under it').argument('<url>');
  set.action((text: string) =>
    administer(set, async ({ origin: from, running, runner }) => {
      const to = originOf(text);
      if (!to) throw new Error(`An origin is an address such as https://example.org, with no path; "${text}" is not.`);
      // Services keep the origin they were started with and would go on publishing under the old one.
      if (running)
        throw new Error('Stop the institution first: its services go on with the origin they were started with.');
      await runner.system('origin.set', async (tx) => {
        await tx.query(sql`insert into public_setting (key, value, changed_at)
          values ('origin', to_jsonb(${to}::text), institution_now())
          on conflict (key) do update set value = excluded.value, changed_at = excluded.changed_at`);
        const records = await republish(tx, to);
        return { id: 'origin', audit: { subject: 'origin', detail: { from, to, records } } };
      });
      return { text: `The origin is ${to} now; everything published says so.`, data: { origin: to } };
    }),
  );
}
