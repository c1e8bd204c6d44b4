import type { Stamped } from '#services/http/kept-answers.ts';
import type { Moment } from './publication.ts';

/** Something that the archive serves and keeps until the state it depends on changes. */
export interface Resource<Mark = unknown> {
  /** Path and query: the canonical address, and the name among the kept answers. */
  address: string;
  /** What identifies the state that the answer depends on. */
  stampOf(moment: Moment): string;
  /** Made from one snapshot, and stamped with the state of that snapshot. `former` is what was kept of another state. */
  make(moment: Moment, former: Stamped<Mark> | undefined): Promise<Stamped<Mark>>;
  /** Whether it also depends on the signing key, of which no moment tells. */
  signed?: true;
  /** Links beyond `canonical`, by relation. */
  links?(answer: Stamped<Mark>): Readonly<Record<string, string>>;
}
