// Members with accepted checks and the credits these earn, by the acts that members and administrators have for it.
import { submitCheck } from '#domain/checks/submit.ts';
import { registerClaim } from '#domain/claims/register.ts';
import { reviewCheck } from '#domain/reviews/review.ts';
import { sql } from '#prisma/database.ts';
import type { TestInstitution } from './institution.ts';
import { type Person, type PersonOptions, person } from './people.ts';
import { aCheck, aClaim, aReview } from './samples.ts';

/** A member with so many accepted checks of claims of others, ten credits each. */
export async function checker(
  institution: TestInstitution,
  { checks = 3, ...options }: PersonOptions & { checks?: number } = {},
): Promise<Person> {
  const { database, act } = institution;
  const [author, administrator, member] = [
    await person(database),
    await person(database, { role: 'administrator' }),
    await person(database, options),
  ];
  for (let n = 0; n < checks; n++) {
    const claim = await act(registerClaim, author, aClaim());
    const check = await act(submitCheck, member, aCheck(claim.id));
    await act(reviewCheck, administrator, aReview(check.id));
  }
  return member;
}

/** What a member has, by the balance and by the ledger, which must agree. */
export async function creditsOf({ database }: TestInstitution, { memberId }: Person): Promise<number> {
  const { balance, ledger } = await database.one<{ balance: number; ledger: number }>(sql`
    select coalesce((select balance from credit_balance where member_id = ${memberId}), 0) as balance,
      (select coalesce(sum(amount), 0)::int from ledger_entry where member_id = ${memberId}) as ledger`);
  if (balance !== ledger) throw new Error(`a balance of ${balance} on a ledger of ${ledger}`);
  return balance;
}

/** How each of these calls ended: 'done' or the refusal's code. */
export async function endings(calls: readonly Promise<unknown>[]): Promise<string[]> {
  const settled = await Promise.allSettled(calls);
  return settled.map((one) => {
    if (one.status === 'fulfilled') return 'done';
    if (one.reason instanceof Error && 'code' in one.reason) return String(one.reason.code);
    throw one.reason;
  });
}
