// The eight weeks of the demonstration, lived through in a few seconds: every act at its moment, by the verbs that every door uses,
// and the hourly job once a day. Each creation has a fixed idempotency key, so whatever was done is done once; the last claim is
// filed last, and once it stands everything is there.

import { createHash } from 'node:crypto';
import type { Act } from '#domain/acts/act.ts';
import type { Caller } from '#domain/acts/actor.ts';
import { appealForfeiture } from '#domain/appeals/appeal.ts';
import { predictClaim } from '#domain/calibration/predict.ts';
import { resolveClaim } from '#domain/calibration/resolve.ts';
import { voidResolution } from '#domain/calibration/void.ts';
import { submitCheck } from '#domain/checks/submit.ts';
import { moderateClaim } from '#domain/claims/moderate.ts';
import { registerClaim } from '#domain/claims/register.ts';
import { withdrawClaim } from '#domain/claims/withdraw.ts';
import { buyBoost } from '#domain/credits/boost.ts';
import { openThread } from '#domain/forum/open-thread.ts';
import { writePost } from '#domain/forum/post.ts';
import { createMembers, type NewMember } from '#domain/members/create.ts';
import { mintTokens } from '#domain/members/tokens/mint.ts';
import { recordObservation } from '#domain/observations/record.ts';
import { publishPrecedent } from '#domain/precedents/publish.ts';
import { refusalKinds } from '#domain/refusals/codes.ts';
import { Refusal } from '#domain/refusals/refusal.ts';
import { reviewCheck } from '#domain/reviews/review.ts';
import { forfeitVouch } from '#domain/vouches/forfeit.ts';
import { giveVouch } from '#domain/vouches/vouch.ts';
import { hourly } from '#jobs/hourly.ts';
import { runJob } from '#jobs/job.ts';
import { type Database, sql } from '#prisma/database.ts';
import {
  booster,
  claims,
  type DemonstrationClaim,
  days,
  type Handle,
  members,
  observations,
  precedents,
  threads,
  vouches,
} from '#services/local/demonstration/content.ts';
import { type Institution, withInstitution } from './opened.ts';

const hour = 3_600_000;
const administrator = 'demo-administrator';
const moderator = 'demo-moderator';
const why = 'Done so that the demonstration shows what it looks like.';

interface Step {
  /** In hours from the founding. */
  at: number;
  take(institution: Institution): Promise<unknown>;
}

/** Fills what is missing; returns whether there was anything to do. */
export async function fillDemonstration(): Promise<boolean> {
  const founded = await withInstitution(async ({ database }) => {
    const setting = await database.maybe(
      sql`select from public_setting where key = 'demonstration' and value = 'true'`,
    );
    if (!setting)
      throw new Error('This institution is a real one; only a demonstration is filled with made-up members.');
    const last = claims.at(-1)?.title ?? '';
    if (await database.maybe(sql`select from claim where title = ${last} and hidden_at is null`)) return null;
    return foundedAt(database);
  });
  if (founded === null) return false;
  const steps = new Filling().steps().sort((one, other) => one.at - other.at);
  for (const at of new Set(steps.map((one) => one.at))) {
    const moment = new Date(founded + at * hour);
    await withInstitution(
      async (institution) => {
        for (const { take } of steps.filter((one) => one.at === at)) await take(institution);
      },
      // Nothing happens later than now.
      moment.getTime() < Date.now() ? moment : undefined,
    );
  }
  return true;
}

/** Midnight, eight weeks ago, unless it was begun before. */
async function foundedAt(database: Database): Promise<number> {
  const midnight = new Date();
  midnight.setUTCHours(0, 0, 0, 0);
  const moment = new Date(midnight.getTime() - days * 24 * hour);
  await database.query(sql`
    update public_setting set value = to_jsonb(${moment}::timestamptz), changed_at = ${moment}
    where key = 'foundedAt' and not exists (select from member where handle = ${members[0].handle})`);
  const { value } = await database.one<{ value: string }>(
    sql`select value from public_setting where key = 'foundedAt'`,
  );
  return Date.parse(value);
}

class Filling {
  readonly #callers = new Map<string, Caller>();
  /** Of what was made, by its name. */
  readonly #ids = new Map<string, string>();

  steps(): Step[] {
    return [
      ...[...new Set(members.map(dayOf))].map((day) => ({
        at: day * 24,
        take: (to: Institution) => this.#enrol(to, day),
      })),
      ...observations.map(({ name, day, by, title, body }) =>
        this.#made(day * 24 + 8, by, name, recordObservation, () => ({ title, body })),
      ),
      ...claims.flatMap((claim) => this.#claim(claim)),
      ...threads.flatMap(({ name, day, by, title, posts }) => [
        this.#made(day * 24 + 10, by, name, openThread, () => ({ title, visibility: 'public' })),
        ...posts.map((post, n) =>
          this.#made(post.day * 24 + 11 + n, post.by, `${name}-post-${n}`, writePost, () => ({
            threadId: this.#idOf(name),
            body: post.body,
          })),
        ),
      ]),
      ...precedents.map(({ name, day, ...rest }) =>
        this.#made(day * 24 + 15, administrator, name, publishPrecedent, () => ({
          ...rest,
          sourceCaseReference: 'Made up for the demonstration.',
          manualReviewConfirmed: true,
        })),
      ),
      ...vouches.flatMap((vouch) => this.#vouch(vouch)),
      this.#made(days * 24 + 8, booster, 'boost', buyBoost, () => ({ benefit: 'contribution_boost' })),
      ...Array.from({ length: days }, (_, day) => ({
        at: day * 24 + 18.1,
        take: ({ database, runner }: Institution) => runJob(hourly, { database, runner }),
      })),
    ];
  }

  #claim(claim: DemonstrationClaim): Step[] {
    const { name, day, author, title, method, environment, observation } = claim;
    const begun = day * 24 + 9;
    const steps = [
      this.#made(begun, author, name, registerClaim, () => ({
        title,
        claim: claim.claim,
        method,
        environment,
        ...evidenceOf(name),
        ...(observation ? { observationId: this.#idOf(observation) } : {}),
        relationships: claim.relationships?.map(({ target, kind }) => ({ targetId: this.#idOf(target), kind })) ?? [],
      })),
      ...Object.entries(claim.forecasts ?? {}).map(([by, probability], n) =>
        this.#made(begun + 2 + n, by as Handle, `${name}-forecast-${by}`, predictClaim, () => ({
          claimId: this.#idOf(name),
          probability,
        })),
      ),
    ];
    let now = begun;
    for (const { by, reviews, model, runtime, conflicted = false, notes = '', ...check } of claim.checks ?? []) {
      const itsName = `${name}-check-${by}`;
      now += 22;
      steps.push(
        this.#made(now, by, itsName, submitCheck, () => ({
          claimId: this.#idOf(name),
          method: check.method,
          environment: `Run by ${by} for the demonstration.`,
          ...evidenceOf(itsName),
          result: check.result,
          notes,
          modelKey: model,
          runtimeKey: runtime,
          interests: 'Made up for the demonstration; no interest in the outcome.',
          conflicted,
        })),
      );
      for (const [n, { state, reason, independent = false, upheld }] of reviews.entries())
        steps.push(
          this.#made(now + 5 + n * 3, administrator, `${itsName}-review-${n}`, reviewCheck, () => ({
            checkId: this.#idOf(itsName),
            state,
            reason,
            independenceConfirmed: independent,
            ...(upheld === undefined ? {} : { challengeUpheld: upheld }),
          })),
        );
    }
    const all = claim.resolutions ?? [];
    for (const [n, { reproduced, reason, evidence }] of all.entries()) {
      const itsName = `${name}-resolution-${n}`;
      now += 26;
      steps.push(
        this.#made(now, administrator, itsName, resolveClaim, () => ({
          claimId: this.#idOf(name),
          reproduced,
          reason,
          evidenceCheckId: this.#idOf(`${name}-check-${claim.checks?.[evidence]?.by}`),
        })),
      );
      if (n < all.length - 1)
        steps.push({
          at: now + 3,
          take: async (to) => {
            // Only its own: taken up again, a later one may stand already.
            const stands = sql`select from resolution where id = ${this.#idOf(itsName)} and voided_at is null`;
            if (await to.database.maybe(stands))
              await this.#act(to, administrator, voidResolution, {
                claimId: this.#idOf(name),
                voided: true,
                reason,
              });
          },
        });
    }
    if (claim.end === 'withdrawn')
      steps.push(this.#changed(begun + 5, author, withdrawClaim, () => ({ claimId: this.#idOf(name) })));
    if (claim.end === 'hidden')
      steps.push(
        this.#changed(begun + 5, moderator, moderateClaim, () => ({
          claimId: this.#idOf(name),
          state: 'hidden',
          reason: why,
        })),
      );
    return steps;
  }

  #vouch({ name, day, by, newcomer, ...rest }: (typeof vouches)[number]): Step[] {
    const steps = [
      this.#made(day * 24 + 12, by, name, giveVouch, () => ({ handle: newcomer, acknowledgeStake: true })),
    ];
    if ('forfeited' in rest) {
      const { forfeited, appealed } = rest;
      const vouchId = () => this.#idOf(name);
      steps.push(
        this.#changed(forfeited.day * 24 + 12, moderator, forfeitVouch, () => ({
          vouchId: vouchId(),
          reason: forfeited.reason,
        })),
        this.#made(appealed.day * 24 + 12, by, `${name}-appeal`, appealForfeiture, () => ({
          vouchId: vouchId(),
          grounds: appealed.grounds,
        })),
      );
    }
    return steps;
  }

  /** A creation, under its name. */
  #made<Input>(at: number, by: Handle, name: string, act: Act<Input>, input: () => object): Step {
    return {
      at,
      take: async (to) => {
        const { id } = await this.#act(to, by, act, input(), `demonstration-${name}`);
        this.#ids.set(name, id);
      },
    };
  }

  /** A change; one that stands already is fine. */
  #changed<Input>(at: number, by: Handle, act: Act<Input>, input: () => object): Step {
    return {
      at,
      take: (to) =>
        this.#act(to, by, act, input()).catch((thrown) => {
          if (!(thrown instanceof Refusal) || refusalKinds[thrown.code].status !== 409) throw thrown;
        }),
    };
  }

  #act<Input>({ runner }: Institution, by: Handle, act: Act<Input>, input: object, key?: string) {
    const caller = this.#callers.get(by);
    if (!caller) throw new Error(`${by} is not enrolled yet.`);
    return runner.act(act, input, { caller, key });
  }

  #idOf(name: string): string {
    const id = this.#ids.get(name);
    if (id === undefined) throw new Error(`Nothing of the demonstration is named ${name} yet.`);
    return id;
  }

  /** Opens the accounts of this day that are missing, and gives each a token for an hour of the real time. */
  async #enrol({ runner }: Institution, day: number): Promise<void> {
    const ofDay = members.filter((one) => dayOf(one) === day);
    const handles = ofDay.map(({ handle }) => handle);
    await runner.system('enrol_demonstration', async (tx) => {
      const stored = () =>
        tx.query<{ id: string; handle: Handle }>(sql`select id, handle from member where handle = any (${handles})`);
      const known = new Set((await stored()).map(({ handle }) => handle));
      const missing: NewMember[] = ofDay
        .filter(({ handle }) => !known.has(handle))
        .map(({ day: _, ...one }: { day?: number; handle: string }) => ({ role: 'member', approved: true, ...one }));
      if (missing.length > 0) await createMembers(tx, missing);
      const all = await stored();
      const expiresAt = new Date(Date.now() + hour).toISOString();
      const minted = await mintTokens(
        tx,
        all.map(({ id }) => ({ memberId: id, label: 'demonstration', scopes: ['read', 'write'], expiresAt })),
      );
      for (const [place, { id, handle }] of all.entries())
        this.#callers.set(handle, {
          memberId: id,
          scopes: ['read', 'write'],
          credential: { kind: 'token', id: minted[place]?.id ?? '' },
        });
      return { id: 'demonstration', audit: { subject: 'demonstration', detail: { handles } } };
    });
  }
}

const dayOf = (one: { handle: string; day?: number }): number => one.day ?? 0;

const evidenceOf = (name: string) => ({
  artifactUrl: `https://example.org/demonstration/${name}.txt`,
  artifactSha256: createHash('sha256').update(name).digest('hex'),
});
