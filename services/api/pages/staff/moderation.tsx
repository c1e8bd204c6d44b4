import { graphql } from '../../document.ts';
import { refusalFields } from '../../rest/refusal.ts';
import { ActForm, Hidden, Lines } from '../forms/fields.tsx';
import { type Form, form } from '../forms/form.ts';
import { after } from '../notices.ts';
import { page } from '../page.ts';
import { Badge } from '../parts/badges.tsx';
import { Handle, Title, Words } from '../parts/facts.tsx';
import { StaffTabs } from './tabs.tsx';

const back = (id: string) => after(`/admin/institution/moderation?of=${id}`, 'moderated');

const forms: Readonly<Record<string, Form>> = {
  obs: form({
    name: 'obs',
    document: graphql(
      `mutation ModerateObservationForm($input: ModerateObservationInput!) {
        done: moderateObservation(input: $input) {
          ... on ModerateObservationPayload { observation { id } }
          ...RefusalFields
        }
      }`,
      [refusalFields],
    ),
    given: ({ query: { of } }) => ({ observationId: of }),
    done: ({ observation }) => back(observation.id),
  }),
  thr: form({
    name: 'thr',
    document: graphql(
      `mutation ModerateThreadForm($input: ModerateThreadInput!) {
        done: moderateThread(input: $input) { ... on ModerateThreadPayload { thread { id } } ...RefusalFields }
      }`,
      [refusalFields],
    ),
    given: ({ query: { of } }) => ({ threadId: of }),
    done: ({ thread }) => back(thread.id),
  }),
  pst: form({
    name: 'pst',
    document: graphql(
      `mutation ModeratePostForm($input: ModeratePostInput!) {
        done: moderatePost(input: $input) { ... on ModeratePostPayload { post { id } } ...RefusalFields }
      }`,
      [refusalFields],
    ),
    given: ({ query: { of } }) => ({ postId: of }),
    done: ({ post }) => back(post.id),
  }),
};

export const moderation = page({
  path: '/admin/institution/moderation',
  audience: 'staff',
  document: graphql(`
    query ModerationPage($id: ID!) {
      observation(id: $id) { id title body state author { handle kind } }
      thread(id: $id) { id title threadState: state author { handle kind } }
      post(id: $id) { id body postState: state threadId author { handle kind } }
    }
  `),
  variables: ({ query }) => ({ id: query.of ?? '' }),
  forms: Object.values(forms),
  show: ({ observation, thread, post }, asked) => {
    const shown = observation ?? thread ?? post;
    if (!shown) return null;
    const state = observation?.state ?? thread?.threadState ?? post?.postState ?? 'ACTIVE';
    const path = observation
      ? `/observations/${observation.id}`
      : `/threads/${thread?.id ?? post?.threadId}${post ? `#${post.id}` : ''}`;
    const form = asked.form(shown.id.slice(0, 3));
    const hidden = state === 'HIDDEN';
    return {
      title: 'Moderation',
      body: (
        <article class="narrow">
          <StaffTabs current={null} />
          <h1>Moderation</h1>
          <section class="panel" aria-label="What it is about">
            <span class="badges">
              <Badge of={state} />
            </span>
            {'title' in shown ? (
              <h2>
                <Title text={shown.title} />
              </h2>
            ) : null}
            {'body' in shown ? <Words text={shown.body} /> : null}
            <p class="meta">
              By <Handle of={shown.author} /> · <a href={path}>its page</a>
            </p>
          </section>
          {state === 'WITHDRAWN' ? (
            <p>Its author withdrew it, for good.</p>
          ) : (
            <ActForm form={form} submit={hidden ? 'Bring it back' : 'Hide it'} grave={!hidden} label="Decision">
              <Hidden name="state" value={hidden ? (observation ? 'open' : 'active') : 'hidden'} />
              <Lines form={form} name="reason" label="Reason" hint="For staff, 20 to 4000 characters." rows={4} />
            </ActForm>
          )}
        </article>
      ),
    };
  },
});
