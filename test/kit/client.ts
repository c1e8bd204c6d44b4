// A client of REST and GraphQL over real HTTP that holds every answer against the service's own OpenAPI description.
import { randomUUID } from 'node:crypto';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { request } from 'undici';

export interface Sent {
  /** A bearer token. */
  as?: { token: string } | undefined;
  /** Sent as JSON; a string or bytes are sent as they are. */
  body?: unknown;
  /** The idempotency key; null for none. A POST has one of its own unless told. */
  key?: string | null;
  headers?: Record<string, string>;
}

export interface Answered {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  // What tests look into without declaring every shape twice; the description is what it is held against.
  // biome-ignore lint/suspicious/noExplicitAny: a JSON answer of any route
  body: any;
  text: string;
}

interface Described {
  paths: Record<string, Record<string, { responses: Record<string, { content: Record<string, { schema: object }> }> }>>;
  components: { schemas: Record<string, object> };
}

export interface Client {
  call(method: string, path: string, sent?: Sent): Promise<Answered>;
  get(path: string, sent?: Sent): Promise<Answered>;
  post(path: string, body: unknown, sent?: Sent): Promise<Answered>;
  patch(path: string, body: unknown, sent?: Sent): Promise<Answered>;
  /** Sends a GraphQL document. */
  graphql(query: string, variables?: unknown, sent?: Sent): Promise<Answered>;
}

const base = '/api/community';

/** Everything below the base; an answer that the description does not describe fails the test. */
export async function openClient(address: string): Promise<Client> {
  const described = (await (await request(`${address}${base}/openapi.json`)).body.json()) as Described;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  // Formats of input texts, which no answer is judged by.
  for (const format of ['plain-text', 'evidence-address']) ajv.addFormat(format, true);
  const validators = new Map<object, ValidateFunction>();

  function hold(method: string, path: string, { status, headers, body }: Answered): void {
    const type = String(headers['content-type']).split(';')[0] ?? '';
    const template = Object.keys(described.paths)
      .toSorted((a, b) => a.split('{').length - b.split('{').length)
      .find((one) => new RegExp(`^${one.replace(/\{\w+\}/g, '[^/]+')}$`).test(path.split('?')[0] ?? ''));
    const operation = template && described.paths[template]?.[method.toLowerCase()];
    if (!operation) return;
    const answer = operation.responses[status];
    if (!answer)
      throw new Error(
        `${method} ${path} answered ${status}, which its description does not name: ${JSON.stringify(body)}`,
      );
    const schema =
      type === 'application/problem+json' ? described.components.schemas.Problem : answer.content[type]?.schema;
    if (!schema) throw new Error(`${method} ${path} answered ${type}, which its description does not name`);
    const validate = validators.get(schema) ?? ajv.compile(schema);
    validators.set(schema, validate);
    if (!validate(body))
      throw new Error(`${method} ${path} does not fit its description: ${ajv.errorsText(validate.errors)}`);
  }

  async function call(method: string, path: string, { as, body, key, headers }: Sent = {}): Promise<Answered> {
    const raw = typeof body === 'string' || Buffer.isBuffer(body) || body === undefined;
    const answer = await request(`${address}${base}${path}`, {
      method: method as 'GET',
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(as ? { authorization: `Bearer ${as.token}` } : {}),
        ...(method === 'POST' && key !== null ? { 'idempotency-key': key ?? randomUUID() } : {}),
        ...headers,
      },
      body: raw ? ((body as string | Buffer | undefined) ?? null) : JSON.stringify(body),
    });
    const text = await answer.body.text();
    const json = String(answer.headers['content-type']).includes('json') && text !== '';
    const answered = {
      status: answer.statusCode,
      headers: answer.headers,
      body: json ? JSON.parse(text) : undefined,
      text,
    };
    if (json) hold(method, path, answered);
    return answered;
  }

  return {
    call,
    get: (path, sent) => call('GET', path, sent),
    post: (path, body, sent) => call('POST', path, { ...sent, body }),
    patch: (path, body, sent) => call('PATCH', path, { ...sent, body }),
    graphql: (query, variables, sent) => call('POST', '/graphql', { key: null, ...sent, body: { query, variables } }),
  };
}
