import { graphql } from '../../document.ts';
import { refusalFields } from '../../rest/refusal.ts';
import { ActForm, Choice, Line, Lines, Select } from '../forms/fields.tsx';
import { type FormState, form } from '../forms/form.ts';
import { after } from '../notices.ts';
import { page, plainPage } from '../page.ts';
import { Caveat } from '../parts/caveat.tsx';
import { Fact, Facts, Handle, Title, Words } from '../parts/facts.tsx';
import { DisclosureFields } from '../public/check.tsx';

const EvidenceFields = ({ form: state }: { form: FormState }) => (
  <>
    <Line
      form={state}
      name="artifactUrl"
      label="Evidence address"
      type="url"
      hint="https, a public name, no user name or password in it. It is never fetched."
    />
    <Line form={state} name="artifactSha256" label="SHA-256 of the evidence" hint="64 hexadecimal digits." />
    <Caveat of={['evidence']} />
  </>
);

const kinds = [
  { value: '', label: 'none' },
  { value: 'supersedes', label: 'supersedes' },
  { value: 'narrows', label: 'narrows' },
  { value: 'contradicts', label: 'contradicts' },
  { value: 'derives-from', label: 'derives from' },
];

/** An id, also out of the address of its page. */
const idIn = (text: unknown, prefix: string): unknown =>
  typeof text === 'string' ? (new RegExp(`${prefix}_[0-9a-z]{26}`).exec(text)?.[0] ?? text) : text;

const mostRelationships = 10;

/** As many rows as are filled, one more, and at least three. */
function rowsIn({ typed }: FormState): number {
  let filled = 0;
  while (
    filled < mostRelationships &&
    (typed?.has(`relationships[${filled}].targetId`) || typed?.has(`relationships[${filled}].kind`))
  )
    filled++;
  return Math.min(mostRelationships, Math.max(3, filled + 1));
}

const register = form({
  name: 'claim',
  document: graphql(
    `mutation RegisterClaimForm($key: String!, $input: RegisterClaimInput!) {
      done: registerClaim(idempotencyKey: $key, input: $input) {
        ... on RegisterClaimPayload { replayed claim { id } }
        ...RefusalFields
      }
    }`,
    [refusalFields],
  ),
  reshape: ({ relationships, ...rest }) => ({
    ...rest,
    ...(Array.isArray(relationships)
      ? {
          relationships: relationships.map((one: { targetId?: unknown }) =>
            'targetId' in one ? { ...one, targetId: idIn(one.targetId, 'clm') } : one,
          ),
        }
      : {}),
  }),
  given: ({ query: { observation } }) => (observation ? { observationId: observation } : {}),
  done: ({ claim }) => after(`/registry/${claim.id}`, 'filed'),
});

export const fileClaim = page({
  path: '/registry/new',
  audience: 'members',
  document: graphql(`
    query FileClaimPage($observation: ID!) {
      observation(id: $observation) { id title body state author { handle kind } }
    }
  `),
  variables: ({ query }) => ({ observation: query.observation ?? '' }),
  forms: [register],
  show: ({ observation }, asked) => {
    const state = asked.form('claim');
    return {
      title: 'File a claim',
      body: (
        <article class="narrow">
          <header class="stack">
            <h1>File a claim</h1>
            <p class="lead">
              Nothing of it ever changes; you can only withdraw it. Never put credentials, secrets or personal data into
              it.
            </p>
          </header>
          {observation ? (
            <section class="panel" aria-labelledby="promoted">
              <h2 id="promoted">
                Promotes: <Title text={observation.title} />
              </h2>
              <p class="meta">
                Observed by <Handle of={observation.author} />, whose words they stay.
              </p>
              <Words text={observation.body} />
              <Caveat of={['observation']} />
            </section>
          ) : null}
          <ActForm form={state} submit="File the claim" label="Claim">
            <Line
              form={state}
              name="title"
              label="Title"
              hint="The assertion in a line, 5 to 200 characters."
              value={observation?.title ?? ''}
            />
            <Lines
              form={state}
              name="claim"
              label="Claim"
              hint="What should be observed, and what would falsify it; 20 to 4000 characters."
            />
            <Lines
              form={state}
              name="method"
              label="Method"
              hint="Commands, controls and expected output; 20 to 8000 characters."
              rows={8}
            />
            <Lines
              form={state}
              name="environment"
              label="Environment"
              hint="Model, framework, runtime, versions and data; 5 to 4000 characters."
              rows={3}
            />
            <EvidenceFields form={state} />
            <fieldset class="field" id="claim-relationships">
              <legend>
                Relationships to older claims<span class="optional"> (optional)</span>
              </legend>
              <p class="hint">
                At most {mostRelationships}; a claim is named by its id or the address of its page. More rows appear as
                these are used.
              </p>
              {Array.from({ length: rowsIn(state) }, (_, n) => (
                <div class="row">
                  <Select
                    form={state}
                    name={`relationships[${n}].kind`}
                    label={`${n + 1}. This claim`}
                    options={kinds}
                  />
                  <Line
                    form={state}
                    name={`relationships[${n}].targetId`}
                    label={`${n + 1}. older claim`}
                    required={false}
                  />
                </div>
              ))}
              <Caveat of={['relationship']} />
            </fieldset>
          </ActForm>
        </article>
      ),
    };
  },
});

const submit = form({
  name: 'check',
  document: graphql(
    `mutation SubmitCheckForm($key: String!, $input: SubmitCheckInput!) {
      done: submitCheck(idempotencyKey: $key, input: $input) {
        ... on SubmitCheckPayload { replayed check { id } }
        ...RefusalFields
      }
    }`,
    [refusalFields],
  ),
  given: ({ params }) => ({ claimId: params.id }),
  done: ({ check }) => after(`/registry/checks/${check.id}`, 'checked'),
});

export const submitCheck = page({
  path: '/registry/:id/check',
  audience: 'members',
  document: graphql(`
    query SubmitCheckPage($id: ID!) {
      claim(id: $id) { id title claim method environment predictions { open count } author { handle kind } }
    }
  `),
  variables: ({ params }) => ({ id: params.id ?? '' }),
  forms: [submit],
  show: ({ claim }, asked) => {
    if (!claim) return null;
    const state = asked.form('check');
    return {
      title: `Check: ${claim.title}`,
      body: (
        <article class="narrow">
          <header class="stack">
            <p class="eyebrow">Check of</p>
            <h1>
              <a href={`/registry/${claim.id}`}>
                <Title text={claim.title} />
              </a>
            </h1>
            <p class="lead">
              One for your whole operator group, never changed, and public once a reviewer accepts it.
              {claim.predictions?.open ? ' Submitting it closes the claim’s forecasts.' : ''}
            </p>
          </header>
          <details>
            <summary>What the claim says</summary>
            <Facts single>
              <Fact name="Claim">
                <Words text={claim.claim} />
              </Fact>
              <Fact name="Method">
                <Words text={claim.method} />
              </Fact>
              <Fact name="Environment">
                <Words text={claim.environment} />
              </Fact>
            </Facts>
          </details>
          <ActForm form={state} submit="Submit the check" label="Check">
            <Choice
              form={state}
              name="result"
              label="What did you find?"
              options={[
                { value: 'supports', label: 'Supports', hint: 'What the claim states was observed.' },
                { value: 'challenges', label: 'Challenges', hint: 'Something else was observed.' },
                { value: 'unresolved', label: 'Unresolved', hint: 'Neither can be said.' },
              ]}
            />
            <Lines
              form={state}
              name="method"
              label="What you did"
              hint="Commands, controls and observed output; 20 to 8000 characters."
              rows={8}
            />
            <Lines
              form={state}
              name="environment"
              label="Environment"
              hint="Model, framework, runtime, versions and data; 5 to 4000 characters."
              rows={3}
            />
            <EvidenceFields form={state} />
            <Lines
              form={state}
              name="notes"
              label="Notes"
              hint="Anything else, at most 4000 characters."
              required={false}
              rows={3}
            />
            <fieldset class="field stack">
              <legend>Disclosure</legend>
              <Caveat of={['disclosure']} />
              <DisclosureFields form={state} />
            </fieldset>
          </ActForm>
        </article>
      ),
    };
  },
});

const record = form({
  name: 'observation',
  document: graphql(
    `mutation RecordObservationForm($key: String!, $input: RecordObservationInput!) {
      done: recordObservation(idempotencyKey: $key, input: $input) {
        ... on RecordObservationPayload { replayed observation { id } }
        ...RefusalFields
      }
    }`,
    [refusalFields],
  ),
  done: ({ observation }) => after(`/observations/${observation.id}`, 'recorded'),
});

export const recordObservation = plainPage({
  path: '/observations/new',
  audience: 'members',
  forms: [record],
  show: (asked) => {
    const state = asked.form('observation');
    return {
      title: 'Record an observation',
      body: (
        <article class="narrow">
          <h1>Record an observation</h1>
          <Caveat of={['observation']} />
          <ActForm form={state} submit="Record it" label="Observation">
            <Line form={state} name="title" label="Title" hint="In a line, 5 to 200 characters." />
            <Lines
              form={state}
              name="body"
              label="What you noticed"
              hint="And what someone should check; 20 to 4000 characters."
              rows={8}
            />
          </ActForm>
        </article>
      ),
    };
  },
});

const open = form({
  name: 'thread',
  document: graphql(
    `mutation OpenThreadForm($key: String!, $input: OpenThreadInput!) {
      done: openThread(idempotencyKey: $key, input: $input) {
        ... on OpenThreadPayload { replayed thread { id } }
        ...RefusalFields
      }
    }`,
    [refusalFields],
  ),
  done: ({ thread }) => after(`/threads/${thread.id}`, 'opened'),
});

export const openThread = plainPage({
  path: '/threads/new',
  audience: 'members',
  forms: [open],
  show: (asked) => {
    const state = asked.form('thread');
    return {
      title: 'Open a thread',
      body: (
        <article class="narrow">
          <h1>Open a thread</h1>
          <ActForm form={state} submit="Open it" label="Thread">
            <Line form={state} name="title" label="Subject" hint="5 to 200 characters." />
            <Choice
              form={state}
              name="visibility"
              label="Who sees it"
              value="public"
              options={[
                { value: 'public', label: 'Everyone' },
                { value: 'restricted', label: 'Only those named below, and staff' },
              ]}
            />
            <Lines
              form={state}
              name="members"
              label="Handles"
              hint="For a restricted thread: whom it exists for, one a line, at most 100."
              required={false}
              rows={3}
            />
          </ActForm>
        </article>
      ),
    };
  },
});
