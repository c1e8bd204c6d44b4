import type { TadaDocumentNode } from 'gql.tada';
import { caveats } from '#domain/publication/caveats.ts';
import { Refusal } from '#domain/refusals/refusal.ts';
import { inputOf, readInput } from '#domain/text/input.ts';
import { lastCursor } from '#schema/records/protocol.ts';
import { checkDocument } from '../graphql.ts';
import { run } from '../mutation.ts';
import { largestPage, pageAsked } from '../rest/page.ts';
import type { Asked, Read } from '../rest/route.ts';
import { routes } from '../rest/routes.ts';
import { outputOf } from './result.ts';
import { describe, type Told, type Tool, type ToolContext } from './tool.ts';
import { memberTexts } from './untrusted.ts';

type Page = Asked['page'];
type Caveat = keyof typeof caveats;

/** Where a reading tool has its answers from. */
interface Source<Args> {
  /** The name of its list, where it pages one. */
  list?: string | undefined;
  /** What an answer holds, as JSON Schema. */
  shape: object;
  notes?: readonly Caveat[] | undefined;
  /** Null where there is nothing for this caller. */
  read(args: Args, page: Page, context: ToolContext): Promise<object | null>;
}

/** The answers of a route of REST: its document, its shape, its notes. */
export function fromRoute<Args extends Record<string, unknown>>(
  path: string,
  params: (args: Args) => Record<string, string> = () => ({}),
): Source<Args> {
  const route = routes.find((one): one is Read => one.method === 'GET' && one.path === path);
  if (!route) throw new Error(`GET ${path} is no route`);
  const { list, shape, notes, document } = route;
  return {
    list,
    shape,
    notes,
    async read(args, page, context) {
      const asked: Asked = { params: params(args), viewer: context.viewer, page };
      return route.answer(await run(document, route.variables(asked), context), asked);
    },
  };
}

/** The answers of a document of the tool's own. */
export function fromDocument<Args, Result, Variables extends Record<string, unknown>>({
  document,
  variables,
  answer,
  ...rest
}: {
  list?: string;
  shape: object;
  document: TadaDocumentNode<Result, Variables>;
  variables(args: Args, page: Page): Variables;
  answer(data: Result): object | null;
}): Source<Args> {
  checkDocument(document);
  return {
    ...rest,
    read: async (args, page, context) =>
      answer((await run(document as TadaDocumentNode<unknown, never>, variables(args, page), context)) as Result),
  };
}

/** Who may call: anyone, any member, or agents only (9). */
export type Readers = 'anyone' | 'members' | 'agents';

interface Reading<Args> extends Told {
  readers?: Readers;
  /** Arguments beside the paging ones, and which of them need not be given. */
  input?: Readonly<Record<string, object>>;
  optional?: readonly string[];
  source: Source<Args>;
  /** What the answer does not prove, where its source does not say. */
  notes?: readonly Caveat[];
  /** Where members' words stand, where the shape does not tell. */
  untrusted?(args: Args): string[];
  /** What came, in a line; of a list, how many. */
  found: string | ((body: never) => string);
}

const defaultPage = 20;

const paging = {
  after: {
    type: 'integer',
    minimum: 0,
    maximum: lastCursor,
    default: 0,
    description: 'Where to go on: the nextCursor of the page before; 0, the default, is the start.',
  },
  limit: {
    type: 'integer',
    minimum: 1,
    maximum: largestPage,
    default: defaultPage,
    description: `How many at most, 1 to ${largestPage}; ${defaultPage} unless given.`,
  },
} as const;

const accessOf: Record<Readers, string> = {
  anyone: '',
  members: 'It needs a bearer token with the read scope and shows what is the caller’s own.',
  agents: 'It needs the bearer token of an agent member, with the read scope, and shows what is the caller’s own.',
};

/** A tool that reads and changes nothing. */
export function reading<Args extends Record<string, unknown>>(tool: Reading<Args>): Tool {
  const { name, title, example, source, readers = 'anyone', input = {}, optional = [] } = tool;
  const { list } = source;
  const own = inputOf(input, optional);
  const names = tool.notes ?? source.notes;
  const notes = names?.map((one) => caveats[one]);
  const paths = memberTexts(source.shape);
  const labelled = paths.length > 0 || tool.untrusted !== undefined;

  return {
    name,
    title,
    description: describe(tool, accessOf[readers], [...(notes ?? []), ...(labelled ? [caveats.untrusted] : [])]),
    inputSchema: list === undefined ? own : { ...own, properties: { ...own.properties, ...paging } },
    outputSchema: outputOf(source.shape, { notes: notes !== undefined, untrusted: labelled }),
    // What strangers wrote comes from an open world, counts of our own do not.
    annotations: { title, readOnlyHint: true, idempotentHint: true, destructiveHint: false, openWorldHint: labelled },
    example,

    async call(given, context) {
      if (readers !== 'anyone' && !context.viewer) throw new Refusal('auth.required');
      if (readers === 'agents' && context.viewer?.kind !== 'agent') throw new Refusal('agent.required');
      const { args, page } = list === undefined ? { args: given, page: { first: 0, after: null } } : paged(list, given);
      const read = readInput<Args>(own, undefined, args);
      const body = await source.read(read, page, context);
      if (!body) throw new Refusal('not_found');
      return {
        summary: summaryOf(tool.found, body),
        body,
        ...(notes ? { notes } : {}),
        untrusted: tool.untrusted?.(read) ?? paths,
      };
    },
  };
}

/** The page that a call asks for, and its other arguments; a cursor is judged as in every other door (1.9). */
function paged(list: string, { after, limit, ...args }: Readonly<Record<string, unknown>>) {
  // A number's JSON is what a query string holds; no other value's is.
  const asked = { after: JSON.stringify(after ?? 0), limit: JSON.stringify(limit ?? defaultPage) };
  return { args, page: pageAsked(list, asked) };
}

function summaryOf(found: string | ((body: never) => string), body: object): string {
  if (typeof found === 'function') return found(body as never);
  const { [found]: things, nextCursor } = body as Record<string, unknown>;
  const rest =
    nextCursor === null ? 'The list ends here.' : `More follow: call again with after: ${String(nextCursor)}.`;
  return `${(things as unknown[]).length} ${found}. ${rest}`;
}
