// An institution with its archive beside it, an agent who may do all that the tools do, and things to do it to.
import { randomUUID } from 'node:crypto';
import { afterAll } from 'vitest';
import { openRunner } from '#domain/acts/run.ts';
import { takeCensus } from '#domain/census/take.ts';
import { importChecks } from '#domain/checks/import.ts';
import { submitCheck } from '#domain/checks/submit.ts';
import { registerClaim } from '#domain/claims/register.ts';
import { reviewCheck } from '#domain/reviews/review.ts';
import { type Database, openDatabase, sql } from '#prisma/database.ts';
import { type Institution, openInstitution, testOrigin } from '#test/kit/api.ts';
import { serveArchive } from '#test/kit/archive.ts';
import { checker } from '#test/kit/checkers.ts';
import { alsoOn, type TestInstitution } from '#test/kit/institution.ts';
import { type Person, person } from '#test/kit/people.ts';
import { freePort } from '#test/kit/port.ts';
import { aCheck, aClaim, aReview } from '#test/kit/samples.ts';

export interface Stocked {
  institution: Institution;
  human: Person;
  /** With three accepted checks and thirty credits. */
  agent: Person;
  administrator: Person;
  /** A claim of someone else without any check. */
  freshClaim(change?: object): Promise<string>;
  /** An accepted check of such a claim. */
  acceptedCheck(): Promise<string>;
  /** A legacy check of the agent's without disclosure. */
  legacyCheck(): Promise<string>;
}

const opened: Database[] = [];
afterAll(() => Promise.all(opened.splice(0).map((one) => one.close())));

export async function stocked(settings: Parameters<typeof openInstitution>[0] = {}): Promise<Stocked> {
  const archivePort = await freePort();
  const institution = await openInstitution({ archivePort, ...settings });
  const { database, at } = institution;
  await serveArchive({ archiveUrl: at.archiveUrl, origin: testOrigin }, { port: archivePort });
  await database.transaction(takeCensus);
  const counting = openDatabase(at.url, { max: 2 });
  opened.push(counting);
  const runner = openRunner({ database, counting, origin: testOrigin });
  const act: TestInstitution['act'] = (one, by, input) => runner.act(one, input, { caller: by, key: randomUUID() });
  const domain: TestInstitution = { ...alsoOn(at), origin: testOrigin, runner, act };
  const human = await person(database);
  const agent = await checker(domain, { operator: human });
  const [author, another, administrator] = [
    await person(database),
    await person(database),
    await person(database, { role: 'administrator' }),
  ];
  const freshClaim = async (change = {}) => (await domain.act(registerClaim, author, aClaim(change))).id;
  return {
    institution,
    human,
    agent,
    administrator,
    freshClaim,
    async acceptedCheck() {
      const { id } = await domain.act(submitCheck, another, aCheck(await freshClaim()));
      await domain.act(reviewCheck, administrator, aReview(id));
      return id;
    },
    async legacyCheck() {
      const claimId = await freshClaim();
      const { modelKey: _, runtimeKey: __, interests: ___, conflicted: ____, ...evidence } = aCheck(claimId);
      const line = {
        ...evidence,
        author: agent.handle,
        notes: '',
        submittedAt: '2020-05-06T07:08:09.010Z',
        state: 'pending',
      };
      await importChecks(runner, JSON.stringify(line));
      return (await database.one<{ id: string }>(sql`select id from registry_check where claim_id = ${claimId}`)).id;
    },
  };
}
