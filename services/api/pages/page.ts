import type { TadaDocumentNode } from 'gql.tada';
import type { Child } from 'hono/jsx';
import type { Viewer } from '#schema/context.ts';
import type { Form, FormState } from './forms/form.ts';

/** Who a page is for; anyone else is told so (401 and 403), or asked to sign in. */
export type Audience = 'everyone' | 'members' | 'staff' | 'administrators';

/** What a page was asked, and by whom. */
export interface Asked {
  origin: string;
  /** The path with its query, as it was asked for. */
  address: string;
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  viewer: Viewer | null;
  /** The state of one of the page's forms: fresh, or as it was sent and refused; `of` tells equal forms apart. */
  form(name: string, of?: string): FormState;
}

/** A list that feed readers and archive readers know by this name (8.7). */
export type Feed = 'claims' | 'checks' | 'resolutions' | 'observations' | 'precedents' | 'challenges';

/** What a page shows. */
export interface View {
  title: string;
  body: Child;
  /** The path under which the thing is known for good; left out, the asked path without its query. */
  canonical?: string;
  description?: string;
  /** The path of the same in JSON, where it has one. */
  json?: string;
  feed?: Feed;
  /** A schema.org description, sent as a data block. */
  linkedData?: object;
}

/** A page: one typed GraphQL document and how its data looks. */
export interface Page {
  path: string;
  audience: Audience;
  document: TadaDocumentNode<unknown, never> | null;
  variables(asked: Asked): Record<string, unknown>;
  /** Null where there is nothing for this caller: 404. */
  show(data: unknown, asked: Asked): View | null;
  forms: readonly Form[];
}

interface Described {
  path: string;
  audience?: Audience;
  forms?: readonly Form[];
}

/** A page whose variables and data are typed by its document. */
export function page<Result, Variables extends Record<string, unknown>>(
  one: Described & {
    document: TadaDocumentNode<Result, Variables>;
    variables(asked: Asked): Variables;
    show(data: Result, asked: Asked): View | null;
  },
): Page {
  return { audience: 'everyone', forms: [], ...one } as Page;
}

/** A page that needs no data. */
export const plainPage = (one: Described & { show(asked: Asked): View }): Page => ({
  audience: 'everyone',
  forms: [],
  ...one,
  document: null,
  variables: () => ({}),
  show: (_data, asked) => one.show(asked),
});
