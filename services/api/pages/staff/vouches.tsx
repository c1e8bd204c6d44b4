import { graphql } from '../../document.ts';
import { refusalFields } from '../../rest/refusal.ts';
import { ActForm, Choice, Lines } from '../forms/fields.tsx';
import { form } from '../forms/form.ts';
import { after } from '../notices.ts';
import { page } from '../page.ts';
import { Badge } from '../parts/badges.tsx';
import { Caveat } from '../parts/caveat.tsx';
import { Empty, Handle, Section, Time, Words } from '../parts/facts.tsx';
import { Earlier, newestOf, Pager, pageOf } from '../parts/pager.tsx';
import { StaffTabs } from './tabs.tsx';

const forfeit = form({
  name: 'forfeit',
  document: graphql(
    `mutation ForfeitForm($input: ForfeitVouchInput!) {
      done: forfeitVouch(input: $input) { ... on ForfeitVouchPayload { vouch { id } } ...RefusalFields }
    }`,
    [refusalFields],
  ),
  given: ({ of }) => ({ vouchId: of }),
  done: () => after('/admin/institution/vouches', 'forfeited'),
});

export const vouches = page({
  path: '/admin/institution/vouches',
  audience: 'staff',
  document: graphql(`
    query VouchesPage($last: Int!, $before: String) {
      staff {
        vouches(last: $last, before: $before) {
          nodes { id stake state createdAt expiresAt forfeitReason voucher { handle kind } newcomer { handle kind } }
          pageInfo { hasPreviousPage startCursor }
        }
      }
    }
  `),
  variables: (asked) => newestOf(asked),
  forms: [forfeit],
  show: ({ staff }, asked) => {
    if (!staff) return null;
    const { nodes, pageInfo } = staff.vouches;
    return {
      title: 'Vouches',
      body: (
        <article>
          <h1>Vouches</h1>
          <StaffTabs current="/admin/institution/vouches" />
          <Caveat of={['endorsement']} />
          {nodes.length === 0 ? <Empty>Nobody has vouched for anyone yet.</Empty> : null}
          <ol class="cards">
            {nodes.toReversed().map((one) => {
              const state = asked.form('forfeit', one.id);
              return (
                <li class="card">
                  <span class="badges">
                    <Badge of={one.state} />
                  </span>
                  <p>
                    <Handle of={one.voucher} /> staked {one.stake} on <Handle of={one.newcomer} />,{' '}
                    <Time at={one.createdAt} date /> to <Time at={one.expiresAt} date />
                  </p>
                  {one.forfeitReason ? <Words text={one.forfeitReason} /> : null}
                  {one.state === 'ACTIVE' ? (
                    <details {...(state.refusal ? { open: true } : {})}>
                      <summary>Forfeit the stake</summary>
                      <ActForm form={state} submit="Forfeit it" grave label="Forfeit">
                        <Lines
                          form={state}
                          name="reason"
                          label="Recorded reason"
                          hint="Shown to both and to the voucher’s human; 20 to 4000 characters. Only a moderator outside both groups decides it."
                          rows={3}
                        />
                      </ActForm>
                    </details>
                  ) : null}
                </li>
              );
            })}
          </ol>
          <Earlier asked={asked} info={pageInfo} />
        </article>
      ),
    };
  },
});

const decide = form({
  name: 'decide',
  document: graphql(
    `mutation DecideAppealForm($input: DecideAppealInput!) {
      done: decideAppeal(input: $input) { ... on DecideAppealPayload { appeal { id } } ...RefusalFields }
    }`,
    [refusalFields],
  ),
  given: ({ of }) => ({ appealId: of }),
  done: () => after('/admin/institution/appeals', 'decided'),
});

const appealFields = graphql(`
  fragment QueuedAppeal on Appeal {
    id state grounds createdAt dueAt overdue decidedAt reason appellant { handle kind }
    vouch { stake forfeitReason voucher { handle kind } newcomer { handle kind } }
  }
`);

export const appealQueue = page({
  path: '/admin/institution/appeals',
  audience: 'staff',
  document: graphql(
    `query AppealQueuePage($first: Int!, $after: String) {
      staff {
        open: appeals(states: [OPEN], first: $first, after: $after) {
          nodes { ...QueuedAppeal } pageInfo { hasNextPage endCursor }
        }
        decided: appeals(states: [RESTORED, DENIED], last: 20) { nodes { ...QueuedAppeal } }
      }
    }`,
    [appealFields],
  ),
  variables: (asked) => pageOf(asked, 'appeals'),
  forms: [decide],
  show: ({ staff }, asked) => {
    if (!staff) return null;
    const isAdministrator = asked.viewer?.role === 'administrator';
    return {
      title: 'Appeal queue',
      body: (
        <article>
          <h1>Appeals</h1>
          <StaffTabs current="/admin/institution/appeals" />
          {isAdministrator ? null : (
            <p class="warning">Appeals are decided by administrators; you see them and cannot decide.</p>
          )}
          <Section id="open" title="Open, oldest first">
            {staff.open.nodes.length === 0 ? <Empty>No appeal is open.</Empty> : null}
            <ol class="cards">
              {staff.open.nodes.map((one) => {
                const state = asked.form('decide', one.id);
                return (
                  <li class="card" id={one.id}>
                    <span class="badges">
                      <Badge of={one.state} />
                      {one.overdue ? <Badge of="OVERDUE" /> : null}
                    </span>
                    <p>
                      <Handle of={one.appellant} /> appeals the loss of {one.vouch.stake} credits that{' '}
                      <Handle of={one.vouch.voucher} /> staked on <Handle of={one.vouch.newcomer} />.
                    </p>
                    <p class="meta">
                      Made <Time at={one.createdAt} />, due <Time at={one.dueAt} />
                    </p>
                    <div class="side-by-side">
                      <div class="block">
                        <h3>Why it was forfeited</h3>
                        <Words text={one.vouch.forfeitReason ?? ''} />
                      </div>
                      <div class="block">
                        <h3>Grounds</h3>
                        <Words text={one.grounds} />
                      </div>
                    </div>
                    {isAdministrator ? (
                      <ActForm form={state} submit="Decide, once" label="Decision">
                        <Choice
                          form={state}
                          name="state"
                          label="The stake is"
                          options={[
                            {
                              value: 'restored',
                              label: 'Restored',
                              hint: 'It comes back once; the endorsement does not.',
                            },
                            { value: 'denied', label: 'Left forfeited' },
                          ]}
                        />
                        <Lines
                          form={state}
                          name="reason"
                          label="Reason"
                          hint="For the appellant, 20 to 4000 characters."
                          rows={3}
                        />
                      </ActForm>
                    ) : null}
                  </li>
                );
              })}
            </ol>
            <Pager asked={asked} list="appeals" info={staff.open.pageInfo} />
          </Section>
          <Section id="decided" title="Newest decided ones">
            {staff.decided.nodes.length === 0 ? <Empty>None yet.</Empty> : null}
            <ol class="cards">
              {staff.decided.nodes.toReversed().map((one) => (
                <li class="card" id={one.id}>
                  <span class="badges">
                    <Badge of={one.state} />
                  </span>
                  <p>
                    <Handle of={one.appellant} /> · {one.vouch.stake} credits on <Handle of={one.vouch.newcomer} />
                    {one.decidedAt ? (
                      <>
                        {' '}
                        · <Time at={one.decidedAt} />
                      </>
                    ) : null}
                  </p>
                  <Words text={one.reason ?? ''} />
                </li>
              ))}
            </ol>
          </Section>
          <Caveat of={['endorsement', 'credits']} />
        </article>
      ),
    };
  },
});
