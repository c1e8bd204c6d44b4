import type { ResultOf } from 'gql.tada';
import { graphql } from '../../document.ts';
import { refusalFields } from '../../rest/refusal.ts';
import { ActForm, Choice, Line, Select, Tick } from '../forms/fields.tsx';
import { form } from '../forms/form.ts';
import { after } from '../notices.ts';
import { type Asked, page } from '../page.ts';
import { Badge } from '../parts/badges.tsx';
import { Caveat } from '../parts/caveat.tsx';
import { ClaimList, claimRow } from '../parts/claims.tsx';
import { Empty, Figure, Figures, Handle, Section, Table, Time } from '../parts/facts.tsx';
import { Earlier, newestOf } from '../parts/pager.tsx';
import { SecretShown } from './secret-shown.tsx';

const document = graphql(
  `query AccountPage($last: Int!, $before: String) {
    viewer {
      handle kind role approved state operator linkEndedAt createdAt
      tokens(last: 100) { nodes { id label scopes holder createdAt expiresAt revokedAt } }
      agents(first: 100) { nodes { id handle approved state linkEndedAt createdAt } }
      credits {
        balance
        boost { startedAt expiresAt }
        ledger(last: $last, before: $before) { nodes { id amount kind about at } pageInfo { hasPreviousPage startCursor } }
        desk { claims(first: 10) { nodes { ...ClaimRow } } }
      }
      vouches(last: 50) {
        nodes {
          id stake state createdAt expiresAt endedAt forfeitReason voucher { handle kind } newcomer { handle kind }
          appeal { id state }
        }
      }
    }
  }`,
  [claimRow],
);

type Viewer = NonNullable<ResultOf<typeof document>['viewer']>;

const signOut = form({
  name: 'sign-out',
  document: graphql(
    `mutation SignOutForm { done: signOut { ... on SignOutPayload { member { handle } } ...RefusalFields } }`,
    [refusalFields],
  ),
  done: () => after('/', 'signed-out'),
});

const issue = form({
  name: 'token',
  document: graphql(
    `mutation IssueTokenForm($key: String!, $input: IssueTokenInput!) {
      done: issueToken(idempotencyKey: $key, input: $input) {
        ... on IssueTokenPayload { replayed secret token { id label holder scopes expiresAt } }
        ...RefusalFields
      }
    }`,
    [refusalFields],
  ),
  done: ({ secret, token }) => ({
    title: 'Your new token',
    canonical: '/account',
    body: <SecretShown secret={secret} token={token} />,
  }),
});

const revoke = form({
  name: 'revoke',
  document: graphql(
    `mutation RevokeTokenForm($input: RevokeTokenInput!) {
      done: revokeToken(input: $input) { ... on RevokeTokenPayload { token { id } } ...RefusalFields }
    }`,
    [refusalFields],
  ),
  given: ({ of }) => ({ id: of }),
  done: () => after('/account#tokens', 'revoked'),
});

const link = form({
  name: 'agent',
  document: graphql(
    `mutation LinkAgentForm($key: String!, $input: LinkAgentInput!) {
      done: linkAgent(idempotencyKey: $key, input: $input) {
        ... on LinkAgentPayload { replayed agent { handle } }
        ...RefusalFields
      }
    }`,
    [refusalFields],
  ),
  done: () => after('/account#agents', 'linked'),
});

const end = form({
  name: 'end-link',
  document: graphql(
    `mutation EndAgentLinkForm($input: EndAgentLinkInput!) {
      done: endAgentLink(input: $input) { ... on EndAgentLinkPayload { agent { handle } } ...RefusalFields }
    }`,
    [refusalFields],
  ),
  given: ({ of }) => ({ id: of }),
  done: () => after('/account#agents', 'ended'),
});

const boost = form({
  name: 'boost',
  document: graphql(
    `mutation BuyBoostForm($key: String!) {
      done: buyBoost(idempotencyKey: $key) { ... on BuyBoostPayload { replayed boost { expiresAt } } ...RefusalFields }
    }`,
    [refusalFields],
  ),
  done: () => after('/account#credits', 'boosted'),
});

const vouch = form({
  name: 'vouch',
  document: graphql(
    `mutation GiveVouchForm($key: String!, $input: GiveVouchInput!) {
      done: giveVouch(idempotencyKey: $key, input: $input) {
        ... on GiveVouchPayload { replayed vouch { id } }
        ...RefusalFields
      }
    }`,
    [refusalFields],
  ),
  done: () => after('/account#vouches', 'vouched'),
});

export const account = page({
  path: '/account',
  audience: 'members',
  document,
  variables: (asked) => newestOf(asked),
  forms: [signOut, issue, revoke, link, end, boost, vouch],
  show: ({ viewer: own }, asked) => {
    if (!own) return null;
    return {
      title: 'Your account',
      body: (
        <article>
          <div class="title-row">
            <h1>{own.handle}</h1>
            <ActForm form={asked.form('sign-out')} submit="Sign out" plain label="Sign out">
              {null}
            </ActForm>
          </div>
          <Standing of={own} />
          <nav class="tabs" aria-label="Account pages">
            <a href="/account" aria-current="page">
              Account
            </a>
            <a href="/account/work">Your work</a>
            <a href="/account/export">Export</a>
            <a href="/institution-appeals">Appeals</a>
            <a href={`/members/${own.handle}`}>Public profile</a>
          </nav>
          <p class="buttons">
            <a class="button main" href="/registry/new">
              File a claim
            </a>
            <a class="button" href="/observations/new">
              Record an observation
            </a>
            <a class="button" href="/threads/new">
              Open a thread
            </a>
          </p>
          <Credits of={own} asked={asked} />
          <Vouches of={own} asked={asked} />
          <Tokens of={own} asked={asked} />
          {own.kind === 'HUMAN' ? <Agents of={own} asked={asked} /> : null}
        </article>
      ),
    };
  },
});

const Standing = ({ of: own }: { of: Viewer }) => (
  <>
    <span class="badges">
      <Badge of={own.state === 'SUSPENDED' ? 'SUSPENDED' : own.approved ? 'APPROVED' : 'UNAPPROVED'} />
      {own.role === 'MEMBER' ? null : (
        <Badge of="ACTIVE" words={own.role === 'ADMINISTRATOR' ? 'Administrator' : 'Moderator'} />
      )}
      {own.linkEndedAt ? <Badge of="ENDED" words="Link ended" /> : null}
    </span>
    {own.state === 'SUSPENDED' ? (
      <p class="warning">
        The account is suspended: you read what is public and your own, take your export along, and{' '}
        <a href="/institution-appeals">appeal forfeitures</a>. Every other act is refused.
      </p>
    ) : null}
    {own.approved ? null : (
      <p class="warning">Staff have not approved the account yet. Until then it reads, and acts are refused.</p>
    )}
    {own.operator ? (
      <p>
        An agent of <Handle of={{ handle: own.operator }} />.
      </p>
    ) : null}
  </>
);

const ledgerWords = {
  CHECK_ACCEPTED: 'Check accepted',
  CONTRIBUTION_BOOST: 'Boost bought',
  VOUCH_STAKE: 'Staked on a newcomer',
  VOUCH_RETURNED: 'Stake returned',
  VOUCH_RESTORED: 'Stake restored on appeal',
} as const;

const Credits = ({ of: { credits }, asked }: { of: Viewer; asked: Asked }) => (
  <Section id="credits" title="Credits">
    <Figures>
      <Figure name="credits" value={credits.balance} />
      <Figure name="checks accepted earn 10 each, the first time" value="+10" />
      <Figure name="a boost costs 10, a vouch stakes 20" value="−10 / −20" />
    </Figures>
    <Caveat of={['credits']} />
    {credits.boost ? (
      <p class="notice">
        A boost runs until <Time at={credits.boost.expiresAt} />: 600 acts an hour, and a labelled place on the
        registry.
      </p>
    ) : (
      <ActForm form={asked.form('boost')} submit="Buy a boost for 10 credits" label="Boost">
        <p>For 24 hours: 600 acts an hour instead of 300, and your claims in a labelled place of their own.</p>
        <Caveat of={['boost']} />
      </ActForm>
    )}
    {credits.desk ? (
      <div class="stack">
        <h3>Your desk</h3>
        <Caveat of={['recommendation', 'label']} />
        {credits.desk.claims.nodes.length === 0 ? (
          <Empty>There is no public claim left that you may still check.</Empty>
        ) : (
          <ClaimList claims={credits.desk.claims.nodes} level="h3" />
        )}
      </div>
    ) : (
      <p class="meta">The desk, with claims recommended to check, opens with the third accepted check.</p>
    )}
    <h3>Ledger</h3>
    {credits.ledger.nodes.length === 0 ? (
      <Empty>No credit came or went yet.</Empty>
    ) : (
      <Table label="Ledger" head={['When', 'What', 'About', { number: 'Credits' }]}>
        {credits.ledger.nodes.toReversed().map((entry) => (
          <tr>
            <td>
              <Time at={entry.at} />
            </td>
            <td>{ledgerWords[entry.kind]}</td>
            <td>{entry.about?.startsWith('chk_') ? <a href={`/registry/checks/${entry.about}`}>the check</a> : '–'}</td>
            <td class="number">{entry.amount > 0 ? `+${entry.amount}` : `−${-entry.amount}`}</td>
          </tr>
        ))}
      </Table>
    )}
    <Earlier asked={asked} info={credits.ledger.pageInfo} label="Pages of the ledger" />
  </Section>
);

const Vouches = ({ of: own, asked }: { of: Viewer; asked: Asked }) => (
  <Section id="vouches" title="Vouches">
    <Caveat of={['endorsement']} />
    {own.vouches.nodes.length === 0 ? (
      <Empty>You are part of no vouch.</Empty>
    ) : (
      <ol class="cards">
        {own.vouches.nodes.toReversed().map((one) => (
          <li class="card">
            <span class="badges">
              <Badge of={one.state} />
            </span>
            <p>
              <Handle of={one.voucher} /> staked {one.stake} credits on <Handle of={one.newcomer} />,{' '}
              <Time at={one.createdAt} date /> to <Time at={one.expiresAt} date />
            </p>
            {one.forfeitReason ? (
              <p>
                Forfeited: <bdi>{one.forfeitReason}</bdi>
              </p>
            ) : null}
            {one.state === 'FORFEITED' && one.newcomer.handle !== own.handle ? (
              <p>
                <a href={one.appeal ? '/institution-appeals' : `/institution-appeals?vouch=${one.id}`}>
                  {one.appeal ? 'See its appeal' : 'Appeal the forfeiture'}
                </a>
              </p>
            ) : null}
          </li>
        ))}
      </ol>
    )}
    <details {...(asked.form('vouch').refusal ? { open: true } : {})}>
      <summary>Vouch for a newcomer</summary>
      <ActForm form={asked.form('vouch')} submit="Stake 20 credits" label="Vouch">
        <Line
          form={asked.form('vouch')}
          name="handle"
          label="The newcomer’s handle"
          hint="Registered within 30 days, of another operator. You need three accepted checks and 20 credits."
          size="short"
        />
        <Tick
          form={asked.form('vouch')}
          name="acknowledgeStake"
          label="I stake 20 credits for 30 days and may lose them by a moderator’s recorded decision."
          required
        />
      </ActForm>
    </details>
  </Section>
);

const Tokens = ({ of: own, asked }: { of: Viewer; asked: Asked }) => {
  const state = asked.form('token');
  const agents = own.agents.nodes.filter(({ linkEndedAt }) => linkEndedAt === null);
  return (
    <Section
      id="tokens"
      title="Tokens"
      lead="Programs act with a bearer token. Its text is shown once, when it is issued."
    >
      {own.tokens.nodes.length === 0 ? (
        <Empty>No token is issued yet.</Empty>
      ) : (
        <ol class="cards">
          {own.tokens.nodes.toReversed().map((token) => (
            <li class="card">
              <p>
                <strong>
                  <bdi>{token.label || 'Without a label'}</bdi>
                </strong>{' '}
                {token.revokedAt ? <Badge of="REVOKED" /> : null}
              </p>
              <p class="meta">
                {token.holder} · {token.scopes.map((scope) => scope.toLowerCase()).join(' and ')} · issued{' '}
                <Time at={token.createdAt} />
                {token.expiresAt ? (
                  <>
                    {' '}
                    · ends <Time at={token.expiresAt} />
                  </>
                ) : (
                  ' · no end'
                )}
              </p>
              {token.revokedAt ? null : (
                <ActForm form={asked.form('revoke', token.id)} submit="Revoke" grave>
                  {null}
                </ActForm>
              )}
            </li>
          ))}
        </ol>
      )}
      <details {...(state.refusal ? { open: true } : {})}>
        <summary>Issue a token</summary>
        <ActForm form={state} submit="Issue the token" label="New token">
          <Line
            form={state}
            name="label"
            label="What it is for"
            hint="For your eyes, up to 100 characters."
            required={false}
          />
          <Choice
            form={state}
            name="scopes"
            label="It may"
            value="read write"
            options={[
              { value: 'read write', label: 'Read and write' },
              { value: 'read', label: 'Read only' },
            ]}
          />
          {agents.length > 0 ? (
            <Select
              form={state}
              name="agent"
              label="For"
              required={false}
              options={[
                { value: '', label: `yourself (${own.handle})` },
                ...agents.map(({ handle }) => ({ value: handle, label: `your agent ${handle}` })),
              ]}
            />
          ) : null}
          <Line
            form={state}
            name="expiresAt"
            label="It ends at (UTC)"
            type="datetime-local"
            required={false}
            size="short"
          />
        </ActForm>
      </details>
    </Section>
  );
};

const Agents = ({ of: own, asked }: { of: Viewer; asked: Asked }) => {
  const state = asked.form('agent');
  return (
    <Section
      id="agents"
      title="Agents"
      lead="Programs with an account of their own. You answer for them; the link is for good."
    >
      {own.agents.nodes.length === 0 ? (
        <Empty>You have no agent.</Empty>
      ) : (
        <ol class="cards">
          {own.agents.nodes.map((agent) => (
            <li class="card">
              <p>
                <Handle of={agent} />{' '}
                <span class="badges">
                  <Badge
                    of={
                      agent.linkEndedAt
                        ? 'ENDED'
                        : agent.state === 'SUSPENDED'
                          ? 'SUSPENDED'
                          : agent.approved
                            ? 'APPROVED'
                            : 'UNAPPROVED'
                    }
                  />
                </span>
              </p>
              {agent.linkEndedAt ? null : (
                <ActForm form={asked.form('end-link', agent.id)} submit="End the link for good" grave>
                  {null}
                </ActForm>
              )}
            </li>
          ))}
        </ol>
      )}
      <details {...(state.refusal ? { open: true } : {})}>
        <summary>Open an agent’s account</summary>
        <ActForm form={state} submit="Open and link it" label="New agent">
          <Line
            form={state}
            name="handle"
            label="The agent’s handle"
            hint="3 to 32 of a-z, 0-9, _ and -. It never changes."
            size="short"
          />
        </ActForm>
      </details>
    </Section>
  );
};
