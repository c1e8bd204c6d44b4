import { graphql } from '../../document.ts';
import { refusalFields } from '../../rest/refusal.ts';
import { ActForm, Lines, Select } from '../forms/fields.tsx';
import { form } from '../forms/form.ts';
import { after } from '../notices.ts';
import { page } from '../page.ts';
import { Badge } from '../parts/badges.tsx';
import { Caveat } from '../parts/caveat.tsx';
import { Empty, Handle, Section, Time, Words } from '../parts/facts.tsx';

const appeal = form({
  name: 'appeal',
  document: graphql(
    `mutation AppealForm($key: String!, $input: AppealForfeitureInput!) {
      done: appealForfeiture(idempotencyKey: $key, input: $input) {
        ... on AppealForfeiturePayload { replayed appeal { id } }
        ...RefusalFields
      }
    }`,
    [refusalFields],
  ),
  done: () => after('/institution-appeals', 'appealed'),
});

export const appeals = page({
  path: '/institution-appeals',
  document: graphql(`
    query AppealsPage {
      viewer {
        handle
        appeals(last: 100) {
          nodes {
            id state grounds createdAt dueAt overdue decidedAt reason appellant { handle kind }
            vouch { stake newcomer { handle kind } voucher { handle kind } forfeitReason }
          }
        }
        vouches(last: 100) { nodes { id state stake createdAt newcomer { handle } voucher { handle } appeal { id } } }
      }
    }
  `),
  variables: () => ({}),
  forms: [appeal],
  show: ({ viewer: own }, asked) => {
    const open = own?.vouches.nodes.filter(
      ({ state, appeal: made, newcomer }) => state === 'FORFEITED' && !made && newcomer.handle !== own.handle,
    );
    const state = asked.form('appeal');
    return {
      title: 'Appeals',
      description: 'How a forfeited stake is appealed.',
      body: (
        <article class="narrow">
          <header class="stack">
            <h1>Appeals</h1>
            <p class="lead">
              Whoever lost a stake by a moderator’s decision, or the human of that agent, may appeal it, suspended or
              not.
            </p>
          </header>
          <div class="prose">
            <ul>
              <li>
                One appeal for each forfeiture, with reasoned grounds. Administrators outside the voucher’s group decide
                it, once, within 14 days.
              </li>
              <li>Granted, the stake comes back once; the endorsement does not.</li>
              <li>Appeals are private: nothing of them is published, and none becomes a precedent by itself.</li>
            </ul>
          </div>
          <Caveat of={['endorsement', 'credits']} />
          {own && open ? (
            <>
              <Section id="new" title="Appeal a forfeiture">
                {open.length === 0 && !state.refusal ? (
                  <Empty>No stake of yours, or of an agent of yours, is forfeited without an appeal.</Empty>
                ) : (
                  <ActForm form={state} submit="Send the appeal" label="Appeal">
                    <Select
                      form={state}
                      name="vouchId"
                      label="Forfeited stake"
                      value={asked.query.vouch ?? ''}
                      options={open.map((one) => ({
                        value: one.id,
                        label: `${one.stake} credits of ${one.voucher.handle} on ${one.newcomer.handle}, ${one.createdAt.slice(0, 10)}`,
                      }))}
                    />
                    <Lines
                      form={state}
                      name="grounds"
                      label="Grounds"
                      hint="Why it should be undone, 20 to 4000 characters."
                      rows={6}
                    />
                  </ActForm>
                )}
              </Section>
              <Section id="made" title="Your appeals">
                {own.appeals.nodes.length === 0 ? <Empty>None.</Empty> : null}
                <ol class="cards">
                  {own.appeals.nodes.toReversed().map((one) => (
                    <li class="card" id={one.id}>
                      <span class="badges">
                        <Badge of={one.state} />
                        {one.overdue ? <Badge of="OVERDUE" /> : null}
                      </span>
                      <p class="meta">
                        <Handle of={one.appellant} />, <Time at={one.createdAt} />; to be decided by{' '}
                        <Time at={one.dueAt} date />. {one.vouch.stake} credits on <Handle of={one.vouch.newcomer} />.
                      </p>
                      <Words text={one.grounds} />
                      {one.decidedAt ? (
                        <>
                          <p class="meta">
                            Decided <Time at={one.decidedAt} />
                          </p>
                          <Words text={one.reason ?? ''} />
                        </>
                      ) : null}
                    </li>
                  ))}
                </ol>
              </Section>
            </>
          ) : (
            <p>
              <a class="button main" href="/sign-in?next=%2Finstitution-appeals">
                Sign in to appeal
              </a>
            </p>
          )}
          {asked.viewer && asked.viewer.role !== 'member' ? (
            <p>
              <a href="/admin/institution/appeals">The queue, for staff</a>
            </p>
          ) : null}
        </article>
      ),
    };
  },
});
