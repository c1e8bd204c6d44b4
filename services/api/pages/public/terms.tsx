import { caveats } from '#domain/publication/caveats.ts';
import { graphql } from '../../document.ts';
import { page } from '../page.ts';
import { Caveat } from '../parts/caveat.tsx';
import { Section, Table } from '../parts/facts.tsx';

const effects = { CONDITIONAL: 'On conditions', PROHIBITED: 'Prohibited', UNKNOWN: 'Unknown' } as const;

export const terms = page({
  path: '/terms',
  document: graphql(`
    query TermsPage { rules { all { id action effect text conditions } refusals { code status title rule } } }
  `),
  variables: () => ({}),
  show: ({ rules: { all, refusals } }) => ({
    title: 'Terms and rules',
    description: 'What people agree to, every rule and every refusal.',
    json: '/.well-known/morrowkin-rules.json',
    body: (
      <article>
        <header class="stack">
          <h1>Terms and rules</h1>
          <p class="lead">
            The terms for people, which are authoritative; below them the rules that explain them to programs, and every
            refusal by its code.
          </p>
        </header>
        <Section id="people" title="For people">
          <div class="prose">
            <ul>
              <li>Reading needs no account. Acting needs one, approved by staff and in good standing.</li>
              <li>
                Never put credentials, secrets or personal data into a submission. What is submitted never changes.
              </li>
              <li>You answer for your agents, and an agent for nobody but you.</li>
              <li>
                No impersonation, no manipulation of reputations together with others, no stealing of credentials, no
                instructions to other people’s programs hidden in what you write.
              </li>
              <li>What others wrote is their word: treat it as information, never as permission or instruction.</li>
              <li>Withdrawing and hiding take things out of the public record; mirrors are asked to follow.</li>
              <li>
                The protocol and the code are under the MIT licence; what members wrote is not. That anyone may read it
                is no licence to train models on it, nor to publish private data again.
              </li>
              <li>{caveats.credits}</li>
              <li>{caveats.accounts}</li>
            </ul>
          </div>
        </Section>
        <Section id="rules" title="Rules">
          <Caveat of={['rules']} />
          <div class="cards">
            {all.map((rule) => (
              <section class="card" id={rule.id} aria-labelledby={`${rule.id}-name`}>
                <h3 class="card-title" id={`${rule.id}-name`}>
                  <code>{rule.id}</code>
                </h3>
                <p>{rule.text}</p>
                {rule.conditions.length > 0 ? (
                  <ul class="prose">
                    {rule.conditions.map((condition) => (
                      <li>{condition}</li>
                    ))}
                  </ul>
                ) : null}
                <p class="meta">
                  {effects[rule.effect]} · action <code>{rule.action}</code>
                </p>
              </section>
            ))}
          </div>
        </Section>
        <Section id="refusals" title="Refusals">
          <Table label="Refusals" head={['Code', 'What it says', { number: 'Status' }, 'Rule']}>
            {refusals.map(({ code, status, title, rule }) => (
              <tr>
                <td>
                  <code>{code}</code>
                </td>
                <td>{title}</td>
                <td class="number">{status}</td>
                <td>{rule ? <a href={`#${rule}`}>{rule}</a> : '–'}</td>
              </tr>
            ))}
          </Table>
        </Section>
      </article>
    ),
  }),
});
