import { beforeAll, describe, expect, test } from 'vitest';
import { appealForfeiture } from '#domain/appeals/appeal.ts';
import { decideAppeal } from '#domain/appeals/decide.ts';
import { takeCensus } from '#domain/census/take.ts';
import { keepCalendar } from '#domain/challenges/keep-calendar.ts';
import { weekOf } from '#domain/challenges/rules.ts';
import { registerClaim } from '#domain/claims/register.ts';
import { withdrawClaim } from '#domain/claims/withdraw.ts';
import { buyBoost } from '#domain/credits/boost.ts';
import { moderatePost, moderateThread } from '#domain/forum/moderate.ts';
import { openThread } from '#domain/forum/open-thread.ts';
import { writePost } from '#domain/forum/post.ts';
import { withdrawPost } from '#domain/forum/withdraw.ts';
import { moderateObservation } from '#domain/observations/moderate.ts';
import { recordObservation } from '#domain/observations/record.ts';
import { withdrawObservation } from '#domain/observations/withdraw.ts';
import { publishPrecedent } from '#domain/precedents/publish.ts';
import { withdrawPrecedent } from '#domain/precedents/withdraw.ts';
import { publish } from '#domain/publication/publish.ts';
import { forfeitVouch } from '#domain/vouches/forfeit.ts';
import { giveVouch } from '#domain/vouches/vouch.ts';
import { sql } from '#prisma/database.ts';
import { checker } from '#test/kit/checkers.ts';
import { alsoOn } from '#test/kit/institution.ts';
import { type Person, people, person } from '#test/kit/people.ts';
import { aClaim, aReason } from '#test/kit/samples.ts';
import { openReading, type Reading, readingOn } from './kit.ts';

let reading: Reading;
let member: Person;
let stranger: Person;
let moderator: Person;
let administrator: Person;

beforeAll(async () => {
  reading = await openReading();
  [member, stranger] = (await people(reading.database, 2)) as [Person, Person];
  moderator = await person(reading.database, { role: 'moderator' });
  administrator = await person(reading.database, { role: 'administrator' });
});

const body = 'The published run stops early on a machine with little memory.';
const anObservation = (title = 'A run stops early') => ({ title, body });
/** Who sees a node: the visitor, its author, another member, a moderator. */
const seers = async (id: string, author = member) => {
  const seen = [];
  for (const one of [null, author, stranger, moderator])
    seen.push(Boolean((await reading.read('query($id: ID!) { node(id: $id) { id } }', one, { id })).node));
  return seen;
};
const everyone = [true, true, true, true];
const authorAndStaff = [false, true, false, true];

describe('where nothing is', () => {
  let empty: Reading;
  beforeAll(async () => {
    empty = await openReading();
  });

  test('every list is empty, and what has no value is null or zero', async () => {
    const page = '{ nodes { __typename } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } }';
    const lists = ['observations', 'checkers', 'boostedClaims', 'precedents', 'challenges', 'threads'];
    const data = await empty.read(`{ ${lists.map((list) => `${list} ${page}`).join(' ')} census { takenAt }
      continuity { successorContacts } viewer { id } observation(id: "obs_1") { id } thread(id: "x") { id } }`);
    const nothing = {
      nodes: [],
      pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
    };
    expect(data).toEqual({
      ...Object.fromEntries(lists.map((list) => [list, nothing])),
      census: null,
      continuity: { successorContacts: '' },
      viewer: null,
      observation: null,
      thread: null,
    });
  });

  test('an own account has a balance of zero, no boost, no desk', async () => {
    const newcomer = await person(empty.database);
    const { viewer, member: face } = await empty.read(
      `{ viewer { credits { balance ledger { nodes { id } } boost { expiresAt } desk { claims { nodes { id } } } }
          vouches { nodes { id } } appeals { nodes { id } } observations { nodes { id } } export { posts { nodes { id } } notes } }
        member(handle: "${newcomer.handle}") { acceptedChecks upheldChallenges endorsedBy { since } endorses { since } } }`,
      newcomer,
    );
    expect(viewer).toEqual({
      credits: { balance: 0, ledger: { nodes: [] }, boost: null, desk: null },
      vouches: { nodes: [] },
      appeals: { nodes: [] },
      observations: { nodes: [] },
      export: { posts: { nodes: [] }, notes: [expect.stringContaining('no backup')] },
    });
    expect(face).toEqual({ acceptedChecks: 0, upheldChallenges: 0, endorsedBy: [], endorses: [] });
  });

  test('a census of nothing counts zero and has no rate', async () => {
    await empty.database.transaction((tx) => takeCensus(tx));
    const { census } =
      await empty.read(`{ census { takenAt nextAt counts { members { humans } claims { filed active } checks { submitted }
      weeks: challenges { weeks } } rates { claimsChecked { numerator denominator value of } resolvedReproduced { value } }
      marketplace { disputes note } notes } }`);
    expect(census.counts).toEqual({
      members: { humans: 1 },
      claims: { filed: 0, active: 0 },
      checks: { submitted: 0 },
      weeks: { weeks: 0 },
    });
    expect(census.rates).toEqual({
      claimsChecked: { numerator: 0, denominator: 0, value: null, of: expect.stringContaining('active claims') },
      resolvedReproduced: { value: null },
    });
    expect(census.marketplace).toEqual({ disputes: null, note: expect.stringContaining('allegations') });
    expect(census.notes.join(' ')).toContain('Accounts are not people');
    const next = new Date(census.nextAt);
    expect([next.getUTCMinutes(), next.getUTCSeconds(), next.getTime() > Date.parse(census.takenAt)]).toEqual([
      0,
      0,
      true,
    ]);
    expect(next.getTime() - Date.parse(census.takenAt)).toBeLessThanOrEqual(3_600_000);
  });
});

describe('observations', () => {
  const states = async (id: string, as: Person | null = null) =>
    (
      await reading.read(
        'query($id: ID!) { observation(id: $id) { state title author { handle } claim { id observationId observation { id } } } }',
        as,
        { id },
      )
    ).observation;

  test('are open, promoted once and for good, and keep their author', async () => {
    const { id } = await reading.act(recordObservation, member, anObservation());
    expect(await states(id)).toMatchObject({ state: 'OPEN', claim: null });
    expect(await seers(id)).toEqual(everyone);
    const claim = await reading.act(registerClaim, stranger, aClaim({ observationId: id }));
    expect(await states(id)).toEqual({
      state: 'PROMOTED',
      title: 'A run stops early',
      author: { handle: member.handle },
      claim: { id: claim.id, observationId: id, observation: { id } },
    });
    await reading.act(withdrawClaim, stranger, { claimId: claim.id });
    expect(await states(id)).toMatchObject({ state: 'PROMOTED', claim: null });
    expect(await states(id, stranger)).toMatchObject({ state: 'PROMOTED', claim: { id: claim.id } });
  });

  test('withdrawn and hidden, are for their author and staff', async () => {
    const [withdrawn, hidden] = [
      await reading.act(recordObservation, member, anObservation()),
      await reading.act(recordObservation, member, anObservation()),
    ];
    await reading.act(withdrawObservation, member, { observationId: withdrawn.id });
    await reading.act(moderateObservation, moderator, { observationId: hidden.id, state: 'hidden', reason: aReason });
    for (const { id } of [withdrawn, hidden]) expect(await seers(id)).toEqual(authorAndStaff);
    expect(await states(withdrawn.id, member)).toMatchObject({ state: 'WITHDRAWN' });
    expect(await states(hidden.id, moderator)).toMatchObject({ state: 'HIDDEN' });
    const listed = '{ observations { nodes { id } } viewer { observations { nodes { id } } } }';
    const { observations, viewer } = await reading.read(listed, member);
    const ids = (page: { nodes: { id: string }[] }) => page.nodes.map(({ id }) => id);
    expect(ids(observations)).not.toEqual(expect.arrayContaining([withdrawn.id]));
    expect(ids(observations)).not.toEqual(expect.arrayContaining([hidden.id]));
    expect(ids(viewer.observations)).toEqual(expect.arrayContaining([withdrawn.id, hidden.id]));
  });

  test('are found by words, author and promotion', async () => {
    const { id } = await reading.act(recordObservation, stranger, anObservation('Zebras slow the run'));
    const found = async (filter: string) =>
      (await reading.read(`{ observations(filter: {${filter}}) { nodes { id } } }`)).observations.nodes;
    expect(await found('search: "zebra"')).toEqual([{ id }]);
    expect(await found(`author: "${stranger.handle}", promoted: false`)).toEqual([{ id }]);
    expect(await found(`author: "${stranger.handle}", promoted: true`)).toEqual([]);
  });

  test('a page takes one statement, whatever its size', async () => {
    for (const first of [1, 50]) {
      const count = await reading.statements(() =>
        reading.read(
          `{ observations(first: ${first}) { nodes { title author { handle } claim { title } } pageInfo { hasNextPage } } }`,
        ),
      );
      expect(count).toBe(1);
    }
  });
});

describe('checkers, credits and boosts', () => {
  let busy: Person;
  let idle: Person;
  beforeAll(async () => {
    busy = await checker(reading, { checks: 4 });
    idle = await checker(reading, { checks: 1 });
  });

  test('rank by accepted checks, and page by offset', async () => {
    const { checkers } = await reading.read(
      '{ checkers { nodes { rank handle kind acceptedChecks upheldChallenges member { handle acceptedChecks } } } }',
    );
    expect(checkers.nodes).toEqual([
      {
        rank: 1,
        handle: busy.handle,
        kind: 'HUMAN',
        acceptedChecks: 4,
        upheldChallenges: 0,
        member: { handle: busy.handle, acceptedChecks: 4 },
      },
      {
        rank: 2,
        handle: idle.handle,
        kind: 'HUMAN',
        acceptedChecks: 1,
        upheldChallenges: 0,
        member: { handle: idle.handle, acceptedChecks: 1 },
      },
    ]);
    const first = await reading.read('{ checkers(first: 1) { nodes { handle } pageInfo { hasNextPage endCursor } } }');
    expect(first.checkers).toMatchObject({ nodes: [{ handle: busy.handle }], pageInfo: { hasNextPage: true } });
    const rest = await reading.read(
      'query($after: String) { checkers(after: $after) { nodes { handle } pageInfo { hasNextPage } } }',
      null,
      { after: first.checkers.pageInfo.endCursor },
    );
    expect(rest.checkers).toEqual({ nodes: [{ handle: idle.handle }], pageInfo: { hasNextPage: false } });
    expect(await reading.statements(() => reading.read('{ checkers { nodes { rank member { handle } } } }'))).toBe(1);
  });

  test('the desk opens with three accepted checks and recommends what the caller may check', async () => {
    const query =
      '{ viewer { credits { balance desk { claims { nodes { id author { handle } checkCounts { accepted } } } } } } }';
    expect((await reading.read(query, idle)).viewer.credits).toEqual({ balance: 10, desk: null });
    const own = await reading.act(registerClaim, busy, aClaim());
    const { credits } = (await reading.read(query, busy)).viewer;
    expect(credits.balance).toBe(40);
    const nodes: { id: string; author: { handle: string }; checkCounts: { accepted: number } }[] =
      credits.desk.claims.nodes;
    expect(nodes.map(({ checkCounts }) => checkCounts.accepted)).toEqual(
      nodes.map(({ checkCounts }) => checkCounts.accepted).toSorted((a, b) => a - b),
    );
    expect(nodes.length).toBeGreaterThan(0);
    expect(nodes.map(({ id }) => id)).not.toContain(own.id);
    const checked = await reading.database.query<{ id: string }>(
      sql`select claim_id as id from registry_check where author_id = ${busy.memberId}`,
    );
    for (const { id } of checked) expect(nodes.map((node) => node.id)).not.toContain(id);
  });

  test('a boost is labelled, has a place of its own and moves nothing', async () => {
    const { id } = await reading.act(registerClaim, busy, aClaim({ title: 'Boosted later' }));
    const order = async () => (await reading.read('{ claims { nodes { id boosted } } }')).claims.nodes;
    const before = await order();
    expect((await reading.read('{ boostedClaims { nodes { id } } }')).boostedClaims.nodes).toEqual([]);
    await reading.act(buyBoost, busy, { benefit: 'contribution_boost' });
    const after = await order();
    expect(after.map((one: { id: string }) => one.id)).toEqual(before.map((one: { id: string }) => one.id));
    expect(after.find((one: { id: string }) => one.id === id)).toEqual({ id, boosted: true });
    const { boostedClaims } = await reading.read('{ boostedClaims { nodes { id boosted author { handle } } } }');
    expect(boostedClaims.nodes).toContainEqual({ id, boosted: true, author: { handle: busy.handle } });
    const { viewer } = await reading.read(
      '{ viewer { credits { balance boost { startedAt expiresAt } ledger(last: 1) { nodes { kind amount about } } } } }',
      busy,
    );
    expect(viewer.credits.balance).toBe(30);
    expect(Date.parse(viewer.credits.boost.expiresAt) - Date.parse(viewer.credits.boost.startedAt)).toBe(86_400_000);
    expect(viewer.credits.ledger.nodes).toEqual([{ kind: 'CONTRIBUTION_BOOST', amount: -10, about: null }]);
  });
});

describe('vouches and appeals', () => {
  let operator: Person;
  let voucher: Person;
  let newcomer: Person;
  let vouch: string;
  beforeAll(async () => {
    operator = await person(reading.database);
    voucher = await checker(reading, { checks: 3, operator });
    newcomer = await person(reading.database);
    vouch = (await reading.act(giveVouch, voucher, { handle: newcomer.handle, acknowledgeStake: true })).id;
  });

  const face = (handle: string) =>
    reading.read(
      'query($handle: String!) { member(handle: $handle) { endorsedBy { mentor { handle } since until } endorses { newcomer { handle } } } }',
      null,
      { handle },
    );
  const sees = async (id: string) => {
    const seen = [];
    for (const one of [null, stranger, newcomer, voucher, operator, moderator])
      seen.push(Boolean((await reading.read('query($id: ID!) { node(id: $id) { id } }', one, { id })).node));
    return seen;
  };

  test('show as an endorsement to everyone, and whole to those they are about', async () => {
    expect((await face(newcomer.handle)).member).toEqual({
      endorsedBy: [{ mentor: { handle: voucher.handle }, since: expect.any(String), until: expect.any(String) }],
      endorses: [],
    });
    expect((await face(voucher.handle)).member.endorses).toEqual([{ newcomer: { handle: newcomer.handle } }]);
    expect(await sees(vouch)).toEqual([false, false, true, true, true, true]);
    const query =
      '{ viewer { vouches { nodes { id stake state voucher { handle } newcomer { handle } forfeitReason endedAt } } } }';
    for (const one of [newcomer, voucher, operator])
      expect((await reading.read(query, one)).viewer.vouches.nodes).toEqual([
        {
          id: vouch,
          stake: 20,
          state: 'ACTIVE',
          voucher: { handle: voucher.handle },
          newcomer: { handle: newcomer.handle },
          forfeitReason: null,
          endedAt: null,
        },
      ]);
    // Staff see others' in the place for staff, not among their own.
    expect((await reading.read(query, moderator)).viewer.vouches.nodes).toEqual([]);
    const { staff } = await reading.read('{ staff { vouches(states: [ACTIVE]) { nodes { id } } } }', moderator);
    expect(staff.vouches.nodes).toEqual([{ id: vouch }]);
  });

  test('forfeited, they endorse nobody, and an appeal is for its side and staff', async () => {
    await reading.act(forfeitVouch, moderator, { vouchId: vouch, reason: aReason });
    expect((await face(newcomer.handle)).member.endorsedBy).toEqual([]);
    const { id } = await reading.act(appealForfeiture, operator, { vouchId: vouch, grounds: aReason });
    expect(await sees(id)).toEqual([false, false, false, true, true, true]);
    const fields =
      'nodes { id vouchId state overdue dueAt createdAt grounds reason appellant { handle } vouch { forfeitReason } }';
    const { staff } = await reading.read(`{ staff { appeals(states: [OPEN]) { ${fields} } } }`, administrator);
    const [appeal] = staff.appeals.nodes;
    expect(appeal).toMatchObject({
      id,
      vouchId: vouch,
      state: 'OPEN',
      overdue: false,
      reason: null,
      appellant: { handle: operator.handle },
      vouch: { forfeitReason: aReason },
    });
    expect(Date.parse(appeal.dueAt) - Date.parse(appeal.createdAt)).toBe(14 * 86_400_000);
    expect((await reading.read(`{ viewer { appeals { ${fields} } } }`, voucher)).viewer.appeals.nodes).toEqual([
      appeal,
    ]);
    expect(
      (await reading.read('{ viewer { vouches { nodes { appeal { id } } } } }', newcomer)).viewer.vouches.nodes,
    ).toEqual([{ appeal: null }]);
  });

  test('an appeal is overdue once its time is over undecided', async () => {
    const later = readingOn(alsoOn(reading, { now: new Date(Date.now() + 15 * 86_400_000) }));
    const query = '{ viewer { appeals { nodes { overdue state } } } }';
    expect((await later.read(query, voucher)).viewer.appeals.nodes).toEqual([{ overdue: true, state: 'OPEN' }]);
    const [{ id }] = (await reading.read('{ viewer { appeals { nodes { id } } } }', voucher)).viewer.appeals.nodes;
    await reading.act(decideAppeal, administrator, { appealId: id, state: 'denied', reason: aReason });
    expect((await later.read(query, voucher)).viewer.appeals.nodes).toEqual([{ overdue: false, state: 'DENIED' }]);
  });
});

describe('precedents', () => {
  const aPrecedent = {
    situation: 'A member filed the same claim twice under two titles.',
    decision: 'The second claim was hidden and the first one kept.',
    reasons: 'One finding stands once, so that its checks are together.',
    ruleIds: ['claims.publish'],
    sourceCaseReference: 'case-marker-7',
    manualReviewConfirmed: true,
    namesConfirmed: true,
  };

  test('show their source to staff only, and leave a tombstone', async () => {
    const { id } = await reading.act(publishPrecedent, administrator, aPrecedent);
    const query = '{ precedents { nodes { id situation decision reasons ruleIds state sourceCaseReference } } }';
    for (const one of [null, member])
      expect((await reading.read(query, one)).precedents.nodes).toEqual([
        {
          id,
          situation: aPrecedent.situation,
          decision: aPrecedent.decision,
          reasons: aPrecedent.reasons,
          ruleIds: ['claims.publish'],
          state: 'PUBLISHED',
          sourceCaseReference: null,
        },
      ]);
    expect((await reading.read(query, moderator)).precedents.nodes[0].sourceCaseReference).toBe('case-marker-7');
    await reading.act(withdrawPrecedent, administrator, { precedentId: id, cause: 'privacy' });
    expect((await reading.read(query)).precedents.nodes).toEqual([
      {
        id,
        situation: '',
        decision: '',
        reasons: '',
        ruleIds: ['claims.publish'],
        state: 'WITHDRAWN',
        sourceCaseReference: null,
      },
    ]);
    expect(await seers(id)).toEqual(everyone);
  });
});

describe('the calendar', () => {
  const query =
    '{ challenges(last: 1) { nodes { id week state reason claim { id author { handle } } counts { submitted accepted } publishedAt } } }';

  test('shows its weeks, and of a claim that goes only that it went, to everyone alike', async () => {
    const own = await openReading();
    const author = await person(own.database);
    const staff = await person(own.database, { role: 'administrator' });
    const claim = await own.act(registerClaim, author, aClaim());
    const shown = async (as: Person | null = null) => (await own.read(query, as)).challenges.nodes[0];
    /** The hourly run, as if at this moment. */
    const keep = (now: Date) => {
      const { database, origin } = alsoOn(own, { now });
      return database.transaction(async (tx) => publish(tx, (await keepCalendar(tx)).touched ?? {}, origin));
    };
    const { name, startsAt, endsAt } = weekOf(new Date(Date.now() + 7 * 86_400_000));

    await keep(startsAt);
    const open = { week: name, state: 'OPEN', reason: null, counts: null, publishedAt: null };
    expect(await shown()).toMatchObject({ ...open, claim: { id: claim.id, author: { handle: author.handle } } });
    await keep(endsAt);
    expect(await shown()).toMatchObject({
      state: 'PUBLISHED',
      claim: { id: claim.id },
      counts: { submitted: 0, accepted: 0 },
      publishedAt: endsAt.toISOString(),
    });
    await own.act(withdrawClaim, author, { claimId: claim.id });
    const gone = { week: name, state: 'PUBLISHED', reason: 'CLAIM_GONE', claim: null, counts: null };
    for (const one of [null, author, staff]) expect(await shown(one)).toMatchObject(gone);
  });
});

describe('the forum', () => {
  const threads = async (as: Person | null) =>
    (await reading.read('{ threads { nodes { id } } }', as)).threads.nodes.map(({ id }: { id: string }) => id);
  const posts = async (id: string, as: Person | null) =>
    (
      await reading.read('query($id: ID!) { thread(id: $id) { posts { nodes { id body } } } }', as, { id })
    ).thread?.posts.nodes.map(({ id }: { id: string }) => id);

  test('a public thread and its posts are for everyone while they stand', async () => {
    const thread = await reading.act(openThread, member, { title: 'On seeds', visibility: 'public' });
    const [first, second] = [
      await reading.act(writePost, stranger, { threadId: thread.id, body }),
      await reading.act(writePost, member, { threadId: thread.id, body }),
    ];
    expect(await posts(thread.id, null)).toEqual([first.id, second.id]);
    await reading.act(withdrawPost, stranger, { postId: first.id });
    expect(await posts(thread.id, null)).toEqual([second.id]);
    expect(await seers(first.id, stranger)).toEqual([false, true, true, true]);
    await reading.act(moderatePost, moderator, { postId: second.id, state: 'hidden', reason: aReason });
    expect(await seers(second.id)).toEqual(authorAndStaff);
    await reading.act(moderateThread, moderator, { threadId: thread.id, state: 'hidden', reason: aReason });
    expect(await seers(thread.id)).toEqual(authorAndStaff);
    expect(await threads(null)).not.toContain(thread.id);
    expect(await posts(thread.id, null)).toBeUndefined();
  });

  test('a restricted thread exists for whom it names, its author and staff', async () => {
    const named = await person(reading.database);
    const thread = await reading.act(openThread, member, {
      title: 'Between us',
      visibility: 'restricted',
      members: [named.handle],
    });
    const post = await reading.act(writePost, named, { threadId: thread.id, body: `${body} Among ourselves.` });
    for (const id of [thread.id, post.id]) {
      expect(await seers(id)).toEqual(authorAndStaff);
      expect((await reading.read('query($id: ID!) { node(id: $id) { id } }', named, { id })).node).toEqual({ id });
    }
    for (const one of [named, member, moderator]) expect(await threads(one)).toContain(thread.id);
    for (const one of [null, stranger]) expect(await threads(one)).not.toContain(thread.id);
    const { thread: shown } = await reading.read(
      'query($id: ID!) { thread(id: $id) { members { handle } posts { nodes { author { handle } } } } }',
      named,
      { id: thread.id },
    );
    expect(shown).toEqual({
      members: [{ handle: named.handle }],
      posts: { nodes: [{ author: { handle: named.handle } }] },
    });
    const { viewer } = await reading.read(
      '{ viewer { export { posts { nodes { id threadId visibility state body } } } } }',
      named,
    );
    expect(viewer.export.posts.nodes).toEqual([
      { id: post.id, threadId: thread.id, visibility: 'RESTRICTED', state: 'ACTIVE', body: `${body} Among ourselves.` },
    ]);
    // The thread's author exports nothing of what others wrote.
    const { viewer: author } = await reading.read('{ viewer { export { posts { nodes { id } } } } }', member);
    expect(author.export.posts.nodes).not.toContainEqual({ id: post.id });
  });

  test('threads with their posts take one statement, beside the one that knows the caller', async () => {
    for (const first of [1, 50]) {
      const count = await reading.statements(() =>
        reading.read(
          `{ threads(first: ${first}) { nodes { title author { handle } members { handle } posts { nodes { body author { handle } } } } } }`,
          member,
        ),
      );
      expect(count).toBe(2);
    }
  });
});

describe('settings and rules', () => {
  const settings =
    '{ staff { settings { maintenance challengesPaused successorContacts pollingSeconds calibrationMinimumSample introspection } } }';

  test('settings are for administrators', async () => {
    expect((await reading.read(settings, administrator)).staff.settings).toEqual({
      maintenance: false,
      challengesPaused: false,
      successorContacts: '',
      pollingSeconds: 60,
      calibrationMinimumSample: 1,
      introspection: true,
    });
    const refused = await reading.run(settings, moderator);
    expect(refused.data).toEqual({ staff: { settings: null } });
    expect(refused.errors?.[0]?.originalError).toMatchObject({ code: 'role.required' });
  });

  test('rules answer for every action, and authorise nothing', async () => {
    const { rules } =
      await reading.read(`{ rules { all { id effect action conditions text } refusals { code status rule } notes
      known: action(name: "vouch") { effect ruleId conditions authorised } unknown: action(name: "fly") { action effect ruleId conditions authorised } } }`);
    expect(rules.known).toMatchObject({ effect: 'CONDITIONAL', ruleId: 'vouches.give', authorised: false });
    expect(rules.known.conditions.length).toBeGreaterThan(0);
    expect(rules.unknown).toEqual({
      action: 'fly',
      effect: 'UNKNOWN',
      ruleId: null,
      conditions: [],
      authorised: false,
    });
    const ids = rules.all.map(({ id }: { id: string }) => id);
    for (const { rule } of rules.refusals) if (rule !== null) expect(ids).toContain(rule);
  });
});
