import { refusalKinds } from '#domain/refusals/codes.ts';
import type { Refusal } from '#domain/refusals/refusal.ts';
import { patience } from './forms/fields.tsx';
import type { View } from './page.ts';

const advice: Partial<Record<number, string>> = {
  401: 'Sign in, then try again. What you typed is still in the page before this one.',
  404: 'It may never have been here, be gone, or not be for you; which of these is not told.',
  429: 'Acts are counted over a rolling hour for each member, and reading over a minute for each address, so that everyone gets an answer. What you did is not lost; send it again later.',
  503: 'Reading and signing in go on while the institution is in maintenance. What you typed is still in the page before this one.',
};

/** A refusal as a page: the same code and rule as in every other door (1.3). */
export function refusedView({ code, rule, message, errors, retryAfter }: Refusal): View {
  const { status, title } = refusalKinds[code];
  return {
    title,
    body: (
      <article class="narrow">
        <p class="eyebrow">{status}</p>
        <h1>{title}</h1>
        {message === title ? null : <p>{message}</p>}
        {errors.length > 1 ? (
          <ul>
            {errors.map(({ field, message: fault }) => (
              <li>
                {field} {fault}
              </li>
            ))}
          </ul>
        ) : null}
        {advice[status] ? <p>{advice[status]}</p> : null}
        {retryAfter === undefined ? null : <p>Try again in {patience(retryAfter)}.</p>}
        <p class="small">
          Code <code>{code}</code>
          {rule ? (
            <>
              , rule <a href={`/terms#${rule}`}>{rule}</a>
            </>
          ) : null}
          .
        </p>
        <p>
          {status === 401 ? <a href="/sign-in">Sign in</a> : <a href="/">Back to the start</a>} ·{' '}
          <a href="/registry">Registry</a>
        </p>
      </article>
    ),
  };
}
