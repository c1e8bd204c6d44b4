// The laws of the publication under many writers at once (8.2): nothing is missed, nothing moves, nothing that went stays readable.
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { moderateClaim } from '#domain/claims/moderate.ts';
import { registerClaim } from '#domain/claims/register.ts';
import { withdrawClaim } from '#domain/claims/withdraw.ts';
import { verifyPublication } from '#domain/publication/verify.ts';
import { type Database, openDatabase, sql } from '#prisma/database.ts';
import { type ArchivePage, readPage, readPages, serveArchive } from '#test/kit/archive.ts';
import { openInstitution, type TestInstitution } from '#test/kit/institution.ts';
import { people, person } from '#test/kit/people.ts';
import { aClaim, aReason } from '#test/kit/samples.ts';
import { nothingShared, runWriters, scripts, tellWholeStory } from './writers.ts';

const datasets = ['claims', 'checks', 'check_reviews', 'lineage', 'resolutions'];

/** Follows a dataset's tail and never looks back; `stop` lets it read what is left and end. */
function followTail(base: string, dataset: string) {
  const seen: string[] = [];
  let stopping = false;
  const ended = (async () => {
    for (;;) {
      const last = stopping;
      const { records, gone, nextCursor } = await readPage(base, dataset, seen.length, 7);
      const places = new Map(gone.map(({ id, ordinal }) => [ordinal, id]));
      const live = records.map(({ id }) => id);
      // The live ones fill, in order, the places that the gone ones leave.
      for (const end = seen.length + records.length + gone.length; seen.length < end; ) {
        const id = places.get(seen.length + 1) ?? live.shift();
        if (id === undefined) throw new Error(`${dataset}: a place of the page is empty`);
        seen.push(id);
      }
      if (nextCursor !== null) continue;
      if (last) return seen;
      await pause(5);
    }
  })();
  return {
    stop: () => {
      stopping = true;
      return ended;
    },
  };
}

/** Looks again and again, in one statement each time, for what is public and unpublished or published and not public. */
function watchVisibility(database: Database) {
  let looks = 0;
  let stopping = false;
  const ended = (async () => {
    while (!stopping) {
      const wrong = await database.query(sql`
        select c.id from claim c left join publication p on p.record_id = c.id
        where (c.withdrawn_at is null and c.hidden_at is null) <> (p.body is not null)
        union all
        select k.id from registry_check k join claim c on c.id = k.claim_id left join publication p on p.record_id = k.id
        where (k.state = 'accepted' and c.withdrawn_at is null and c.hidden_at is null) <> (p.body is not null)
        union all
        select v.id from review v join registry_check k on k.id = v.check_id join claim c on c.id = k.claim_id left join publication p on p.record_id = v.id
        where (k.state = 'accepted' and c.withdrawn_at is null and c.hidden_at is null) <> (p.body is not null)
        union all
        select l.id from relationship l join claim s on s.id = l.source_id join claim t on t.id = l.target_id left join publication p on p.record_id = l.id
        where (coalesce(s.withdrawn_at, s.hidden_at, t.withdrawn_at, t.hidden_at) is null) <> (p.body is not null)
        union all
        select r.id from resolution r join claim c on c.id = r.claim_id left join publication p on p.record_id = r.id
        where (c.withdrawn_at is null and c.hidden_at is null) <> (p.body is not null)`);
      if (wrong.length > 0) throw new Error(`not as public as it should be: ${JSON.stringify(wrong)}`);
      looks++;
      await pause(20);
    }
    return looks;
  })();
  return {
    stop: () => {
      stopping = true;
      return ended;
    },
  };
}

async function publishedIds({ database }: TestInstitution, dataset: string): Promise<string[]> {
  const rows = await database.query<{ id: string }>(
    sql`select record_id as id from publication where dataset = ${dataset}::dataset order by ordinal`,
  );
  return rows.map(({ id }) => id);
}

test('a reader that only follows the tail misses nothing, and what is published is what the records say', async () => {
  const institution = await openInstitution({ connections: 12 });
  const base = await serveArchive(institution);
  const watching = openDatabase(institution.url, { max: 1 });
  const shared = nothingShared();
  const tails = datasets.map((dataset) => ({ dataset, tail: followTail(base, dataset) }));
  const watch = watchVisibility(watching);
  let acts = 0;
  try {
    await fc.assert(
      fc.asyncProperty(scripts(6, 5, 8), async (lives) => {
        acts += await runWriters(institution, lives, shared);
        const { faults, named } = await verifyPublication(institution.database, institution.origin);
        expect({ faults, named }).toEqual({ faults: 0, named: [] });
      }),
      { numRuns: 8, endOnFailure: true },
    );
    await tellWholeStory(institution);
  } finally {
    for (const { dataset, tail } of tails) expect(await tail.stop()).toEqual(await publishedIds(institution, dataset));
    expect(await watch.stop()).toBeGreaterThan(0);
    await watching.close();
  }
  // It was worth watching: every dataset has records and some of them went.
  expect(acts).toBeGreaterThan(100);
  const heads = await institution.database.query<{ dataset: string; last: number; live: number }>(
    sql`select dataset::text, last, live from publication_head where dataset::text = any (${datasets})`,
  );
  for (const { dataset, last, live } of heads) expect([dataset, last > 0, live < last]).toEqual([dataset, true, true]);
}, 180_000);

test('an act changes only the pages of what it touched', async () => {
  const institution = await openInstitution();
  const base = await serveArchive(institution);
  const author = await person(institution.database);
  const administrator = await person(institution.database, { role: 'administrator' });
  const claims: { id: string; state: 'active' | 'hidden' | 'withdrawn' }[] = [];
  const limit = 3;
  let before: string[] = [];
  const sums = (pages: ArchivePage[]) =>
    pages.map(({ records, gone, sha256 }) => JSON.stringify([records, gone, sha256]));

  const steps = fc.array(
    fc.record({ do: fc.constantFrom('register', 'hide', 'show', 'withdraw'), claim: fc.nat(1000) }),
    {
      minLength: 12,
      maxLength: 12,
    },
  );
  await fc.assert(
    fc.asyncProperty(steps, async (life) => {
      for (const step of life) {
        const at = claims.length === 0 ? 0 : step.claim % claims.length;
        const claim = claims[at];
        let touched: number | undefined;
        if (step.do === 'register' || !claim) {
          claims.push({ id: (await institution.act(registerClaim, author, aClaim())).id, state: 'active' });
          touched = Math.floor((claims.length - 1) / limit);
        } else if (step.do === 'withdraw' && claim.state !== 'withdrawn') {
          await institution.act(withdrawClaim, author, { claimId: claim.id });
          // What was hidden is gone already: nothing about it changes in public.
          if (claim.state === 'active') touched = Math.floor(at / limit);
          claim.state = 'withdrawn';
        } else if (step.do === (claim.state === 'active' ? 'hide' : 'show') && claim.state !== 'withdrawn') {
          claim.state = claim.state === 'active' ? 'hidden' : 'active';
          await institution.act(moderateClaim, administrator, {
            claimId: claim.id,
            state: claim.state,
            reason: aReason,
          });
          touched = Math.floor(at / limit);
        }
        const after = await readPages(base, 'claims', limit);
        const changed = sums(after).flatMap((sum, page) => (sum === before[page] ? [] : [page]));
        before = sums(after);
        expect(changed).toEqual(touched === undefined ? [] : [touched]);
        // Everything stands in the place it first took.
        const live = after.flatMap(({ records }) => records.map(({ id }) => id));
        expect(live).toEqual(claims.filter(({ state }) => state === 'active').map(({ id }) => id));
        const gone = after.flatMap((page) => page.gone.map(({ id, ordinal }) => [id, ordinal]));
        expect(gone).toEqual(claims.flatMap(({ id, state }, place) => (state === 'active' ? [] : [[id, place + 1]])));
      }
    }),
    { numRuns: 5, endOnFailure: true },
  );
}, 120_000);

test('a relationship whose claims go and come back at the same moment is there exactly when both are', async () => {
  const institution = await openInstitution({ connections: 20 });
  const author = await person(institution.database);
  const staff = await people(institution.database, 2, { role: 'moderator' });
  const pairs: string[][] = [];
  for (let pair = 0; pair < 10; pair++) {
    const target = await institution.act(registerClaim, author, aClaim());
    const relationships = [{ targetId: target.id, kind: 'narrows' as const }];
    pairs.push([target.id, (await institution.act(registerClaim, author, aClaim({ relationships }))).id]);
  }
  for (let round = 0; round < 10; round++) {
    const state = round % 2 === 0 ? 'hidden' : 'active';
    await Promise.all(
      pairs.flatMap((pair) =>
        pair.map((claimId, end) =>
          institution.act(moderateClaim, staff[end] ?? author, { claimId, state, reason: aReason }),
        ),
      ),
    );
    const { faults, named } = await verifyPublication(institution.database, institution.origin);
    expect({ round, faults, named }).toEqual({ round, faults: 0, named: [] });
  }
}, 60_000);
