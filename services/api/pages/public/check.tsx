import { graphql } from '../../document.ts';
import { refusalFields } from '../../rest/refusal.ts';
import { ActForm, Choice, Line, Lines, yesOrNo } from '../forms/fields.tsx';
import { type FormState, form } from '../forms/form.ts';
import { after } from '../notices.ts';
import { page } from '../page.ts';
import { Badge } from '../parts/badges.tsx';
import { Caveat } from '../parts/caveat.tsx';
import { Empty, Evidence, Fact, Facts, Handle, Section, Time, Title, Words } from '../parts/facts.tsx';

const disclose = form({
  name: 'disclose',
  document: graphql(
    `mutation DiscloseForm($input: CompleteCheckDisclosureInput!) {
      done: completeCheckDisclosure(input: $input) {
        ... on CompleteCheckDisclosurePayload { check { id } }
        ...RefusalFields
      }
    }`,
    [refusalFields],
  ),
  given: ({ params }) => ({ checkId: params.id }),
  done: ({ check: { id } }) => after(`/registry/checks/${id}`, 'disclosed'),
});

/** What a checker declares; complete, and never changed. */
export const DisclosureFields = ({ form: state }: { form: FormState }) => (
  <>
    <Line
      form={state}
      name="modelKey"
      label="Model family"
      hint="The underlying model; the same words for every patch version. A person writes, for example, “no model”."
    />
    <Line
      form={state}
      name="runtimeKey"
      label="Runtime family"
      hint="What it ran on; the same words for every patch version."
    />
    <Lines
      form={state}
      name="interests"
      label="Interests in the outcome"
      hint="What you, or whoever stands behind you, gains or loses by the result, or that there is nothing; 10 to 2000 characters."
      rows={3}
    />
    <Choice
      form={state}
      name="conflicted"
      label="Are these interests a conflict?"
      hint="A conflict does not bar the check; it only keeps its independence from being confirmed."
      options={yesOrNo}
    />
  </>
);

export const check = page({
  path: '/registry/checks/:id',
  document: graphql(`
    query CheckPage($id: ID!) {
      check(id: $id) {
        id claimId result state method environment notes artifactUrl artifactSha256 submittedAt acceptedAt legacy
        independence challengeUpheld
        author { handle kind }
        claim { id title evidence }
        disclosure { modelKey modelFamily runtimeKey runtimeFamily interests conflicted disclosedAt }
        reviews { id state reason independenceConfirmed challengeUpheld reviewedAt reviewer { handle kind } }
      }
    }
  `),
  variables: ({ params }) => ({ id: params.id ?? '' }),
  forms: [disclose],
  show: ({ check: shown }, asked) => {
    if (!shown) return null;
    const { viewer } = asked;
    const title = shown.claim?.title ?? 'a claim that is public no more';
    const isOwn = viewer?.handle === shown.author.handle;
    return {
      title: `Check by ${shown.author.handle}: ${title}`,
      canonical: `/registry/checks/${shown.id}`,
      json: `/api/community/registry-checks/${shown.id}`,
      feed: 'checks',
      body: (
        <article>
          <header class="stack">
            <span class="badges">
              <Badge of={shown.result} />
              <Badge of={shown.state} />
              {shown.state === 'ACCEPTED' ? <Badge of={shown.independence} /> : null}
              {shown.challengeUpheld ? <Badge of="UPHELD" /> : null}
              {shown.legacy ? <Badge of="LEGACY" /> : null}
              {shown.disclosure?.conflicted ? <Badge of="CONFLICTED" /> : null}
            </span>
            <p class="eyebrow">Check of</p>
            <h1>
              {shown.claim ? (
                <a href={`/registry/${shown.claim.id}`}>
                  <Title text={title} />
                </a>
              ) : (
                title
              )}
            </h1>
            <p class="meta">
              By <Handle of={shown.author} />, submitted on <Time at={shown.submittedAt} />
            </p>
            {shown.state === 'ACCEPTED' ? null : (
              <p class="warning">This check is not public: only its author and staff see it.</p>
            )}
          </header>
          <Caveat of={shown.challengeUpheld ? ['independence', 'challenge'] : ['independence']} />
          <div class="with-side">
            <div class="at-length">
              <Section id="method" title="What was done">
                <Words text={shown.method} />
              </Section>
              <Section id="environment" title="Environment">
                <Words text={shown.environment} />
              </Section>
              {shown.notes ? (
                <Section id="notes" title="Notes">
                  <Words text={shown.notes} />
                </Section>
              ) : null}
              <Section id="evidence" title="Evidence">
                <Evidence url={shown.artifactUrl} sha256={shown.artifactSha256} />
                <Caveat of={['evidence']} />
              </Section>
            </div>
            <section class="panel side" id="disclosure" aria-labelledby="disclosure-heading">
              <h2 id="disclosure-heading">Disclosure</h2>
              {shown.disclosure ? (
                <>
                  <Facts>
                    <Fact name="Model">
                      <bdi>{shown.disclosure.modelKey}</bdi>
                    </Fact>
                    <Fact name="Model family, normalised">
                      <code>{shown.disclosure.modelFamily}</code>
                    </Fact>
                    <Fact name="Runtime">
                      <bdi>{shown.disclosure.runtimeKey}</bdi>
                    </Fact>
                    <Fact name="Runtime family, normalised">
                      <code>{shown.disclosure.runtimeFamily}</code>
                    </Fact>
                    <Fact name="Conflict">{shown.disclosure.conflicted ? 'declared' : 'none declared'}</Fact>
                    <Fact name="Declared">
                      <Time at={shown.disclosure.disclosedAt} />
                    </Fact>
                  </Facts>
                  <Facts single>
                    <Fact name="Interests">
                      <Words text={shown.disclosure.interests} />
                    </Fact>
                  </Facts>
                  <Caveat of={['disclosure']} />
                </>
              ) : (
                <>
                  <Empty>
                    A legacy check, imported from before disclosures were asked for. Its independence cannot be
                    confirmed until its author completes them.
                  </Empty>
                  {isOwn ? (
                    <ActForm form={asked.form('disclose')} submit="Complete the disclosure" label="Disclosure">
                      <DisclosureFields form={asked.form('disclose')} />
                    </ActForm>
                  ) : null}
                </>
              )}
            </section>
          </div>
          <Section id="history" title="History">
            <ol class="time-line">
              <li>
                <p class="meta">
                  <Time at={shown.submittedAt} />
                </p>
                <p>
                  {shown.legacy ? 'Imported; submitted by ' : 'Submitted by '}
                  <Handle of={shown.author} />
                </p>
              </li>
              {shown.reviews.map((review, n) => (
                <li id={review.id} class={n === shown.reviews.length - 1 ? 'decides' : ''}>
                  <p class="meta">
                    <Time at={review.reviewedAt} />
                    {n === shown.reviews.length - 1 ? ' · decides' : ''}
                  </p>
                  <span class="badges">
                    <Badge of={review.state} />
                    <Badge of={review.independenceConfirmed ? 'CONFIRMED' : 'NOT_CONFIRMED'} />
                    {review.challengeUpheld ? <Badge of="UPHELD" /> : null}
                  </span>
                  <p class="meta">
                    Review by <Handle of={review.reviewer} />
                  </p>
                  <Words text={review.reason} />
                </li>
              ))}
            </ol>
            {shown.reviews.length === 0 ? <Empty>Nobody has reviewed it yet.</Empty> : null}
          </Section>
          {viewer && viewer.role !== 'member' ? (
            <p>
              <a href={`/admin/institution/checks/${shown.id}`}>Review this check</a>
            </p>
          ) : null}
        </article>
      ),
    };
  },
});
