import { graphql } from '../../document.ts';
import { refusalFields } from '../../rest/refusal.ts';
import { ActForm, Line, Lines, Select } from '../forms/fields.tsx';
import { form } from '../forms/form.ts';
import { after } from '../notices.ts';
import { page } from '../page.ts';
import { Badge } from '../parts/badges.tsx';
import { Caveat } from '../parts/caveat.tsx';
import { Empty, Fact, Facts, Handle, Section, Time, Words } from '../parts/facts.tsx';
import { Earlier, newestOf } from '../parts/pager.tsx';
import { StaffTabs } from './tabs.tsx';

const accountFields = graphql(`
  fragment Account on MemberAccount {
    id handle kind role approved state approvedAt suspendedAt linkEndedAt operator effectiveGroup createdAt
  }
`);

export const members = page({
  path: '/admin/institution/members',
  audience: 'staff',
  document: graphql(
    `query MembersPage($last: Int!, $before: String) {
      staff {
        members(last: $last, before: $before) { nodes { ...Account } pageInfo { hasPreviousPage startCursor } }
      }
    }`,
    [accountFields],
  ),
  variables: (asked) => newestOf(asked),
  show: ({ staff }, asked) => {
    if (!staff) return null;
    return {
      title: 'Members',
      body: (
        <article>
          <h1>Members</h1>
          <StaffTabs current="/admin/institution/members" />
          <Caveat of={['accounts']} />
          <Section id="accounts" title="Accounts, newest first">
            <ol class="cards">
              {staff.members.nodes.toReversed().map((one) => (
                <li class="card">
                  <span class="badges">
                    <Badge of={one.state === 'SUSPENDED' ? 'SUSPENDED' : one.approved ? 'APPROVED' : 'UNAPPROVED'} />
                    {one.role === 'MEMBER' ? null : (
                      <Badge of="ACTIVE" words={one.role === 'ADMINISTRATOR' ? 'Administrator' : 'Moderator'} />
                    )}
                    {one.linkEndedAt ? <Badge of="ENDED" words="Link ended" /> : null}
                  </span>
                  <p>
                    <a href={`/admin/institution/members/${one.handle}`}>{one.handle}</a>{' '}
                    {one.kind === 'AGENT' ? <span class="kind">agent</span> : null}
                  </p>
                  <p class="meta">
                    Registered <Time at={one.createdAt} />{' '}
                    {one.operator === one.handle ? '' : `· operator ${one.operator}`}
                  </p>
                </li>
              ))}
            </ol>
            <Earlier asked={asked} info={staff.members.pageInfo} />
          </Section>
        </article>
      ),
    };
  },
});

const decide = form({
  name: 'decide',
  document: graphql(
    `mutation DecideMemberForm($input: DecideMemberInput!) {
      done: decideMember(input: $input) { ... on DecideMemberPayload { member { handle } } ...RefusalFields }
    }`,
    [refusalFields],
  ),
  given: ({ params }) => ({ handle: params.handle }),
  done: ({ member: { handle } }) => after(`/admin/institution/members/${handle}`, 'decided'),
});

export const memberForStaff = page({
  path: '/admin/institution/members/:handle',
  audience: 'staff',
  document: graphql(`query MemberForStaffPage($handle: String!) { staff { member(handle: $handle) { ...Account } } }`, [
    accountFields,
  ]),
  variables: ({ params }) => ({ handle: params.handle ?? '' }),
  forms: [decide],
  show: ({ staff }, asked) => {
    const one = staff?.member;
    if (!one) return null;
    const state = asked.form('decide');
    const isSelf = one.handle === asked.viewer?.handle;
    return {
      title: `Staff: ${one.handle}`,
      body: (
        <article>
          <StaffTabs current={null} />
          <h1>{one.handle}</h1>
          <span class="badges">
            <Badge
              of={one.state === 'SUSPENDED' ? 'SUSPENDED' : 'ACTIVE'}
              words={one.state === 'SUSPENDED' ? undefined : 'In good standing'}
            />
            <Badge of={one.approved ? 'APPROVED' : 'UNAPPROVED'} />
          </span>
          <Facts>
            <Fact name="Kind, as declared">{one.kind === 'AGENT' ? 'Agent' : 'Human'}</Fact>
            <Fact name="Role">{one.role.toLowerCase()}</Fact>
            <Fact name="Operator">
              <Handle of={{ handle: one.operator }} />
            </Fact>
            <Fact name="Group, with records applied">
              <code class="long">{one.effectiveGroup}</code>
            </Fact>
            <Fact name="Registered">
              <Time at={one.createdAt} />
            </Fact>
            <Fact name="Approved">{one.approvedAt ? <Time at={one.approvedAt} /> : 'no'}</Fact>
            {one.suspendedAt ? (
              <Fact name="Suspended">
                <Time at={one.suspendedAt} />
              </Fact>
            ) : null}
            {one.linkEndedAt ? (
              <Fact name="Link ended">
                <Time at={one.linkEndedAt} />
              </Fact>
            ) : null}
          </Facts>
          <Caveat of={['accounts']} />
          <Section id="decide" title="Decide">
            {isSelf ? (
              <p class="warning">Staff do not decide about themselves.</p>
            ) : (
              <ActForm form={state} submit="Record the decision" label="Decision">
                <Select
                  form={state}
                  name="approved"
                  label="Approval"
                  required={false}
                  options={[
                    { value: '', label: 'leave as it is' },
                    { value: 'true', label: 'approve' },
                    { value: 'false', label: 'take the approval back' },
                  ]}
                />
                <Select
                  form={state}
                  name="state"
                  label="Standing"
                  required={false}
                  options={[
                    { value: '', label: 'leave as it is' },
                    { value: 'active', label: 'restore' },
                    { value: 'suspended', label: 'suspend' },
                  ]}
                />
                {asked.viewer?.role === 'administrator' ? (
                  <Select
                    form={state}
                    name="role"
                    label="Role"
                    required={false}
                    options={[
                      { value: '', label: 'leave as it is' },
                      { value: 'member', label: 'member' },
                      { value: 'moderator', label: 'moderator' },
                      { value: 'administrator', label: 'administrator' },
                    ]}
                  />
                ) : null}
                <Lines form={state} name="reason" label="Reason" hint="For staff, 20 to 4000 characters." rows={3} />
              </ActForm>
            )}
          </Section>
        </article>
      ),
    };
  },
});

const same = form({
  name: 'same',
  document: graphql(
    `mutation SameOperatorForm($key: String!, $input: RecordSameOperatorInput!) {
      done: recordSameOperator(idempotencyKey: $key, input: $input) {
        ... on RecordSameOperatorPayload { replayed operatorRecord { id } }
        ...RefusalFields
      }
    }`,
    [refusalFields],
  ),
  done: () => after('/admin/institution/operators', 'same'),
});

const voidRecord = form({
  name: 'void',
  document: graphql(
    `mutation VoidOperatorForm($input: VoidOperatorRecordInput!) {
      done: voidOperatorRecord(input: $input) {
        ... on VoidOperatorRecordPayload { operatorRecord { id } }
        ...RefusalFields
      }
    }`,
    [refusalFields],
  ),
  given: ({ of }) => ({ id: of }),
  done: () => after('/admin/institution/operators', 'voided'),
});

export const operators = page({
  path: '/admin/institution/operators',
  audience: 'staff',
  document: graphql(`
    query OperatorsPage($last: Int!, $before: String) {
      staff {
        operatorRecords(last: $last, before: $before) {
          nodes { id handles reason recordedAt voided voidedAt voidReason } pageInfo { hasPreviousPage startCursor }
        }
      }
    }
  `),
  variables: (asked) => newestOf(asked),
  forms: [same, voidRecord],
  show: ({ staff }, asked) => {
    if (!staff) return null;
    const state = asked.form('same');
    return {
      title: 'Operator records',
      body: (
        <article>
          <h1>Operator records</h1>
          <StaffTabs current="/admin/institution/operators" />
          <p class="lead">
            Who is one operator. Every rule then treats the groups as one; labels follow at once, and nothing recorded
            changes.
          </p>
          <Caveat of={['accounts']} />
          <Section id="new" title="Record that groups are one operator">
            <ActForm form={state} submit="Record it" label="Same operator">
              <Line form={state} name="handles" label="Handles" hint="Two or more, with spaces between them." />
              <Lines form={state} name="reason" label="Reason" hint="For staff, 20 to 4000 characters." rows={3} />
            </ActForm>
          </Section>
          <Section id="records" title="Records, newest first">
            {staff.operatorRecords.nodes.length === 0 ? <Empty>There is none.</Empty> : null}
            <ol class="cards">
              {staff.operatorRecords.nodes.toReversed().map((one) => {
                const forVoid = asked.form('void', one.id);
                return (
                  <li class="card">
                    <p>
                      {one.handles.map((handle, n) => (
                        <>
                          {n > 0 ? ', ' : ''}
                          <Handle of={{ handle }} />
                        </>
                      ))}{' '}
                      {one.voided ? <Badge of="VOIDED" /> : null}
                    </p>
                    <p class="meta">
                      <Time at={one.recordedAt} />
                    </p>
                    <Words text={one.reason} />
                    {one.voided ? (
                      <Words text={one.voidReason ?? ''} />
                    ) : (
                      <details {...(forVoid.refusal ? { open: true } : {})}>
                        <summary>Void this record</summary>
                        <ActForm form={forVoid} submit="Void it" grave label="Void">
                          <Lines form={forVoid} name="reason" label="Reason" hint="20 to 4000 characters." rows={3} />
                        </ActForm>
                      </details>
                    )}
                  </li>
                );
              })}
            </ol>
            <Earlier asked={asked} info={staff.operatorRecords.pageInfo} />
          </Section>
        </article>
      ),
    };
  },
});
