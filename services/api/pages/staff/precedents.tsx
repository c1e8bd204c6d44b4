import { graphql } from '../../document.ts';
import { refusalFields } from '../../rest/refusal.ts';
import { ActForm, Choice, Line, Lines, Tick } from '../forms/fields.tsx';
import { form } from '../forms/form.ts';
import { after } from '../notices.ts';
import { page } from '../page.ts';
import { Badge } from '../parts/badges.tsx';
import { Caveat } from '../parts/caveat.tsx';
import { Empty, Section, Time, Words } from '../parts/facts.tsx';
import { Earlier, newestOf } from '../parts/pager.tsx';
import { StaffTabs } from './tabs.tsx';

const publish = form({
  name: 'publish',
  document: graphql(
    `mutation PublishPrecedentForm($key: String!, $input: PublishPrecedentInput!) {
      done: publishPrecedent(idempotencyKey: $key, input: $input) {
        ... on PublishPrecedentPayload { replayed precedent { id } }
        ...RefusalFields
      }
    }`,
    [refusalFields],
  ),
  done: ({ precedent }) => after(`/precedents/${precedent.id}`, 'published'),
});

const withdraw = form({
  name: 'withdraw',
  document: graphql(
    `mutation WithdrawPrecedentForm($input: WithdrawPrecedentInput!) {
      done: withdrawPrecedent(input: $input) {
        ... on WithdrawPrecedentPayload { precedent { id } }
        ...RefusalFields
      }
    }`,
    [refusalFields],
  ),
  given: ({ of }) => ({ precedentId: of }),
  done: () => after('/admin/institution/precedents', 'withdrawn'),
});

export const precedentsForStaff = page({
  path: '/admin/institution/precedents',
  audience: 'staff',
  document: graphql(`
    query PrecedentsForStaffPage($last: Int!, $before: String) {
      precedents(last: $last, before: $before) {
        nodes { id situation state publishedAt sourceCaseReference } pageInfo { hasPreviousPage startCursor }
      }
    }
  `),
  variables: (asked) => newestOf(asked),
  forms: [publish, withdraw],
  show: ({ precedents: { nodes, pageInfo } }, asked) => {
    const state = asked.form('publish');
    const isAdministrator = asked.viewer?.role === 'administrator';
    const names = state.refusal?.code === 'precedent.names_member';
    return {
      title: 'Precedents, for staff',
      body: (
        <article>
          <h1>Precedents</h1>
          <StaffTabs current="/admin/institution/precedents" />
          <Caveat of={['precedent']} />
          <Section id="new" title="Publish one">
            {isAdministrator ? (
              <ActForm form={state} submit="Publish it" label="Precedent">
                <p>
                  Addresses, telephone numbers, links and handles are refused where they stand; what identifies someone
                  indirectly only you can see.
                </p>
                <Lines form={state} name="situation" label="Situation" hint="What happened, 20 to 4000 characters." />
                <Lines
                  form={state}
                  name="decision"
                  label="Decision"
                  hint="What was decided, 20 to 4000 characters."
                  rows={3}
                />
                <Lines form={state} name="reasons" label="Reasons" hint="Why, 20 to 4000 characters." />
                <Line
                  form={state}
                  name="ruleIds"
                  label="Rules"
                  hint={
                    <>
                      Their ids from <a href="/terms#rules">the rules</a>, with spaces between them, such as
                      checks.review.
                    </>
                  }
                />
                <Line
                  form={state}
                  name="sourceCaseReference"
                  label="Source case"
                  hint="Where staff find it; never public. 1 to 200 characters."
                />
                <Tick
                  form={state}
                  name="manualReviewConfirmed"
                  label="I have read it for indirect identifying details as well."
                  required
                />
                {names ? (
                  <Tick
                    form={state}
                    name="namesConfirmed"
                    label="The words that equal a member’s handle do not mean that member."
                  />
                ) : null}
              </ActForm>
            ) : (
              <p class="warning">Precedents are published by administrators.</p>
            )}
          </Section>
          <Section id="published" title="Newest first">
            {nodes.length === 0 ? <Empty>None is published yet.</Empty> : null}
            <ol class="cards">
              {nodes.toReversed().map((one) => {
                const forWithdraw = asked.form('withdraw', one.id);
                return (
                  <li class="card">
                    <p>
                      <Badge of={one.state} />{' '}
                      <a href={`/precedents/${one.id}`}>
                        Precedent of <Time at={one.publishedAt} />
                      </a>
                    </p>
                    {one.situation ? <Words text={one.situation} /> : null}
                    {one.sourceCaseReference ? (
                      <p class="meta">
                        Source case: <bdi>{one.sourceCaseReference}</bdi>
                      </p>
                    ) : null}
                    {isAdministrator && one.state === 'PUBLISHED' ? (
                      <ActForm form={forWithdraw} submit="Withdraw for good" grave label="Withdraw">
                        <Choice
                          form={forWithdraw}
                          name="cause"
                          label="Withdraw it for"
                          options={[
                            { value: 'privacy', label: 'Privacy' },
                            { value: 'correction', label: 'Correction' },
                          ]}
                        />
                      </ActForm>
                    ) : null}
                  </li>
                );
              })}
            </ol>
            <Earlier asked={asked} info={pageInfo} />
          </Section>
        </article>
      ),
    };
  },
});
