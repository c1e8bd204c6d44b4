import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { openInstitution, testOrigin } from '#test/kit/api.ts';
import { type Client, openClient } from '#test/kit/client.ts';
import { type Person, person } from '#test/kit/people.ts';
import { aReason } from '#test/kit/samples.ts';
import { refusedAlike } from '../doors.ts';
import { type Act, acting } from '../graphql/act.ts';

let client: Client;
let act: Act;
let author: Person;
let invited: Person;
let stranger: Person;
let moderator: Person;

beforeAll(async () => {
  const { address, database } = await openInstitution();
  client = await openClient(address);
  act = acting(client);
  [author, invited, stranger] = [await person(database), await person(database), await person(database)];
  moderator = await person(database, { role: 'moderator' });
});

const body = 'What a rerun of the published script shows on other machines.';
const open = (change: object = {}, as = author) =>
  client.post('/threads', { title: 'Reruns of the script', visibility: 'public', ...change }, { as });
const openRestricted = async () => (await open({ visibility: 'restricted', members: [invited.handle] })).body.thread;
const post = async (threadId: string, as = author) =>
  (await client.post(`/threads/${threadId}/posts`, { body }, { as })).body.post;
const moderation = (state: 'hidden' | 'active') => ({ state, reason: aReason });
const threadsSeen = async (as?: Person) =>
  (await client.get('/threads', { as })).body.threads.map(({ id }: { id: string }) => id);

test('a public thread and its posts are there for everyone, in order and in pages', async () => {
  const made = await client.post('/threads', { title: 'Reruns of it', visibility: 'public' }, { as: author, key: 't' });
  const { thread } = made.body;
  expect([made.status, made.headers.location]).toEqual([201, `${testOrigin}/api/community/threads/${thread.id}`]);
  expect(made.body).toEqual({
    version: '1.0.0',
    thread: {
      id: expect.stringMatching(/^thr_/),
      url: `${testOrigin}/threads/${thread.id}`,
      title: 'Reruns of it',
      visibility: 'public',
      state: 'active',
      author: { handle: author.handle, kind: 'human' },
      createdAt: expect.any(String),
      members: [],
    },
  });
  const again = await client.post(
    '/threads',
    { title: 'Reruns of it', visibility: 'public' },
    { as: author, key: 't' },
  );
  expect([again.headers['idempotent-replayed'], again.body]).toEqual(['true', made.body]);

  const first = await client.post(`/threads/${thread.id}/posts`, { body }, { as: stranger });
  expect(first.status).toBe(201);
  expect(first.body).toEqual({
    version: '1.0.0',
    post: {
      id: expect.stringMatching(/^pst_/),
      url: `${testOrigin}/threads/${thread.id}#${first.body.post.id}`,
      threadId: thread.id,
      body,
      author: { handle: stranger.handle, kind: 'human' },
      state: 'active',
      createdAt: expect.any(String),
    },
  });
  const posts = [first.body.post, await post(thread.id), await post(thread.id)];
  expect((await client.get(`/threads/${thread.id}`)).body).toEqual({
    version: '1.0.0',
    thread,
    posts,
    nextCursor: null,
  });
  const paged: unknown[] = [];
  for (let after: number | null = 0; after !== null; ) {
    const page = await client.get(`/threads/${thread.id}?after=${after}&limit=2`);
    paged.push(...page.body.posts);
    after = page.body.nextCursor;
  }
  expect(paged).toEqual(posts);
  expect((await client.get(`/threads/${thread.id}?after=1.5`)).body.code).toBe('cursor.invalid');
  expect((await client.get('/threads')).body).toEqual({ version: '1.0.0', threads: [thread], nextCursor: null });
});

test('a restricted thread exists for its author, those it names and staff only', async () => {
  const thread = await openRestricted();
  expect(thread).toMatchObject({ visibility: 'restricted', members: [invited.handle] });
  const written = await post(thread.id, invited);
  for (const as of [author, invited, moderator]) {
    expect(await threadsSeen(as)).toContain(thread.id);
    expect((await client.get(`/threads/${thread.id}`, { as })).body).toMatchObject({ thread, posts: [written] });
  }
  for (const as of [undefined, stranger]) {
    expect(await threadsSeen(as)).not.toContain(thread.id);
    expect((await client.get(`/threads/${thread.id}`, { as })).body.code).toBe('not_found');
  }
  expect(
    refusedAlike(
      await client.post(`/threads/${thread.id}/posts`, { body }, { as: stranger }),
      await act('writePost', 'replayed', stranger, { threadId: thread.id, body }, randomUUID()),
    ),
  ).toMatchObject({ status: 404, code: 'not_found' });
  expect((await client.patch(`/posts/${written.id}`, { state: 'withdrawn' }, { as: stranger })).body.code).toBe(
    'not_found',
  );
  expect((await client.patch(`/threads/${thread.id}`, { state: 'withdrawn' }, { as: stranger })).body.code).toBe(
    'not_found',
  );
});

test('authors withdraw, staff hide and bring back, with the refusals of GraphQL', async () => {
  const { id: threadId } = (await open()).body.thread;
  const written = await post(threadId);
  const postId = written.id;
  const patchPost = (as: Person, change: object) => client.patch(`/posts/${postId}`, change, { as });
  const patchThread = (as: Person, change: object) => client.patch(`/threads/${threadId}`, change, { as });
  const inGraphql = { state: 'HIDDEN', reason: aReason };
  const shown = async (as?: Person) =>
    (await client.get(`/threads/${threadId}`, { as })).body.posts.map(({ id }: { id: string }) => id);

  expect(
    refusedAlike(
      await patchPost(stranger, { state: 'withdrawn' }),
      await act('withdrawPost', 'post { id }', stranger, { postId }),
    ),
  ).toMatchObject({ status: 403, code: 'post.not_author' });
  expect(
    refusedAlike(
      await patchPost(author, moderation('hidden')),
      await act('moderatePost', 'post { id }', author, { postId, ...inGraphql }),
    ),
  ).toMatchObject({ status: 403, code: 'role.required' });
  expect((await patchPost(moderator, { state: 'hidden' })).body.errors[0].field).toBe('reason');
  const hidden = await patchPost(moderator, moderation('hidden'));
  expect([hidden.status, hidden.body.post]).toEqual([200, { ...written, state: 'hidden' }]);
  expect(await shown()).toEqual([]);
  expect(
    refusedAlike(
      await patchPost(moderator, moderation('hidden')),
      await act('moderatePost', 'post { id }', moderator, { postId, ...inGraphql }),
    ),
  ).toMatchObject({ status: 409, code: 'thread.state_unchanged' });
  expect((await patchPost(moderator, moderation('active'))).body.post.state).toBe('active');
  expect(await shown()).toEqual([postId]);
  expect((await patchPost(author, { state: 'withdrawn' })).body.post.state).toBe('withdrawn');
  expect(await shown()).toEqual([]);
  expect((await patchPost(author, { state: 'withdrawn' })).body.code).toBe('thread.state_unchanged');

  expect(
    refusedAlike(
      await patchThread(stranger, { state: 'withdrawn' }),
      await act('withdrawThread', 'thread { id }', stranger, { threadId }),
    ),
  ).toMatchObject({ status: 403, code: 'thread.not_author' });
  expect((await patchThread(moderator, moderation('hidden'))).body.thread.state).toBe('hidden');
  expect((await client.get(`/threads/${threadId}`)).status).toBe(404);
  expect((await client.get(`/threads/${threadId}`, { as: author })).body.thread.state).toBe('hidden');
  expect(
    refusedAlike(
      await client.post(`/threads/${threadId}/posts`, { body }, { as: author }),
      await act('writePost', 'replayed', author, { threadId, body }, randomUUID()),
    ),
  ).toMatchObject({ status: 409, code: 'thread.not_active' });
  expect((await patchThread(moderator, moderation('active'))).body.thread.state).toBe('active');
  expect((await patchThread(author, { state: 'withdrawn' })).body.thread.state).toBe('withdrawn');
  expect((await client.get(`/threads/${threadId}`)).status).toBe(404);
  expect(await threadsSeen()).not.toContain(threadId);
});

test('input is refused by field', async () => {
  for (const [change, field] of [
    [{ title: 'Four' }, 'title'],
    [{ visibility: 'secret' }, 'visibility'],
    [{ members: [invited.handle] }, 'members'],
    [{ visibility: 'restricted', members: ['nobody-here'] }, 'members[0]'],
  ] as const) {
    const refused = await open(change);
    expect([refused.status, refused.body.code, refused.body.errors[0].field]).toEqual([400, 'input.invalid', field]);
  }
  expect((await client.post('/threads', { title: 'Reruns of it' }, { as: author })).body.errors[0].field).toBe(
    'visibility',
  );
  const { id } = (await open()).body.thread;
  const short = await client.post(`/threads/${id}/posts`, { body: 'Short.' }, { as: author });
  expect([short.status, short.body.errors[0].field]).toEqual([400, 'body']);
  const elsewhere = await client.post(`/threads/${id}/posts`, { body, threadId: id }, { as: author });
  expect([elsewhere.status, elsewhere.body.code]).toEqual([400, 'input.unknown_field']);
  expect((await client.post('/threads/x/posts', { body }, { as: author })).body.code).toBe('not_found');
  expect((await client.get('/threads/x')).body.code).toBe('not_found');
});

test('my-export holds the caller’s own posts, those in restricted threads too, and nobody else’s words', async () => {
  const [writer, thread] = [invited, await openRestricted()];
  const own = await post(thread.id, writer);
  await post(thread.id, author);
  await client.patch(`/posts/${own.id}`, moderation('hidden'), { as: moderator });
  const { status, headers, body: all } = await client.get('/my-export', { as: writer });
  expect([status, headers['cache-control']]).toEqual([200, 'private, no-store']);
  expect(all.posts.at(-1)).toEqual({
    id: own.id,
    threadId: thread.id,
    visibility: 'restricted',
    state: 'hidden',
    body,
    createdAt: own.createdAt,
  });
  expect(all.notes).toEqual([expect.stringContaining('no backup')]);
  const paged: unknown[] = [];
  for (let after: number | null = 0; after !== null; ) {
    const page = await client.get(`/my-export?limit=1&after=${after}`, { as: writer });
    paged.push(...page.body.posts);
    after = page.body.nextCursor;
  }
  expect(paged).toEqual(all.posts);
  expect(all.posts).toHaveLength(2);
  expect((await client.get('/my-export', { as: moderator })).body.posts).toEqual([]);
  expect((await client.get('/my-export')).body.code).toBe('auth.required');
});

test('a cursor says when a thread or post was made, and not how many there are that others read', async () => {
  const moment = (cursor: number) => Math.abs(cursor / 1000 - Date.now());
  await openRestricted();
  const { thread } = (await open()).body;
  await open();
  await post(thread.id);
  await post(thread.id);
  const [threads, posts] = [await client.get('/threads?limit=1'), await client.get(`/threads/${thread.id}?limit=1`)];
  expect(moment(threads.body.nextCursor)).toBeLessThan(600_000);
  expect(moment(posts.body.nextCursor)).toBeLessThan(600_000);
});
