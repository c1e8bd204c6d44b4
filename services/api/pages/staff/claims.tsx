import { graphql } from '../../document.ts';
import { refusalFields } from '../../rest/refusal.ts';
import { ActForm, Choice, Hidden, Lines, Select } from '../forms/fields.tsx';
import { form } from '../forms/form.ts';
import { after } from '../notices.ts';
import { page } from '../page.ts';
import { Badge, wordsOf } from '../parts/badges.tsx';
import { Caveat } from '../parts/caveat.tsx';
import { ClaimBadges, ClaimList, claimRow } from '../parts/claims.tsx';
import { Empty, Handle, Section, Time, Title, Words } from '../parts/facts.tsx';
import { Pager, pageOf } from '../parts/pager.tsx';
import { judged } from './disclosures.tsx';
import { StaffTabs } from './tabs.tsx';

export const resolutions = page({
  path: '/admin/institution/resolutions',
  audience: 'staff',
  document: graphql(
    `query ResolutionsPage($first: Int!, $after: String) {
      claims(first: $first, after: $after, filter: { resolved: false, evidence: [INDEPENDENTLY_REPRODUCED, CHALLENGED] }) {
        nodes { ...ClaimRow operators { own } } pageInfo { hasNextPage endCursor }
      }
      resolved: claims(last: 10, filter: { resolved: true }) { nodes { ...ClaimRow } }
    }`,
    [claimRow],
  ),
  variables: (asked) => pageOf(asked, 'claims'),
  show: ({ claims, resolved }, asked) => ({
    title: 'Resolutions',
    body: (
      <article>
        <h1>Resolutions</h1>
        <StaffTabs current="/admin/institution/resolutions" />
        <Caveat of={['resolution', 'label']} />
        <Section id="open" title="Claims that may be ready for a conclusion">
          <p class="meta">
            Independently reproduced ones, and challenged ones, of which those with an upheld challenge can be resolved.
          </p>
          {claims.nodes.length === 0 ? <Empty>There is none.</Empty> : null}
          <ol class="cards">
            {claims.nodes.map((claim) => (
              <li class="card">
                <ClaimBadges claim={claim} />
                <h3 class="card-title">
                  <a href={`/admin/institution/claims/${claim.id}`}>
                    <Title text={claim.title} />
                  </a>
                </h3>
                {claim.operators?.own ? (
                  <p class="meta">You are of its operator or of one of its checkers, so someone else resolves it.</p>
                ) : null}
              </li>
            ))}
          </ol>
          <Pager asked={asked} list="claims" info={claims.pageInfo} />
        </Section>
        <Section id="resolved" title="Newest resolved claims">
          {resolved.nodes.length === 0 ? (
            <Empty>None yet.</Empty>
          ) : (
            <ClaimList claims={resolved.nodes.toReversed()} level="h3" />
          )}
        </Section>
      </article>
    ),
  }),
});

const moderate = form({
  name: 'moderate',
  document: graphql(
    `mutation ModerateClaimForm($input: ModerateClaimInput!) {
      done: moderateClaim(input: $input) { ... on ModerateClaimPayload { claim { id } } ...RefusalFields }
    }`,
    [refusalFields],
  ),
  given: ({ params }) => ({ claimId: params.id }),
  done: ({ claim }) => after(`/admin/institution/claims/${claim.id}`, 'moderated'),
});

const resolve = form({
  name: 'resolve',
  document: graphql(
    `mutation ResolveForm($key: String!, $input: ResolveClaimInput!) {
      done: resolveClaim(idempotencyKey: $key, input: $input) {
        ... on ResolveClaimPayload { replayed resolution { claimId } }
        ...RefusalFields
      }
    }`,
    [refusalFields],
  ),
  given: ({ params }) => ({ claimId: params.id }),
  done: ({ resolution }) => after(`/admin/institution/claims/${resolution.claimId}`, 'resolved'),
});

const voidIt = form({
  name: 'void',
  document: graphql(
    `mutation VoidForm($input: VoidResolutionInput!) {
      done: voidResolution(input: $input) { ... on VoidResolutionPayload { resolution { claimId } } ...RefusalFields }
    }`,
    [refusalFields],
  ),
  given: ({ params }) => ({ claimId: params.id }),
  done: ({ resolution }) => after(`/admin/institution/claims/${resolution.claimId}`, 'voided'),
});

export const claimForStaff = page({
  path: '/admin/institution/claims/:id',
  audience: 'staff',
  document: graphql(
    `query ClaimForStaffPage($id: ID!) {
      claim(id: $id) {
        ...ClaimRow
        operators { claimant own }
        resolutions { id reproduced reason resolvedAt voided resolver { handle } }
        submissions(first: 100) { nodes { ...Judged } }
      }
    }`,
    [claimRow, judged],
  ),
  variables: ({ params }) => ({ id: params.id ?? '' }),
  forms: [moderate, resolve, voidIt],
  show: ({ claim }, asked) => {
    if (!claim) return null;
    const live = claim.resolutions.find(({ voided }) => !voided);
    const own = claim.operators?.own ?? false;
    const evidence = claim.submissions.nodes.filter(
      ({ state, result }) => state === 'ACCEPTED' && result !== 'UNRESOLVED',
    );
    const [forModerate, forResolve, forVoid] = [asked.form('moderate'), asked.form('resolve'), asked.form('void')];
    return {
      title: `Staff: ${claim.title}`,
      body: (
        <article>
          <StaffTabs current={null} />
          <header class="stack">
            <ClaimBadges claim={claim} />
            <h1>
              <a href={`/registry/${claim.id}`}>
                <Title text={claim.title} />
              </a>
            </h1>
            <p class="meta">
              By <Handle of={claim.author} />, operator{' '}
              {claim.operators ? <Handle of={{ handle: claim.operators.claimant }} /> : '–'}
            </p>
            <Caveat of={['label', 'resolution']} />
          </header>
          <Section id="checks" title="Every check of it">
            {claim.submissions.nodes.length === 0 ? <Empty>None.</Empty> : null}
            <ul class="prose">
              {claim.submissions.nodes.map((check) => (
                <li>
                  <a href={`/admin/institution/checks/${check.id}`}>
                    Check by <bdi>{check.author.handle}</bdi>
                  </a>{' '}
                  <Badge of={check.result} /> <Badge of={check.state} />{' '}
                  {check.challengeUpheld ? <Badge of="UPHELD" /> : null}{' '}
                  {check.state === 'ACCEPTED' ? <Badge of={check.independence} /> : null}
                </li>
              ))}
            </ul>
          </Section>
          <Section id="resolution" title="Conclusion">
            <ul class="prose">
              {claim.resolutions.map((one) => (
                <li>
                  <Badge of={one.reproduced ? 'REPRODUCED' : 'NOT_REPRODUCED'} />{' '}
                  {one.voided ? <Badge of="VOIDED" /> : null} <Handle of={one.resolver} />, <Time at={one.resolvedAt} />
                  <Words text={one.reason} />
                </li>
              ))}
            </ul>
            {own ? (
              <p class="warning">
                You are of the claim’s operator or that of someone who submitted a check of it, so someone else
                concludes.
              </p>
            ) : live ? (
              <ActForm form={forVoid} submit="Void the conclusion" grave label="Void the conclusion">
                <Lines
                  form={forVoid}
                  name="reason"
                  label="Why it is void"
                  hint="Public; 20 to 4000 characters."
                  required={false}
                  rows={3}
                />
              </ActForm>
            ) : claim.state === 'ACTIVE' ? (
              evidence.length === 0 ? (
                <Empty>No accepted check supports or challenges it, so nothing can be concluded.</Empty>
              ) : (
                <ActForm form={forResolve} submit="Record the conclusion" label="Conclusion">
                  <Choice
                    form={forResolve}
                    name="reproduced"
                    label="It was"
                    options={[
                      {
                        value: 'true',
                        label: 'Reproduced',
                        hint: 'Needs a diverse reviewed pair, no accepted challenge, and evidence of such a pair.',
                      },
                      {
                        value: 'false',
                        label: 'Not reproduced',
                        hint: 'Needs an accepted, upheld challenge as evidence.',
                      },
                    ]}
                  />
                  <Select
                    form={forResolve}
                    name="evidenceCheckId"
                    label="Evidence check"
                    options={evidence.map((check) => ({
                      value: check.id,
                      label: `${wordsOf(check.result)}, by ${check.author.handle}${check.challengeUpheld ? ', upheld' : ''}`,
                    }))}
                  />
                  <Lines form={forResolve} name="reason" label="Reason" hint="Public; 20 to 4000 characters." />
                </ActForm>
              )
            ) : null}
          </Section>
          {claim.state === 'WITHDRAWN' ? null : (
            <Section id="moderate" title={claim.state === 'HIDDEN' ? 'Bring it back' : 'Hide it'}>
              <ActForm
                form={forModerate}
                submit={claim.state === 'HIDDEN' ? 'Bring it back' : 'Hide the claim'}
                grave={claim.state !== 'HIDDEN'}
                label="Moderation"
              >
                <Hidden name="state" value={claim.state === 'HIDDEN' ? 'active' : 'hidden'} />
                <Lines
                  form={forModerate}
                  name="reason"
                  label="Reason"
                  hint="For staff, 20 to 4000 characters."
                  rows={3}
                />
              </ActForm>
            </Section>
          )}
        </article>
      ),
    };
  },
});
