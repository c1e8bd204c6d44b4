import { beforeAll, describe, expect, test } from 'vitest';
import { moderatePost, moderateThread } from '#domain/forum/moderate.ts';
import { openThread } from '#domain/forum/open-thread.ts';
import { writePost } from '#domain/forum/post.ts';
import { exportedPost, isPublicPost, type Reader, seesPost, seesThread, standingOf } from '#domain/forum/rules.ts';
import { withdrawPost, withdrawThread } from '#domain/forum/withdraw.ts';
import { sql } from '#prisma/database.ts';
import { endings } from '#test/kit/checkers.ts';
import { alsoOn, openInstitution, type TestInstitution } from '#test/kit/institution.ts';
import { type Person, person } from '#test/kit/people.ts';
import { aReason } from '#test/kit/samples.ts';

let institution: TestInstitution;
let author: Person;
let invited: Person;
let stranger: Person;
let moderator: Person;
beforeAll(async () => {
  institution = await openInstitution();
  [author, invited, stranger] = [
    await person(institution.database),
    await person(institution.database),
    await person(institution.database),
  ];
  moderator = await person(institution.database, { role: 'moderator' });
});

const body = 'What I have to say about the matter.';
const open = async (change: object = {}) =>
  (await institution.act(openThread, author, { title: 'Of the matter', visibility: 'public', ...change })).id;
const restricted = () => open({ visibility: 'restricted', members: [invited.handle.toUpperCase()] });
const post = async (threadId: string, who: Person) => (await institution.act(writePost, who, { threadId, body })).id;
const shown = async (...ids: string[]) => {
  const rows = await institution.database.query<{ id: string }>(
    sql`select record_id as id from publication where record_id = any (${ids}) and body is not null`,
  );
  return ids.map((id) => rows.some((row) => row.id === id));
};

describe('a public thread', () => {
  test('and its posts are published; posts name their thread', async () => {
    const thread = await open();
    const posts = [await post(thread, author), await post(thread, stranger)];
    expect(await shown(thread, ...posts)).toEqual([true, true, true]);
    const row = await institution.database.one<{ body: string }>(
      sql`select body from publication where record_id = ${posts[1]}`,
    );
    expect(JSON.parse(row.body)).toMatchObject({
      threadId: thread,
      body,
      author: { handle: stranger.handle },
      url: `${institution.origin}/threads/${thread}#${posts[1]}`,
    });
  });

  test('takes its posts along when it goes, and back, but not those that went by themselves', async () => {
    const thread = await open();
    const [kept, withdrawn, hidden] = [
      await post(thread, stranger),
      await post(thread, stranger),
      await post(thread, author),
    ];
    await institution.act(withdrawPost, stranger, { postId: withdrawn });
    await institution.act(moderatePost, moderator, { postId: hidden, state: 'hidden', reason: aReason });
    expect(await shown(thread, kept, withdrawn, hidden)).toEqual([true, true, false, false]);
    await institution.act(moderateThread, moderator, { threadId: thread, state: 'hidden', reason: aReason });
    expect(await shown(thread, kept, withdrawn, hidden)).toEqual([false, false, false, false]);
    expect(await institution.refused(writePost, stranger, { threadId: thread, body })).toBe('not_found');
    expect(await institution.refused(writePost, author, { threadId: thread, body })).toBe('thread.not_active');
    await institution.act(moderateThread, moderator, { threadId: thread, state: 'active', reason: aReason });
    expect(await shown(thread, kept, withdrawn, hidden)).toEqual([true, true, false, false]);
    await institution.act(withdrawThread, author, { threadId: thread });
    await institution.act(moderateThread, moderator, { threadId: thread, state: 'hidden', reason: aReason });
    await institution.act(moderateThread, moderator, { threadId: thread, state: 'active', reason: aReason });
    expect(await shown(thread, kept, withdrawn, hidden)).toEqual([false, false, false, false]);
  });

  test('names no members, and a restricted one only members there are', async () => {
    const title = 'Of the matter';
    expect(
      await institution.refused(openThread, author, { title, visibility: 'public', members: [invited.handle] }),
    ).toBe('input.invalid');
    expect(
      await institution.refused(openThread, author, { title, visibility: 'restricted', members: ['nobody-here'] }),
    ).toBe('input.invalid');
    expect(await institution.refused(openThread, author, { title, visibility: 'secret' })).toBe('input.invalid');
  });
});

describe('a restricted thread', () => {
  test('exists for whom it names and for staff, in every act, and is never published', async () => {
    const thread = await restricted();
    const own = await post(thread, author);
    const theirs = await post(thread, invited);
    await post(thread, moderator);
    expect(await institution.refused(writePost, stranger, { threadId: thread, body })).toBe('not_found');
    expect(await institution.refused(withdrawThread, stranger, { threadId: thread })).toBe('not_found');
    expect(await institution.refused(withdrawPost, stranger, { postId: own })).toBe('not_found');
    expect(await institution.refused(withdrawPost, invited, { postId: own })).toBe('post.not_author');
    expect(await institution.refused(withdrawThread, invited, { threadId: thread })).toBe('thread.not_author');
    await institution.act(moderatePost, moderator, { postId: theirs, state: 'hidden', reason: aReason });
    await institution.act(moderatePost, moderator, { postId: theirs, state: 'active', reason: aReason });
    await institution.act(moderateThread, moderator, { threadId: thread, state: 'hidden', reason: aReason });
    await institution.act(moderateThread, moderator, { threadId: thread, state: 'active', reason: aReason });
    const places = await institution.database.query(sql`select from publication where record_id = ${thread}
      or record_id in (select id from post where thread_id = ${thread})`);
    expect(places).toHaveLength(0);
  });
});

describe('taking away', () => {
  test('is the author’s, for good, even where the thread no longer shows', async () => {
    const thread = await open();
    const id = await post(thread, stranger);
    await institution.act(moderateThread, moderator, { threadId: thread, state: 'hidden', reason: aReason });
    await institution.act(withdrawPost, stranger, { postId: id });
    expect(await institution.refused(withdrawPost, stranger, { postId: id })).toBe('thread.state_unchanged');
    await institution.act(moderateThread, moderator, { threadId: thread, state: 'active', reason: aReason });
    expect(await shown(thread, id)).toEqual([true, false]);
  });

  test('is staff’s with a reason, each act under its own name', async () => {
    const thread = await open();
    const id = await post(thread, author);
    expect(await institution.refused(moderatePost, stranger, { postId: id, state: 'hidden', reason: aReason })).toBe(
      'role.required',
    );
    expect(await institution.refused(moderatePost, moderator, { postId: id, state: 'hidden' })).toBe('input.invalid');
    expect(await institution.refused(moderatePost, moderator, { postId: id, state: 'active', reason: aReason })).toBe(
      'thread.state_unchanged',
    );
    await institution.act(moderatePost, moderator, { postId: id, state: 'hidden', reason: aReason });
    await institution.act(moderateThread, moderator, { threadId: thread, state: 'hidden', reason: aReason });
    const audit = await institution.database.query(
      sql`select act, reason from audit_entry where subject in (${thread}, ${id}) order by seq`,
    );
    expect(audit).toEqual([
      { act: 'hide_post', reason: aReason },
      { act: 'hide_thread', reason: aReason },
    ]);
  });

  test('of a thread while many post in it: no post of a hidden thread stays public', async () => {
    const other = alsoOn(institution, { connections: 8 });
    for (let round = 0; round < 8; round++) {
      const thread = await open();
      const writing = Array.from({ length: 8 }, (_, n) =>
        (n % 2 ? institution : other).act(writePost, n % 3 ? stranger : invited, { threadId: thread, body }),
      );
      const hiding = institution.act(moderateThread, moderator, { threadId: thread, state: 'hidden', reason: aReason });
      const ended = await endings([...writing, hiding]);
      expect(ended.at(-1)).toBe('done');
      const left = await institution.database.query(
        sql`select from publication where body is not null and record_id in (select id from post where thread_id = ${thread})`,
      );
      expect(left).toHaveLength(0);
    }
  });
});

describe('who sees what', () => {
  const member = (id: string): Reader => ({ id, role: 'member' });
  const readers: Reader[] = [null, member('other'), member('author'), { id: 'staff', role: 'administrator' }];
  const standing = { authorId: 'author', withdrawn: false, hidden: false };
  const thread = { ...standing, visibility: 'public' as const, invited: false };

  test.each([
    ['a public thread', thread, [true, true, true, true]],
    ['a restricted one', { ...thread, visibility: 'restricted' as const }, [false, false, true, true]],
    [
      'a restricted one that names the reader',
      { ...thread, visibility: 'restricted' as const, invited: true },
      [false, true, true, true],
    ],
    [
      'a hidden one that names the reader',
      { ...thread, visibility: 'restricted' as const, invited: true, hidden: true },
      [false, false, true, true],
    ],
    ['a withdrawn one', { ...thread, withdrawn: true }, [false, false, true, true]],
  ])('%s', (_, one, seen) => {
    expect(readers.map((reader) => seesThread(one, reader))).toEqual(seen);
  });

  test('a post, with its thread or by its author and staff', () => {
    const own = { authorId: 'other', withdrawn: false, hidden: false };
    const seen = (post: typeof own, where: typeof thread) => readers.map((reader) => seesPost(post, where, reader));
    expect(seen(own, thread)).toEqual([true, true, true, true]);
    expect(seen({ ...own, hidden: true }, thread)).toEqual([false, true, false, true]);
    expect(seen(own, { ...thread, hidden: true })).toEqual([false, true, true, true]);
    expect([
      isPublicPost(own, thread),
      isPublicPost(own, { ...thread, hidden: true }),
      isPublicPost({ ...own, withdrawn: true }, thread),
    ]).toEqual([true, false, false]);
  });

  test('an export holds the own words and where they stand, nobody else’s', () => {
    const createdAt = new Date('2027-01-01T00:00:00.000Z');
    const post = {
      authorId: 'author',
      withdrawn: false,
      hidden: true,
      id: 'pst_1',
      threadId: 'thr_1',
      body,
      createdAt,
    };
    expect(exportedPost(post, 'restricted')).toEqual({
      id: 'pst_1',
      threadId: 'thr_1',
      visibility: 'restricted',
      state: 'hidden',
      body,
      createdAt: '2027-01-01T00:00:00.000Z',
    });
    expect(standingOf({ ...post, withdrawn: true })).toBe('withdrawn');
  });
});
