import type { TadaDocumentNode } from 'gql.tada';
import type { caveats } from '#domain/publication/caveats.ts';
import type { Viewer } from '#schema/context.ts';

/** A GET: one typed GraphQL document, the variables that a request gives it, and the shape its data is answered in. */
export interface Read {
  method: 'GET';
  /** Below the base, as the protocol writes it: `/registry/{id}`. */
  path: string;
  summary: string;
  /** Whether it is the caller's own and needs a credential. */
  own: boolean;
  /** The name of its list, where it pages one. */
  list?: string;
  /** What its answers say of what the labels, counts and stakes they show do not prove (10). */
  notes?: readonly (keyof typeof caveats)[];
  /** What an answer holds beside its notes, as JSON Schema. */
  shape: object;
  document: TadaDocumentNode<unknown, never>;
  variables(asked: Asked): Record<string, unknown>;
  /** Null where there is nothing for this caller. */
  answer(data: unknown, asked: Asked): object | null;
}

/** A POST or PATCH: the ways its body can go, each one mutation. */
export interface Write {
  method: 'POST' | 'PATCH';
  path: string;
  summary: string;
  /** What an answer holds, as JSON Schema. */
  shape: object;
  /** The first whose `holds` the body holds is taken, else the last. */
  ways: readonly [Way, ...Way[]];
}

export interface Way {
  /** Members of the body that choose this way and are no input of its act. */
  holds?: Readonly<Record<string, string | boolean>>;
  /** Input fields that the path gives, by the name of the path's parameter. */
  given?: Readonly<Record<string, string>>;
  /** Input fields that the path gives and the body must repeat. */
  repeated?: Readonly<Record<string, string>>;
  document: TadaDocumentNode<{ done: unknown }, never>;
  answer(done: unknown, origin: string): Done;
}

/** What a creation or change made, as its answer shows it. */
export interface Done {
  body: object;
  /** Its own address below the base, where it has one. */
  location?: string;
}

export type Route = Read | Write;

/** What a read was asked. */
export interface Asked {
  params: Readonly<Record<string, string>>;
  viewer: Viewer | null;
  /** The page asked for, of a route that pages a list. */
  page: { first: number; after: string | null };
}

type Shown<Result, Variables> = Omit<Read, 'method' | 'own' | 'document' | 'variables' | 'answer'> & {
  own?: boolean;
  document: TadaDocumentNode<Result, Variables>;
  variables(asked: Asked): Variables;
  answer(data: Result, asked: Asked): object | null;
};

/** A read whose variables and answer are typed by its document. */
export function read<Result, Variables extends Record<string, unknown>>(route: Shown<Result, Variables>): Read {
  return { own: false, ...route, method: 'GET' } as Read;
}

/** A refusal that a mutation gives as a member of its result (1.3). */
interface Refused {
  code: string;
}

type Payload<Result> = Exclude<Result, Refused | null>;

/** One way of a write, its answer typed by the payload of its document's only field, `done`. */
export function way<Result>(
  one: Omit<Way, 'document' | 'answer'> & {
    document: TadaDocumentNode<{ done: Result }, never>;
    answer(done: Payload<Result>, origin: string): Done;
  },
): Way {
  return one as Way;
}

export const write = (
  method: Write['method'],
  path: string,
  summary: string,
  shape: object,
  ...ways: [Way, ...Way[]]
): Write => ({
  method,
  path,
  summary,
  shape,
  ways,
});
