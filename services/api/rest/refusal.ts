import { graphql } from '../document.ts';

/** What every mutation document asks of a refusal among its results (1.3). */
export const refusalFields = graphql(`
  fragment RefusalFields on Refusal {
    code detail errors { field message } retryAfter
  }
`);
