// `institution demonstration enrol`: the accounts that `npm run demo` fills its institution with.
import type { Command } from 'commander';
import { createMembers, type NewMember } from '#domain/members/create.ts';
import { mintTokens } from '#domain/members/tokens/mint.ts';
import { sql } from '#prisma/database.ts';
import { members } from '#services/local/demonstration/content.ts';
import { administer } from './administer.ts';

const hour = 3_600_000;

export function demonstrationCommands(program: Command): void {
  const demonstration = program.command('demonstration').description('the demonstration institution of `npm run demo`');

  const enrol = demonstration
    .command('enrol')
    .description('open the accounts it lacks, and give each a token for an hour; refused on a real institution');
  enrol.action(() =>
    administer(enrol, async ({ database, runner }) => {
      const marked = await database.maybe(
        sql`select 1 from public_setting where key = 'demonstration' and value = 'true'`,
      );
      if (!marked)
        throw new Error('This institution is a real one; only a demonstration is filled with made-up members.');
      const tokens = new Map<string, string>();
      await runner.system('enrol_demonstration', async (tx) => {
        const handles = members.map(({ handle }) => handle);
        const stored = () =>
          tx.query<{ id: string; handle: string }>(sql`select id, handle from member where handle = any (${handles})`);
        const known = new Set((await stored()).map(({ handle }) => handle));
        const missing: NewMember[] = members
          .filter(({ handle }) => !known.has(handle))
          .map((one) => ({ role: 'member', approved: true, ...one }));
        if (missing.length > 0) await createMembers(tx, missing);
        const all = await stored();
        const expiresAt = new Date(Date.now() + hour).toISOString();
        const minted = await mintTokens(
          tx,
          all.map(({ id }) => ({ memberId: id, label: 'demonstration', scopes: ['read', 'write'], expiresAt })),
        );
        for (const [place, { handle }] of all.entries()) tokens.set(handle, minted[place]?.token ?? '');
        return { id: 'demonstration', audit: { subject: 'demonstration', detail: { handles } } };
      });
      return {
        text: [...tokens].map(([handle, token]) => `${handle} ${token}`).join('\n'),
        data: Object.fromEntries(tokens),
      };
    }),
  );
}
