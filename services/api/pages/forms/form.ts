import { randomUUID } from 'node:crypto';
import type { TadaDocumentNode } from 'gql.tada';
import type { FieldError, Refusal } from '#domain/refusals/refusal.ts';
import type { Asked, View } from '../page.ts';

/** A form of a page: the mutation it sends, and where its sender goes once it is done. */
export interface Form {
  name: string;
  document: TadaDocumentNode<{ done: unknown }, never>;
  /** Input that the page or the form's subject gives. */
  given?(asked: Sending): Record<string, unknown>;
  /** The input as the act takes it, from the fields as they are easier to fill in. */
  reshape?(input: Record<string, unknown>): Record<string, unknown>;
  /** A path to go to, or something to show this once. */
  done(payload: unknown, asked: Sending): string | View;
}

/** What a form sends, beside its fields. */
export interface Sending {
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  /** The subject of one of several equal forms; empty where there is one. */
  of: string;
  fields: URLSearchParams;
}

interface Refused {
  code: string;
}

type Payload<Result> = Exclude<Result, Refused | null>;

/** A form whose payload is typed by its mutation document's only field, `done`. */
export const form = <Result>(
  one: Omit<Form, 'document' | 'done'> & {
    document: TadaDocumentNode<{ done: Result }, never>;
    done(payload: Payload<Result>, asked: Sending): string | View;
  },
): Form => one as Form;

/** How a form stands on its page. */
export interface FormState {
  name: string;
  of: string;
  /** Where it is sent. */
  action: string;
  /** The session's CSRF token (1.4); empty for visitors. */
  csrf: string;
  /** The idempotency key (1.6): sending twice what was rendered once makes one thing. */
  key: string;
  /** What was typed, once it was sent and refused. */
  typed: URLSearchParams | null;
  refusal: Refusal | null;
  errors: readonly FieldError[];
}

/** What a form was sent with and refused for. */
export interface RefusedForm {
  name: string;
  of: string;
  key: string;
  fields: URLSearchParams;
  refusal: Refusal;
}

/** Names of a form's own fields; no act has such a field. */
export const own = { form: '_form', of: '_of', key: '_key', csrf: '_csrf' } as const;

/** The state of a form of this name and subject. */
export function formState(
  name: string,
  of: string,
  { action, csrf, refused }: { action: string; csrf: string; refused: RefusedForm | null },
): FormState {
  const sent = refused?.name === name && refused.of === of ? refused : null;
  // A key that was used for something else is of no more use.
  const key = sent && sent.refusal.code !== 'idempotency.mismatch' ? sent.key : randomUUID();
  return {
    name,
    of,
    action,
    csrf,
    key,
    typed: sent?.fields ?? null,
    refusal: sent?.refusal ?? null,
    errors: sent?.refusal.errors ?? [],
  };
}

/** The id of a field in its page. */
export const fieldId = ({ name, of }: FormState, field: string): string =>
  [name, of, field]
    .filter(Boolean)
    .join('-')
    .replace(/[^\w-]/g, '-');

/** Whether an asked page has a form of this name that was refused. */
export const isRefused = (asked: Asked, name: string, of = ''): boolean => asked.form(name, of).refusal !== null;
