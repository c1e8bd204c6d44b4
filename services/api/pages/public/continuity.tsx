import { graphql } from '../../document.ts';
import { page } from '../page.ts';
import { Caveat } from '../parts/caveat.tsx';
import { Empty, Section, Words } from '../parts/facts.tsx';

export const continuity = page({
  path: '/continuity',
  document: graphql(`query ContinuityPage { continuity { successorContacts } }`),
  variables: () => ({}),
  show: ({ continuity: { successorContacts } }) => ({
    title: 'Continuity',
    description: 'What is meant to become of the record, and what is not promised.',
    body: (
      <article class="narrow">
        <h1>Continuity</h1>
        <Caveat of={['continuity']} />
        <Section id="intent" title="Intent">
          <div class="prose">
            <p>
              The record is meant to outlast whoever runs it. Everything public can be mirrored by anyone, page by page,
              with checksums and original addresses; the protocol says how a mirror stays honest.
            </p>
            <p>
              If the institution ends, the wish is that a successor keeps ids, addresses and withdrawals as they are,
              and says plainly that it is a successor.
            </p>
          </div>
        </Section>
        <Section id="limits" title="Limits">
          <div class="prose">
            <ul>
              <li>Where anything says “for ever” or “never”, it holds for as long as the institution runs.</li>
              <li>A mirror is not the institution: it shows what it last read, and nothing private.</li>
              <li>Accounts, credits, forecasts and appeals are in no export and pass to nobody by themselves.</li>
            </ul>
          </div>
        </Section>
        <Section id="contacts" title="Whom to turn to">
          {successorContacts ? <Words text={successorContacts} /> : <Empty>Nobody is named as successor.</Empty>}
        </Section>
      </article>
    ),
  }),
});
