import type { FeedForm, FeedOf } from '#schema/records/feeds.ts';
import type { Entry } from './entry.ts';

/** A feed in no form yet. */
export interface Feed {
  of: FeedOf;
  title: string;
  /** What the entries are, and what they do not prove. */
  subtitle: string;
  /** PUBLIC_ORIGIN. */
  origin: string;
  /** The page that shows the same. */
  page: string;
  /** Moves forward with every change, and so when something goes. */
  updatedAt: string;
  entries: readonly Entry[];
  /** What went, newest first: its address and when. */
  gone: readonly { url: string; goneAt: string }[];
  /** RFC 5005: an archived document never gets new entries. */
  archived: boolean;
  /** Links by relation (RFC 5005 and `self`), as addresses of a form. */
  links(form: FeedForm): readonly { rel: string; href: string }[];
}

export const generator = 'Morrowkin';
