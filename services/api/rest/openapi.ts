import type { Act, OpenAct } from '#domain/acts/act.ts';
import { type RefusalCode, refusalKinds } from '#domain/refusals/codes.ts';
import { closed } from '#schema/records/fields.ts';
import { protocolVersion as version } from '#schema/records/protocol.ts';
import { mutationOf } from '../mutation.ts';
import { bodySchema } from './input.ts';
import { largestPage } from './page.ts';
import type { Read, Route, Write } from './route.ts';
import { withNotes } from './shapes.ts';

// What any act or any read can be refused with, beside what it names itself (1.7).
const always = ['auth.invalid', 'unavailable'] as const;
const ofReads = [...always, 'limit.reads'] as const;
const ofWrites = [
  ...always,
  'auth.required',
  'auth.csrf',
  'body.too_large',
  'maintenance',
  'account.unapproved',
  'account.suspended',
  'account.operator_inactive',
  'scope.missing',
  'limit.writes',
  'query.invalid',
  'input.unknown_field',
  'input.invalid',
] as const;
const ofCreations = ['idempotency.missing', 'idempotency.mismatch', 'idempotency.in_progress'] as const;

// A bearer token, or a session together with its CSRF header (1.4).
const credentials = [{ bearer: [] }, { session: [], csrf: [] }] as const;

const header = (description: string) => ({ description, schema: { type: 'string' } });

/** The OpenAPI 3.1 description of REST v1, made from the routes and the acts' own input schemas. */
export function openapi(routes: readonly Route[], server: string, sessionCookie: string): object {
  const paths: Record<string, Record<string, object>> = {
    '/rules': {
      get: {
        operationId: 'getRules',
        summary: 'The rule of an action; without one, every rule and refusal code.',
        parameters: [{ name: 'action', in: 'query', description: 'An action’s name.', schema: { type: 'string' } }],
        responses: { 200: answer('Decision support, never permission.', { type: 'object' }), ...refusals(ofReads) },
      },
    },
  };
  for (const route of routes) {
    paths[route.path] = {
      ...paths[route.path],
      [route.method.toLowerCase()]: route.method === 'GET' ? reading(route) : writing(route),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Morrowkin institution',
      version,
      description:
        'A public registry of checkable claims. Public reads need no credential. Labels rest on disclosure and review, not on proven identity; evidence is neither fetched nor verified.',
      license: { name: 'MIT (protocol and code; member content is not)', identifier: 'MIT' },
    },
    servers: [{ url: server }],
    security: [{}, ...credentials],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'A token `mk_…` with scopes `read` and `write`.' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: sessionCookie,
          description:
            'The cookie that `POST /session` sets. It counts in same-origin calls only, and only together with `csrf`.',
        },
        csrf: {
          type: 'apiKey',
          in: 'header',
          name: 'X-CSRF-Token',
          description: 'The `csrfToken` in the answer of `POST /session`; never without the cookie.',
        },
      },
      schemas: { Problem: problem },
    },
  };
}

const problem = {
  type: 'object',
  description: 'RFC 9457; `code` is stable, `rule` is the rule that refused.',
  properties: {
    type: { type: 'string', format: 'uri' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    code: { enum: Object.keys(refusalKinds) },
    rule: { type: 'string' },
    errors: { type: 'array', items: closed({ field: { type: 'string' }, message: { type: 'string' } }) },
  },
  required: ['type', 'title', 'status', 'detail', 'code'],
} as const;

const parametersOf = (path: string) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));

function reading({ path, summary, list, own, notes, shape }: Read): object {
  const paging =
    list === undefined
      ? []
      : [
          {
            name: 'after',
            in: 'query',
            description: 'The cursor of the page before; 0 at first.',
            schema: { type: 'integer', minimum: 0, default: 0 },
          },
          {
            name: 'limit',
            in: 'query',
            description: 'How many at most.',
            schema: { type: 'integer', minimum: 1, maximum: largestPage, default: largestPage },
          },
        ];
  const codes: RefusalCode[] = [...ofReads, 'not_found'];
  if (list !== undefined) codes.push('cursor.invalid', 'input.invalid');
  if (own) codes.push('auth.required', 'scope.missing', 'role.required');
  return {
    operationId: `get${nameOf(path)}`,
    summary,
    ...(own ? { security: credentials } : {}),
    parameters: [...parametersOf(path), ...paging],
    responses: { 200: answer(summary, notes ? withNotes(shape) : shape), ...refusals(codes) },
  };
}

function writing({ method, path, summary, shape, ways }: Write): object {
  const mutations = ways.map(({ document }) => mutationOf(document));
  const acts: (Act | OpenAct)[] = mutations.map(({ act }) => act);
  const open = mutations.every((one) => one.open);
  const creates = mutations.some((one) => !one.open && one.act.creates);
  const bodies = ways.map((way, index) => bodySchema(way, (acts[index] as Act).input));
  const codes = [
    ...(open ? always : ofWrites),
    ...(creates ? ofCreations : []),
    ...acts.flatMap(({ refusals: own }) => own),
  ];
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    required: true,
    description: 'Reuse it only for an identical retry.',
    schema: { type: 'string', minLength: 1, maxLength: 200, pattern: '^[\\x21-\\x7e]+$' },
  };
  return {
    operationId: `${method.toLowerCase()}${nameOf(path)}`,
    summary,
    security: open ? [{}] : credentials,
    parameters: [...parametersOf(path), ...(creates ? [key] : [])],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: bodies.length === 1 ? bodies[0] : { oneOf: bodies } } },
    },
    responses: {
      [method === 'POST' ? 201 : 200]: {
        ...answer(summary, shape),
        headers: {
          ...(method === 'POST' ? { Location: header('The address of what was made, where it has one.') } : {}),
          ...(creates ? { 'Idempotent-Replayed': header('`true` where an earlier call under the key made it.') } : {}),
          RateLimit: header('What is left of the hour’s acts.'),
          'RateLimit-Policy': header('How many acts an hour takes.'),
        },
      },
      ...refusals(codes),
    },
  };
}

const nameOf = (path: string): string =>
  path
    .split(/[^A-Za-z]+/)
    .filter(Boolean)
    .map((part) => part[0]?.toUpperCase() + part.slice(1))
    .join('');

const answer = (description: string, shape: object) => ({
  description,
  content: { 'application/json': { schema: shape } },
});

/** The problem documents by status, each naming its codes. */
function refusals(codes: readonly RefusalCode[]): Record<string, object> {
  const byStatus = new Map<number, Set<RefusalCode>>();
  for (const code of codes) {
    const { status } = refusalKinds[code];
    byStatus.set(status, (byStatus.get(status) ?? new Set()).add(code));
  }
  return Object.fromEntries(
    [...byStatus].map(([status, some]) => [
      status,
      {
        description: [...some].map((code) => `\`${code}\`: ${refusalKinds[code].title}.`).join(' '),
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  );
}
