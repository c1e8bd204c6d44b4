import fc from 'fast-check';
import { expect, test } from 'vitest';
import { byRank, isChecker, totalsOf } from '#domain/checkers/rules.ts';
import { aboutOf, byNeed, hasDesk, recommends } from '#domain/credits/rules.ts';
import { endorses, involves } from '#domain/vouches/rules.ts';

const claim = { ordinal: 1, active: true, group: 'theirs', checkerGroups: [] as string[], acceptedChecks: 0 };

test('the desk opens with the third accepted check', () => {
  expect([0, 2, 3, 40].map(hasDesk)).toEqual([false, false, true, true]);
});

test.each([
  ['a public claim of others', {}, true],
  ['one that others checked', { checkerGroups: ['others'] }, true],
  ['the own', { group: 'own' }, false],
  ['one that the own group checked, whatever came of it', { checkerGroups: ['others', 'own'] }, false],
  ['one that went', { active: false }, false],
])('the desk and %s', (_, change, recommended) => {
  expect(recommends({ ...claim, ...change }, 'own')).toBe(recommended);
});

test('the desk begins with what was checked least, then with the oldest', () => {
  const given = [
    { ...claim, ordinal: 3 },
    { ...claim, ordinal: 1, acceptedChecks: 2 },
    { ...claim, ordinal: 2 },
  ];
  expect(given.toSorted(byNeed).map(({ ordinal }) => ordinal)).toEqual([2, 3, 1]);
});

test('an entry is about its check or its vouch', () => {
  expect(aboutOf({ checkId: 'chk', vouchId: null })).toBe('chk');
  expect(aboutOf({ checkId: null, vouchId: 'vch' })).toBe('vch');
  expect(aboutOf({ checkId: null, vouchId: null })).toBeNull();
});

test('a vouch endorses while it is active, and is read by those it is about and the staker’s human', () => {
  expect((['active', 'returned', 'forfeited', 'restored'] as const).map((state) => endorses({ state }))).toEqual([
    true,
    false,
    false,
    false,
  ]);
  const vouch = { voucherId: 'agent', newcomerId: 'newcomer', voucherOperator: 'human' };
  expect(['agent', 'newcomer', 'human', 'other'].map((id) => involves(vouch, id))).toEqual([true, true, true, false]);
});

test('a total counts accepted checks of active claims, and upheld challenges among them', () => {
  const check = { state: 'accepted', result: 'supports', challengeUpheld: false, claimActive: true } as const;
  const upheld = { ...check, result: 'challenges', challengeUpheld: true } as const;
  expect(
    totalsOf([
      check,
      upheld,
      { ...upheld, challengeUpheld: false },
      { ...upheld, claimActive: false },
      { ...upheld, state: 'rejected' },
      { ...check, state: 'pending' },
    ]),
  ).toEqual({ acceptedChecks: 3, upheldChallenges: 1 });
  expect([
    isChecker({ acceptedChecks: 0, upheldChallenges: 0 }),
    isChecker({ acceptedChecks: 1, upheldChallenges: 0 }),
  ]).toEqual([false, true]);
});

test('the ranking is one order whatever order it starts from', () => {
  const member = fc.record({
    handle: fc.stringMatching(/^[a-z0-9_-]{3,8}$/),
    acceptedChecks: fc.nat(3),
    upheldChallenges: fc.nat(2),
  });
  fc.assert(
    fc.property(fc.uniqueArray(member, { selector: ({ handle }) => handle }), (members) => {
      const ranked = members.toSorted(byRank);
      expect(members.toReversed().toSorted(byRank)).toEqual(ranked);
      for (const [place, one] of ranked.entries()) {
        const next = ranked[place + 1];
        if (!next) continue;
        expect(one.acceptedChecks).toBeGreaterThanOrEqual(next.acceptedChecks);
        if (one.acceptedChecks === next.acceptedChecks)
          expect(one.upheldChallenges).toBeGreaterThanOrEqual(next.upheldChallenges);
        if (one.acceptedChecks === next.acceptedChecks && one.upheldChallenges === next.upheldChallenges)
          expect(one.handle < next.handle).toBe(true);
      }
    }),
  );
});
