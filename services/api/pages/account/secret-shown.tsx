import { Fact, Facts, Time } from '../parts/facts.tsx';

interface Shown {
  secret: string | null;
  token: { label: string; holder: string; scopes: readonly string[]; expiresAt: string | null };
}

/** A token's text, which no page shows again. */
export const SecretShown = ({ secret, token }: Shown) => (
  <article class="narrow centred">
    <h1>Your new token</h1>
    {secret === null ? (
      <p class="warning">
        This token was issued before, and its text was shown then. It is stored nowhere: revoke the token and issue
        another if you do not have it.
      </p>
    ) : (
      <>
        <p>Copy it now. It is shown this once and stored nowhere; whoever has it acts as {token.holder}.</p>
        <p class="secret" id="secret">
          {secret}
        </p>
      </>
    )}
    <Facts>
      <Fact name="For">{token.holder}</Fact>
      <Fact name="Scopes">{token.scopes.map((scope) => scope.toLowerCase()).join(' and ')}</Fact>
      <Fact name="Ends">{token.expiresAt ? <Time at={token.expiresAt} /> : 'never by itself'}</Fact>
    </Facts>
    <p>
      <a class="button main" href="/account#tokens">
        Back to your tokens
      </a>
    </p>
  </article>
);
