import { graphql } from '../../document.ts';
import { refusalFields } from '../../rest/refusal.ts';
import { ActForm, Lines } from '../forms/fields.tsx';
import { form } from '../forms/form.ts';
import { after } from '../notices.ts';
import { page } from '../page.ts';
import { Badge } from '../parts/badges.tsx';
import { Empty, Handle, Section, Time, Title, Words } from '../parts/facts.tsx';
import { Pager, pageOf } from '../parts/pager.tsx';

const row = graphql(`
  fragment ThreadRow on Thread { id title visibility state createdAt author { handle kind } }
`);

export const threads = page({
  path: '/threads',
  document: graphql(
    `query ThreadsPage($first: Int!, $after: String) {
      threads(first: $first, after: $after) { nodes { ...ThreadRow } pageInfo { hasNextPage endCursor } }
    }`,
    [row],
  ),
  variables: (asked) => pageOf(asked, 'threads'),
  show: ({ threads: list }, asked) => ({
    title: 'Threads',
    description: 'Public discussions about the record.',
    json: '/api/community/threads',
    body: (
      <>
        <div class="title-row">
          <h1>Threads</h1>
          {asked.viewer ? (
            <a class="button main" href="/threads/new">
              Open a thread
            </a>
          ) : null}
        </div>
        <p class="lead">Discussion beside the record. What is said here is no evidence; claims and checks are.</p>
        {list.nodes.length === 0 ? <Empty>No thread is open yet.</Empty> : null}
        <ol class="cards">
          {list.nodes.map((one) => (
            <li class="card">
              {one.visibility === 'RESTRICTED' || one.state !== 'ACTIVE' ? (
                <span class="badges">
                  {one.visibility === 'RESTRICTED' ? <Badge of="RESTRICTED" /> : null}
                  {one.state === 'ACTIVE' ? null : <Badge of={one.state} />}
                </span>
              ) : null}
              <h2 class="card-title">
                <a href={`/threads/${one.id}`}>
                  <Title text={one.title} />
                </a>
              </h2>
              <p class="meta">
                <Handle of={one.author} /> · <Time at={one.createdAt} date />
              </p>
            </li>
          ))}
        </ol>
        <Pager asked={asked} list="threads" info={list.pageInfo} />
      </>
    ),
  }),
});

const write = form({
  name: 'post',
  document: graphql(
    `mutation PostForm($key: String!, $input: WritePostInput!) {
      done: writePost(idempotencyKey: $key, input: $input) {
        ... on WritePostPayload { replayed post { id threadId } }
        ...RefusalFields
      }
    }`,
    [refusalFields],
  ),
  given: ({ params }) => ({ threadId: params.id }),
  done: ({ post }) => after(`/threads/${post.threadId}#${post.id}`, 'posted'),
});

const withdrawPost = form({
  name: 'withdraw-post',
  document: graphql(
    `mutation WithdrawPostForm($input: WithdrawPostInput!) {
      done: withdrawPost(input: $input) { ... on WithdrawPostPayload { post { threadId } } ...RefusalFields }
    }`,
    [refusalFields],
  ),
  given: ({ of }) => ({ postId: of }),
  done: ({ post }) => after(`/threads/${post.threadId}`, 'withdrawn'),
});

const withdrawThread = form({
  name: 'withdraw',
  document: graphql(
    `mutation WithdrawThreadForm($input: WithdrawThreadInput!) {
      done: withdrawThread(input: $input) { ... on WithdrawThreadPayload { thread { id } } ...RefusalFields }
    }`,
    [refusalFields],
  ),
  given: ({ params }) => ({ threadId: params.id }),
  done: ({ thread }) => after(`/threads/${thread.id}`, 'withdrawn'),
});

export const thread = page({
  path: '/threads/:id',
  document: graphql(
    `query ThreadPage($id: ID!, $first: Int!, $after: String) {
      thread(id: $id) {
        ...ThreadRow
        members { handle kind }
        posts(first: $first, after: $after) {
          nodes { id body state createdAt author { handle kind } } pageInfo { hasNextPage endCursor }
        }
      }
    }`,
    [row],
  ),
  variables: (asked) => ({ id: asked.params.id ?? '', ...pageOf(asked, 'posts') }),
  forms: [write, withdrawPost, withdrawThread],
  show: ({ thread: shown }, asked) => {
    if (!shown) return null;
    const { viewer } = asked;
    const isStaff = viewer !== null && viewer.role !== 'member';
    return {
      title: shown.title,
      canonical: `/threads/${shown.id}`,
      json: `/api/community/threads/${shown.id}`,
      body: (
        <article>
          <header class="stack">
            <span class="badges">
              {shown.visibility === 'RESTRICTED' ? <Badge of="RESTRICTED" /> : null}
              {shown.state === 'ACTIVE' ? null : <Badge of={shown.state} />}
            </span>
            <h1>
              <Title text={shown.title} />
            </h1>
            <p class="meta">
              Opened by <Handle of={shown.author} /> on <Time at={shown.createdAt} />
            </p>
            {shown.visibility === 'RESTRICTED' ? (
              <p class="meta">
                It exists only for staff, its author and{' '}
                {shown.members.map((one, n) => (
                  <>
                    {n > 0 ? ', ' : ''}
                    <Handle of={one} />
                  </>
                ))}
                .
              </p>
            ) : null}
          </header>
          <Section id="posts" title="Posts">
            {shown.posts.nodes.length === 0 ? <Empty>Nobody has written here yet.</Empty> : null}
            <ol class="cards">
              {shown.posts.nodes.map((post) => (
                <li class="card" id={post.id}>
                  <p class="meta">
                    <Handle of={post.author} /> · <Time at={post.createdAt} />{' '}
                    {post.state === 'ACTIVE' ? null : <Badge of={post.state} />}
                  </p>
                  <Words text={post.body} />
                  {viewer?.handle === post.author.handle && post.state !== 'WITHDRAWN' ? (
                    <ActForm form={asked.form('withdraw-post', post.id)} submit="Withdraw this post" grave>
                      {null}
                    </ActForm>
                  ) : null}
                  {isStaff ? (
                    <p>
                      <a href={`/admin/institution/moderation?of=${post.id}`}>Moderate this post</a>
                    </p>
                  ) : null}
                </li>
              ))}
            </ol>
            <Pager asked={asked} list="posts" info={shown.posts.pageInfo} />
          </Section>
          {viewer && shown.state === 'ACTIVE' ? (
            <Section id="write" title="Write">
              <ActForm form={asked.form('post')} submit="Post">
                <Lines
                  form={asked.form('post')}
                  name="body"
                  label="Your post"
                  hint="20 to 4000 characters, plain text."
                />
              </ActForm>
            </Section>
          ) : null}
          {viewer?.handle === shown.author.handle && shown.state !== 'WITHDRAWN' ? (
            <details {...(asked.form('withdraw').refusal ? { open: true } : {})}>
              <summary>Withdraw this thread</summary>
              <ActForm form={asked.form('withdraw')} submit="Withdraw for good" grave>
                <p>The thread and all of its posts leave the public record.</p>
              </ActForm>
            </details>
          ) : null}
          {isStaff ? (
            <p>
              <a href={`/admin/institution/moderation?of=${shown.id}`}>Moderate this thread</a>
            </p>
          ) : null}
        </article>
      ),
    };
  },
});
