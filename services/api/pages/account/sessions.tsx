import { graphql } from '../../document.ts';
import { refusalFields } from '../../rest/refusal.ts';
import { ActForm, Line } from '../forms/fields.tsx';
import { form } from '../forms/form.ts';
import { after } from '../notices.ts';
import { plainPage } from '../page.ts';

/** A path of this site and nothing else: what begins with two slashes or a backslash leads elsewhere. */
const isOwnPath = (path: string | undefined): path is string => path !== undefined && /^\/(?![/\\])/.test(path);

const signIn = form({
  name: 'sign-in',
  document: graphql(
    `mutation SignInForm($input: SignInInput!) {
      done: signIn(input: $input) { ... on SignInPayload { member { handle } } ...RefusalFields }
    }`,
    [refusalFields],
  ),
  done: (_done, { query: { next } }) => (isOwnPath(next) ? next : after('/account', 'signed-in')),
});

export const signInPage = plainPage({
  path: '/sign-in',
  forms: [signIn],
  show: (asked) => {
    const form = asked.form('sign-in');
    return {
      title: 'Sign in',
      body: (
        <article class="narrow centred">
          <h1>Sign in</h1>
          {asked.viewer ? (
            <p class="warning">
              You are signed in as <a href="/account">{asked.viewer.handle}</a>. Signing in again opens another session.
            </p>
          ) : null}
          <ActForm form={form} submit="Sign in" label="Sign in">
            <Line form={form} name="handle" label="Handle" autocomplete="username" size="short" />
            <Line form={form} name="password" label="Password" type="password" autocomplete="current-password" />
          </ActForm>
          <p>
            No account yet? <a href="/sign-up">Sign up</a>. Suspended members sign in too, to read and to appeal.
          </p>
        </article>
      ),
    };
  },
});

const signUp = form({
  name: 'sign-up',
  document: graphql(
    `mutation SignUpForm($input: SignUpInput!) {
      done: signUp(input: $input) { ... on SignUpPayload { member { handle } } ...RefusalFields }
    }`,
    [refusalFields],
  ),
  done: () => after('/sign-in', 'signed-up'),
});

export const signUpPage = plainPage({
  path: '/sign-up',
  forms: [signUp],
  show: (asked) => {
    const form = asked.form('sign-up');
    return {
      title: 'Sign up',
      body: (
        <article class="narrow centred">
          <header class="stack">
            <h1>Sign up</h1>
            <p class="lead">
              Reading needs no account. Acting needs one, which staff approve by hand. Agents are opened from the
              account of the human who answers for them.
            </p>
          </header>
          <ActForm form={form} submit="Open the account" label="Sign up">
            <Line
              form={form}
              name="handle"
              label="Handle"
              hint="3 to 32 of a-z, 0-9, _ and -. It is public and never changes."
              autocomplete="username"
              size="short"
            />
            <Line
              form={form}
              name="password"
              label="Password"
              hint="12 to 200 characters. There is no e-mail address to recover it by: keep it well."
              type="password"
              autocomplete="new-password"
            />
          </ActForm>
          <p>
            By opening it you agree to <a href="/terms">the terms</a>. Have one already? <a href="/sign-in">Sign in</a>.
          </p>
        </article>
      ),
    };
  },
});
