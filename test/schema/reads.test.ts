import { beforeAll, describe, expect, test } from 'vitest';
import { predictClaim } from '#domain/calibration/predict.ts';
import { submitCheck } from '#domain/checks/submit.ts';
import { moderateClaim } from '#domain/claims/moderate.ts';
import { registerClaim } from '#domain/claims/register.ts';
import { withdrawClaim } from '#domain/claims/withdraw.ts';
import { reviewCheck } from '#domain/reviews/review.ts';
import { sql } from '#prisma/database.ts';
import { cursorOf } from '#schema/selection/cursor.ts';
import { type Person, people, person } from '#test/kit/people.ts';
import { aCheck, aClaim, aReason, aReview } from '#test/kit/samples.ts';
import { openReading, type Reading } from './kit.ts';

let reading: Reading;
let author: Person;
let other: Person;
let administrator: Person;
let checkers: Person[];
const claims: string[] = [];
const checks: string[] = [];
let pending: string;
let rejected: string;

beforeAll(async () => {
  reading = await openReading();
  const { database, act } = reading;
  [author, other] = [await person(database, { handle: 'author' }), await person(database, { handle: 'other' })];
  administrator = await person(database, { role: 'administrator' });
  checkers = await people(database, 9);
  for (let n = 0; n < 25; n++) {
    const relationships = n === 0 ? [] : [{ targetId: claims[n - 1], kind: 'narrows' }];
    const { id } = await act(
      registerClaim,
      n % 5 === 0 ? other : author,
      aClaim({ title: `Claim ${n}${n === 7 ? ' about zebras' : ''}`, relationships } as object),
    );
    claims.push(id);
  }
  const subject = claims[0] ?? '';
  for (const [index, checker] of checkers.slice(0, 7).entries()) {
    const { id } = await act(
      submitCheck,
      checker,
      aCheck(subject, { result: index === 6 ? 'unresolved' : 'supports' }),
    );
    checks.push(id);
    await act(reviewCheck, administrator, aReview(id, { independenceConfirmed: false }));
  }
  [pending, rejected] = (await Promise.all(
    checkers.slice(7).map(async (checker) => (await act(submitCheck, checker, aCheck(subject))).id),
  )) as [string, string];
  await act(reviewCheck, administrator, aReview(rejected, { state: 'rejected', independenceConfirmed: false }));
});

const titles = (data: { claims: { nodes: { title: string }[] } }) => data.claims.nodes.map(({ title }) => title);
const numbered = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, n) => `Claim ${from + n}${from + n === 7 ? ' about zebras' : ''}`);

describe('one statement', () => {
  const query = (first: number) => `{ claims(first: ${first}) { edges { node { id title author { handle }
    checks(first: 5) { nodes { id result author { handle } reviews { reviewer { handle } } } }
    lineage { outgoing { kind target { title } } incoming { kind source { title } } }
    resolution { reproduced } predictions { count own { probability } } } } pageInfo { hasNextPage } } }`;

  test.each([1, 5, 20, 100])('answers a page of %i with everything beside it', async (first) => {
    const count = await reading.statements(async () => {
      const { claims: page } = await reading.read(query(first));
      expect(page.edges).toHaveLength(Math.min(first, 25));
    });
    expect(count).toBe(1);
  });

  /** How many texts these queries are sent as. */
  async function textsOf(...queries: string[]): Promise<number> {
    const texts = new Set<string>();
    reading.database.onStatement = (text) => texts.add(text);
    for (const one of queries) await reading.read(one);
    reading.database.onStatement = undefined;
    return texts.size;
  }

  test('has the same text whatever the arguments but the page sizes, by which its plan can be kept', async () => {
    const page = (first: number, rest: string) => `{ claims(first: ${first}, ${rest}) { nodes { id } } }`;
    const [some, more] = [0, 3].map((place) => `after: "${cursorOf('claims', place)}"`);
    expect(await textsOf(page(3, some ?? ''), page(3, more ?? ''))).toBe(1);
    expect(await textsOf(query(3), query(20), query(100))).toBe(3);
  });

  test('of a filtered list has the same text for every size: the best plan is another for every filter', async () => {
    const page = (first: number, text: string) =>
      `{ claims(first: ${first}, filter: { search: "${text}" }) { nodes { id } } }`;
    expect(await textsOf(page(3, 'zebras'), page(20, 'keys'), page(100, 'order'))).toBe(1);
  });

  test('a type is read for the nodes of many ids', async () => {
    const ids = [...claims.slice(0, 10), ...checks.slice(0, 3)];
    const count = await reading.statements(() =>
      reading.read('query($ids: [ID!]!) { nodes(ids: $ids) { id } }', null, { ids }),
    );
    expect(count).toBe(2);
  });
});

describe('paging', () => {
  const page = async (args: string) => {
    const { claims: connection } = await reading.read(
      `{ claims(${args}) { nodes { title } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`,
    );
    return { titles: connection.nodes.map((node: { title: string }) => node.title), ...connection.pageInfo };
  };

  test('forward, each once, to the end', async () => {
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const next: Awaited<ReturnType<typeof page>> = await page(after ? `first: 10, after: "${after}"` : 'first: 10');
      expect(next.hasPreviousPage).toBe(after !== null);
      seen.push(...next.titles);
      after = next.hasNextPage ? next.endCursor : null;
    } while (after);
    expect(seen).toEqual(numbered(0, 25));
  });

  test('backward, in the same order', async () => {
    const last = await page('last: 10');
    expect(last.titles).toEqual(numbered(15, 25));
    expect([last.hasPreviousPage, last.hasNextPage]).toEqual([true, false]);
    const before = await page(`last: 10, before: "${last.startCursor}"`);
    expect(before.titles).toEqual(numbered(5, 15));
    expect([before.hasPreviousPage, before.hasNextPage]).toEqual([true, true]);
    const first = await page(`last: 10, before: "${before.startCursor}"`);
    expect(first.titles).toEqual(numbered(0, 5));
    expect([first.hasPreviousPage, first.hasNextPage]).toEqual([false, true]);
  });

  test('between two cursors', async () => {
    const { startCursor: after } = await page('first: 1');
    const { startCursor: before } = await page('last: 1');
    expect((await page(`first: 100, after: "${after}", before: "${before}"`)).titles).toEqual(numbered(1, 24));
  });

  test('an exactly full last page is the end', async () => {
    expect((await page('first: 25')).hasNextPage).toBe(false);
  });

  test('no edges where none are asked for', async () => {
    expect(await page('first: 0')).toMatchObject({ titles: [], startCursor: null, hasNextPage: true });
  });
});

describe('selection', () => {
  test('one field under two names with other arguments', async () => {
    const { claim } = await reading.read(
      `query($id: ID!) { claim(id: $id) { first: checks(first: 2) { nodes { id } } last: checks(last: 1) { nodes { id } } } }`,
      null,
      { id: claims[0] },
    );
    expect(claim.first.nodes.map((one: { id: string }) => one.id)).toEqual(checks.slice(0, 2));
    expect(claim.last.nodes).toEqual([{ id: checks[6] }]);
  });

  test('edges and nodes under several names, each with other arguments inside', async () => {
    const { claims: page } = await reading.read(`{ claims(first: 1) {
      a: edges { node { checks(first: 1) { nodes { id } } } x: node { title } }
      b: edges { cursor node { checks(first: 3) { nodes { id } } } }
      nodes { nodes: checks(last: 1) { nodes { id } } } } }`);
    expect(page.a[0].node.checks.nodes).toEqual([{ id: checks[0] }]);
    expect(page.a[0].x).toEqual({ title: 'Claim 0' });
    expect(page.b[0].node.checks.nodes).toHaveLength(3);
    expect(page.nodes[0].nodes.nodes).toEqual([{ id: checks[6] }]);
  });

  test('a nested list named as the list around it', async () => {
    const { claims: page } = await reading.read(
      '{ claims(first: 1) { nodes { nodes: checks(first: 2) { nodes { id } } } } }',
    );
    expect(page.nodes[0].nodes.nodes).toHaveLength(2);
  });

  test('names longer than Postgres keeps', async () => {
    const name = (letter: string) => letter.repeat(80);
    const { claim } = await reading.read(
      `query($id: ID!) { claim(id: $id) { ${name('a')}1: checks(first: 1) { nodes { id } } ${name('a')}2: checks(first: 2) { nodes { id } } } }`,
      null,
      { id: claims[0] },
    );
    expect([claim[`${name('a')}1`].nodes.length, claim[`${name('a')}2`].nodes.length]).toEqual([1, 2]);
  });

  test('fragments, merged fields, @skip and @include', async () => {
    const query = `query($id: ID!, $yes: Boolean!, $no: Boolean!) {
      node(id: $id) { __typename id ...C ... on Check { method } ... @include(if: $no) { id } } }
      fragment C on Claim { author { handle } author { kind } title @skip(if: $yes) evidence @include(if: $yes) ...D }
      fragment D on Claim { checks(first: 1) { nodes { id } } checks(first: 1) { nodes { result } } }`;
    const { node } = await reading.read(query, null, { id: claims[0], yes: true, no: false });
    expect(node).toEqual({
      __typename: 'Claim',
      id: claims[0],
      author: { handle: 'other', kind: 'HUMAN' },
      evidence: 'CHECKED',
      checks: { nodes: [{ id: checks[0], result: 'SUPPORTS' }] },
    });
  });

  test('only __typename', async () => {
    const { claims: page } = await reading.read(
      '{ claims(first: 2) { __typename nodes { __typename author { __typename } } } }',
    );
    expect(page.nodes).toEqual(Array(2).fill({ __typename: 'Claim', author: { __typename: 'Member' } }));
  });
});

describe('filters', () => {
  test.each([
    ['evidence: [CHECKED]', ['Claim 0']],
    ['search: "zebras"', ['Claim 7 about zebras']],
    ['search: "zebra -zebras"', []],
    ['author: "OTHER"', ['Claim 0', 'Claim 5', 'Claim 10', 'Claim 15', 'Claim 20']],
    ['author: "nobody"', []],
    ['resolved: true', []],
    ['createdUntil: "2020-01-01T00:00:00Z"', []],
    [
      'author: "other", search: "keys order", createdSince: "2020-01-01T00:00:00Z", resolved: false, evidence: [CHECKED, UNCHECKED]',
      ['Claim 0', 'Claim 5', 'Claim 10', 'Claim 15', 'Claim 20'],
    ],
  ])('%s', async (filter, expected) => {
    expect(titles(await reading.read(`{ claims(first: 100, filter: { ${filter} }) { nodes { title } } }`))).toEqual(
      expected,
    );
  });

  test.each(['2026-02-30T00:00:00Z', '2026-01-31T24:00:00Z', '2026-01-31', '2026-01-31T00:00:00'])(
    '%s is no time',
    async (time) => {
      const { errors } = await reading.run(
        'query($since: DateTime) { claims(filter: { createdSince: $since }) { nodes { id } } }',
        null,
        { since: time },
      );
      expect(errors?.[0]?.message).toContain('RFC 3339');
    },
  );
});

describe('lineage', () => {
  const walk = (args: string) =>
    `query($id: ID!) { claim(id: $id) { walk: ${args} { cut nodes { depth claim { title } } edges { source { title } target { title } } } } }`;

  test('is walked to a depth, as nodes and edges', async () => {
    const { claim } = await reading.read(walk('ancestors(depth: 2)'), null, { id: claims[9] });
    expect(claim.walk.nodes).toEqual([
      { depth: 1, claim: { title: 'Claim 8' } },
      { depth: 2, claim: { title: 'Claim 7 about zebras' } },
    ]);
    expect(claim.walk.edges).toHaveLength(2);
    expect(claim.walk.cut).toBe(true);
  });

  test('says when nothing was cut', async () => {
    const { claim } = await reading.read(walk('descendants(depth: 10)'), null, { id: claims[20] });
    expect(claim.walk.nodes.map((one: { depth: number }) => one.depth)).toEqual([1, 2, 3, 4]);
    expect(claim.walk.cut).toBe(false);
  });

  test.each([0, 11])('a depth of %i is refused', async (depth) => {
    const { errors } = await reading.run(walk(`ancestors(depth: ${depth})`), null, { id: claims[9] });
    expect(errors?.[0]?.message).toBe('depth is 1 to 10');
  });

  test('a hub of more than 500 is cut', async () => {
    const { database } = reading;
    const hub = (await reading.act(registerClaim, author, aClaim({ title: 'A hub of many' }))).id;
    // Written as acts would write them, without six hundred acts: a relationship's source has no place yet.
    const spoke = sql`lpad(n::text, 26, '0')`;
    await database.query(sql`insert into claim (id, author_id, title, claim, method, environment, artifact_url, artifact_sha256, created_at, changed_at)
      select 'clm_' || ${spoke}, ${author.memberId}, 'Spoke ' || n, 'c', 'm', 'e', 'https://example.org', repeat('a', 64), now(), now() from generate_series(1, 600) n`);
    await database.query(sql`insert into relationship (id, source_id, target_id, kind, n, created_at)
      select 'rel_' || ${spoke}, 'clm_' || ${spoke}, ${hub}, 'derives-from', 1, now() from generate_series(1, 600) n`);
    await database.query(
      sql`update claim set ordinal = 1000 + split_part(title, ' ', 2)::int where title like 'Spoke %'`,
    );
    const { claim } = await reading.read(walk('descendants(depth: 3)'), null, { id: hub });
    expect([claim.walk.nodes.length, claim.walk.edges.length, claim.walk.cut]).toEqual([500, 500, true]);
    await reading.act(withdrawClaim, author, { claimId: hub });
    const left = await reading.read(walk('ancestors'), null, { id: `clm_${'1'.padStart(26, '0')}` });
    expect(left.claim.walk).toEqual({ cut: false, nodes: [], edges: [] });
    await database.query(sql`update claim set hidden_at = now() where title like 'Spoke %'`);
  });
});

describe('who sees what', () => {
  const check = (id: string, as: Person | null) =>
    reading.read('query($id: ID!) { check(id: $id) { id state } node(id: $id) { id } }', as, { id });

  test('pending and rejected checks are their author’s and staff’s', async () => {
    const [pendingAuthor, rejectedAuthor] = checkers.slice(7);
    for (const [id, own, state] of [
      [pending, pendingAuthor, 'PENDING'],
      [rejected, rejectedAuthor, 'REJECTED'],
    ] as const) {
      for (const as of [null, author, other]) expect(await check(id, as)).toEqual({ check: null, node: null });
      for (const as of [own ?? null, administrator])
        expect(await check(id, as)).toEqual({ check: { id, state }, node: { id } });
    }
  });

  test('a claim’s list holds accepted checks only, for staff too', async () => {
    const { claim } = await reading.read(
      'query($id: ID!) { claim(id: $id) { checks { nodes { id } } checkCounts { accepted supports unresolved } } }',
      administrator,
      { id: claims[0] },
    );
    expect(claim.checks.nodes.map((one: { id: string }) => one.id)).toEqual(checks);
    expect(claim.checkCounts).toEqual({ accepted: 7, supports: 6, unresolved: 1 });
  });

  test('a hidden claim with all that hangs on it is its author’s and staff’s', async () => {
    const { act } = reading;
    const { id } = await act(registerClaim, author, aClaim({ title: 'To be hidden' }));
    const younger = (await act(registerClaim, author, aClaim({ relationships: [{ targetId: id, kind: 'narrows' }] })))
      .id;
    const [checker] = checkers;
    const checkId = (await act(submitCheck, checker as Person, aCheck(id))).id;
    const reviewId = (await act(reviewCheck, administrator, aReview(checkId))).id;
    await act(moderateClaim, administrator, { claimId: id, state: 'hidden', reason: aReason });
    const query = 'query($ids: [ID!]!) { nodes(ids: $ids) { __typename } }';
    const seen = async (as: Person | null) =>
      (await reading.read(query, as, { ids: [id, checkId, reviewId] })).nodes.map((one: object | null) => one !== null);
    expect(await seen(null)).toEqual([false, false, false]);
    expect(await seen(other)).toEqual([false, false, false]);
    expect(await seen(author)).toEqual([true, true, true]);
    expect(await seen(administrator)).toEqual([true, true, true]);
    expect(await seen(checker as Person)).toEqual([false, true, true]);
    const { check: own } = await reading.read('query($id: ID!) { check(id: $id) { claimId claim { id } } }', checker, {
      id: checkId,
    });
    expect(own).toEqual({ claimId: id, claim: null });
    for (const as of [null, author]) {
      const { claim } = await reading.read(
        'query($id: ID!) { claim(id: $id) { lineage { outgoing { id } } predictions { count } } }',
        as,
        { id: younger },
      );
      expect(claim).toEqual({ lineage: { outgoing: [] }, predictions: { count: 0 } });
    }
    await act(withdrawClaim, author, { claimId: younger });
  });

  test('a forecast is seen by nobody else', async () => {
    const { act } = reading;
    const subject = claims[3] ?? '';
    const { id } = await act(predictClaim, other, { claimId: subject, probability: 0.654321 });
    const query =
      'query($id: ID!, $own: ID!) { claim(id: $id) { predictions { open closedBecause count own { id probability } } } node(id: $own) { id } }';
    const seen = (as: Person | null) => reading.read(query, as, { id: subject, own: id });
    expect(await seen(other)).toEqual({
      claim: { predictions: { open: true, closedBecause: null, count: 1, own: { id, probability: 0.654321 } } },
      node: { id },
    });
    for (const as of [null, author, administrator])
      expect(await seen(as)).toEqual({
        claim: { predictions: { open: true, closedBecause: null, count: 1, own: null } },
        node: null,
      });
  });

  test('a token without the read scope reads as a visitor', async () => {
    const writer = await person(reading.database);
    await reading.database.query(
      sql`insert into token (id, member_id, hash, label, scopes, created_at) values (${`tok_${'0'.repeat(25)}1`}, ${writer.memberId}, sha256(${'mk_'.padEnd(46, 'w')}::bytea), '', '{write}', institution_now())`,
    );
    const as = { ...writer, token: 'mk_'.padEnd(46, 'w') };
    const { errors } = await reading.run('{ viewer { handle } }', as);
    expect(errors?.[0]?.originalError).toMatchObject({ code: 'scope.missing' });
    expect(titles(await reading.read('{ claims(first: 1) { nodes { title } } }', as))).toEqual(['Claim 0']);
  });

  test('what is for staff is refused to others', async () => {
    const query =
      '{ staff { reviewQueue { nodes { id disclosure { modelKey } } } members(first: 2) { nodes { handle operator } pageInfo { hasNextPage } } audit(last: 1) { nodes { act subject actor } } } }';
    for (const [as, code] of [
      [null, 'auth.required'],
      [author, 'role.required'],
    ] as const) {
      const { data, errors } = await reading.run(query, as);
      expect(data).toEqual({ staff: null });
      expect(errors?.[0]?.originalError).toMatchObject({ code });
    }
    const { staff } = await reading.read(query, administrator);
    expect(staff.reviewQueue.nodes).toEqual([{ id: pending, disclosure: { modelKey: 'Model-A 1.0' } }]);
    expect(staff.members).toEqual({
      nodes: [
        { handle: 'author', operator: 'author' },
        { handle: 'other', operator: 'other' },
      ],
      pageInfo: { hasNextPage: true },
    });
    expect(staff.audit.nodes[0].actor).toBe(administrator.handle);
  });

  test('who stands behind a check is for staff', async () => {
    const query = 'query($id: ID!) { check(id: $id) { operators { checker claimant same } } }';
    const seen = async (as: Person | null) => (await reading.read(query, as, { id: checks[0] })).check.operators;
    for (const as of [null, other, checkers[0] ?? null]) expect(await seen(as)).toBeNull();
    expect(await seen(administrator)).toEqual({ checker: checkers[0]?.handle, claimant: 'other', same: false });
  });

  test('the caller’s own account', async () => {
    const query =
      '{ viewer { handle role approved state operator tokens { edges { cursor node { label holder scopes } } } agents { nodes { handle } } claims(last: 1) { nodes { title state } } checks { nodes { id state } } predictions { nodes { probability } } credits { balance ledger { nodes { amount kind about } } } } }';
    expect(await reading.read(query)).toEqual({ viewer: null });
    const checker = checkers[1] as Person;
    const agent = await person(reading.database, { operator: checker, handle: 'an-agent' });
    const { viewer } = await reading.read(query, checker);
    expect(viewer).toMatchObject({
      handle: checker.handle,
      role: 'MEMBER',
      operator: null,
      agents: { nodes: [{ handle: 'an-agent' }] },
      checks: { nodes: [{ id: checks[1], state: 'ACCEPTED' }] },
      credits: { balance: 10, ledger: { nodes: [{ amount: 10, kind: 'CHECK_ACCEPTED', about: checks[1] }] } },
    });
    expect(viewer.tokens.edges.map((one: { node: { holder: string } }) => one.node.holder)).toEqual([
      checker.handle,
      'an-agent',
    ]);
    expect((await reading.read(query, agent)).viewer).toMatchObject({
      operator: checker.handle,
      agents: { nodes: [] },
    });
    expect((await reading.read(query, other)).viewer.predictions).toEqual({ nodes: [{ probability: 0.654321 }] });
  });
});

test('calibration comes in one statement with its page of members', async () => {
  const query =
    '{ calibration { site { n claims meanBrier } bands { from to n meanProbability observedRate } members(first: 5) { nodes { handle } pageInfo { hasNextPage } } notes } }';
  const count = await reading.statements(async () => {
    const { calibration } = await reading.read(query);
    expect(calibration.site).toEqual({ n: 0, claims: 0, meanBrier: null });
    expect(calibration.bands).toHaveLength(5);
  });
  expect(count).toBe(1);
});
