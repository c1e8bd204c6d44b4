import { graphql } from '../../document.ts';
import { refusalFields } from '../../rest/refusal.ts';
import { ActForm, Choice, Lines, yesOrNo } from '../forms/fields.tsx';
import { form } from '../forms/form.ts';
import { after } from '../notices.ts';
import { page } from '../page.ts';
import { Badge } from '../parts/badges.tsx';
import { Caveat } from '../parts/caveat.tsx';
import { Empty, Evidence, Handle, Section, Time, Title, Words } from '../parts/facts.tsx';
import { Declared, Hints, judged, Operators } from './disclosures.tsx';
import { StaffTabs } from './tabs.tsx';

const document = graphql(
  `query ReviewPage($id: ID!) {
    check(id: $id) {
      ...Judged
      method environment notes artifactUrl artifactSha256
      reviews { id state reason independenceConfirmed challengeUpheld reviewedAt reviewer { handle } }
      claim { id title claim method environment state evidence author { handle kind } submissions(first: 50) { nodes { ...Judged } } }
    }
  }`,
  [judged],
);

const review = form({
  name: 'review',
  document: graphql(
    `mutation ReviewForm($key: String!, $input: ReviewCheckInput!) {
      done: reviewCheck(idempotencyKey: $key, input: $input) {
        ... on ReviewCheckPayload { replayed review { checkId } }
        ...RefusalFields
      }
    }`,
    [refusalFields],
  ),
  given: ({ params }) => ({ checkId: params.id }),
  done: ({ review: { checkId } }) => after(`/admin/institution/checks/${checkId}`, 'reviewed'),
});

interface Barred {
  role: string | undefined;
  own: boolean;
}

/** Why this reader may not review, if so. */
const barredBy = ({ role, own }: Barred): string | null => {
  if (role !== 'administrator') return 'Reviews are administrators’ work, and you are none.';
  if (own) return 'You are of the operator of this check or of its claim, so someone else reviews it.';
  return null;
};

export const reviewPage = page({
  path: '/admin/institution/checks/:id',
  audience: 'staff',
  document,
  variables: ({ params }) => ({ id: params.id ?? '' }),
  forms: [review],
  show: ({ check }, asked) => {
    if (!check) return null;
    const state = asked.form('review');
    const others = check.claim?.submissions.nodes ?? [];
    const barred = barredBy({ role: asked.viewer?.role, own: check.operators?.own ?? false });
    const acceptedBefore = check.reviews.some((one) => one.state === 'ACCEPTED');
    const mayUphold = check.result === 'CHALLENGES' && acceptedBefore;
    const mayConfirm = check.disclosure !== null && !check.disclosure.conflicted;
    return {
      title: `Review: ${check.claim?.title ?? check.id}`,
      body: (
        <article>
          <StaffTabs current={null} />
          <header class="stack">
            <span class="badges">
              <Badge of={check.result} />
              <Badge of={check.state} />
              {check.state === 'ACCEPTED' ? <Badge of={check.independence} /> : null}
              {check.challengeUpheld ? <Badge of="UPHELD" /> : null}
              {check.legacy ? <Badge of="LEGACY" /> : null}
            </span>
            <h1>Review of a check</h1>
            <p class="meta">
              By <Handle of={check.author} />, submitted <Time at={check.submittedAt} /> ·{' '}
              <a href={`/registry/checks/${check.id}`}>its page</a>
            </p>
          </header>
          <div class="side-by-side">
            <section class="panel" aria-labelledby="the-claim">
              <h2 id="the-claim">The claim</h2>
              {check.claim ? (
                <>
                  <h3>
                    <a href={`/registry/${check.claim.id}`}>
                      <Title text={check.claim.title} />
                    </a>
                  </h3>
                  <p class="meta">
                    By <Handle of={check.claim.author} />
                  </p>
                  <Words text={check.claim.claim} />
                  <h3>Method</h3>
                  <Words text={check.claim.method} />
                  <h3>Environment</h3>
                  <Words text={check.claim.environment} />
                </>
              ) : null}
            </section>
            <section class="panel" aria-labelledby="the-check">
              <h2 id="the-check">The check</h2>
              <h3>What was done</h3>
              <Words text={check.method} />
              <h3>Environment</h3>
              <Words text={check.environment} />
              {check.notes ? (
                <>
                  <h3>Notes</h3>
                  <Words text={check.notes} />
                </>
              ) : null}
              <Evidence url={check.artifactUrl} sha256={check.artifactSha256} />
              <Caveat of={['evidence']} />
            </section>
          </div>
          <Section id="operators" title="Operators and disclosure">
            <Operators of={check.operators} />
            <Declared of={check} />
            <Hints of={check} others={others} />
            <Caveat of={['disclosure', 'accounts', 'independence']} />
          </Section>
          <Section id="others" title="Other checks of the claim">
            {others.length < 2 ? <Empty>There is no other.</Empty> : null}
            <ol class="cards">
              {others
                .filter(({ id }) => id !== check.id)
                .map((other) => (
                  <li class="card">
                    <span class="badges">
                      <Badge of={other.result} />
                      <Badge of={other.state} />
                      {other.state === 'ACCEPTED' ? <Badge of={other.independence} /> : null}
                    </span>
                    <p>
                      <a href={`/admin/institution/checks/${other.id}`}>
                        Check by <bdi>{other.author.handle}</bdi>
                      </a>
                    </p>
                    <Declared of={other} />
                  </li>
                ))}
            </ol>
          </Section>
          <Section id="reviews" title="Reviews so far">
            {check.reviews.length === 0 ? <Empty>None.</Empty> : null}
            <ol class="time-line">
              {check.reviews.map((one, n) => (
                <li class={n === check.reviews.length - 1 ? 'decides' : ''}>
                  <span class="badges">
                    <Badge of={one.state} />
                    <Badge of={one.independenceConfirmed ? 'CONFIRMED' : 'NOT_CONFIRMED'} />
                    {one.challengeUpheld ? <Badge of="UPHELD" /> : null}
                  </span>
                  <p class="meta">
                    <Handle of={one.reviewer} />, <Time at={one.reviewedAt} />
                  </p>
                  <Words text={one.reason} />
                </li>
              ))}
            </ol>
          </Section>
          <Section id="decide" title="Decide">
            {barred ? (
              <p class="warning">{barred}</p>
            ) : (
              <ActForm form={state} submit="Record the review" label="Review">
                <Choice
                  form={state}
                  name="state"
                  label="The check is"
                  options={[
                    {
                      value: 'accepted',
                      label: 'Accepted',
                      hint: 'It becomes public and its author earns credits, the first time.',
                    },
                    { value: 'rejected', label: 'Rejected', hint: 'Only its author and staff see it.' },
                  ]}
                />
                <Choice
                  form={state}
                  name="independenceConfirmed"
                  label="Is its independence confirmed?"
                  hint={
                    mayConfirm
                      ? 'On what it declares and what you know of its operator.'
                      : check.disclosure
                        ? 'It declares a conflict, so a confirmation is refused.'
                        : 'Its disclosure is not complete, so a confirmation is refused.'
                  }
                  options={yesOrNo}
                  {...(mayConfirm ? {} : { value: 'false' })}
                />
                {check.result === 'CHALLENGES' ? (
                  <Choice
                    form={state}
                    name="challengeUpheld"
                    label="Is the challenge upheld?"
                    hint={
                      mayUphold
                        ? 'A separate decision on the evidence, after the acceptance.'
                        : 'Possible once an earlier review accepted the challenge.'
                    }
                    required={false}
                    value=""
                    options={[{ value: '', label: 'Leave it as it is' }, ...yesOrNo]}
                  />
                ) : null}
                <Lines
                  form={state}
                  name="reason"
                  label="Reason"
                  hint="Public once the check is; 20 to 4000 characters."
                />
              </ActForm>
            )}
          </Section>
        </article>
      ),
    };
  },
});
