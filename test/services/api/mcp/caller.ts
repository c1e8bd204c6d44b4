// Calls of tools as plain HTTP in both protocol versions; every structured answer is held against the schema that the tool declares.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { request } from 'undici';

export const eras = ['2026-07-28', '2025-11-25'] as const;
export type Era = (typeof eras)[number];

export interface Sent {
  as?: { token: string } | undefined;
  era?: Era;
  headers?: Record<string, string>;
}

export interface Message {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: what tests look into without declaring every shape twice
  body: any;
}

export interface Called extends Message {
  // biome-ignore lint/suspicious/noExplicitAny: see above
  data: any;
  refused: boolean;
  /** The text parts. */
  texts: string[];
}

export interface ListedTool {
  name: string;
  title: string;
  description: string;
  inputSchema: { properties: Record<string, object>; required: string[] };
  outputSchema: object;
  annotations: Record<string, boolean | string>;
}

export interface Caller {
  tools: ListedTool[];
  /** Any message, as the version writes it. */
  send(method: string, params: object, sent?: Sent): Promise<Message>;
  call(name: string, given?: unknown, sent?: Sent): Promise<Called>;
}

const envelope = (era: Era) => ({
  'io.modelcontextprotocol/protocolVersion': era,
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
});

export async function openCaller(address: string): Promise<Caller> {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  const validators = new Map<string, ValidateFunction>();

  async function send(method: string, params: object, { as, era = eras[0], headers }: Sent = {}): Promise<Message> {
    const isModern = era === eras[0];
    const { name } = params as { name?: string };
    const answer = await request(`${address}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': era,
        ...(isModern ? { 'mcp-method': method, ...(name === undefined ? {} : { 'mcp-name': name }) } : {}),
        ...(as ? { authorization: `Bearer ${as.token}` } : {}),
        ...headers,
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method,
        params: isModern ? { ...params, _meta: envelope(era) } : params,
      }),
    });
    const text = await answer.body.text();
    const isJson = /^application\/(problem\+)?json/.test(String(answer.headers['content-type']));
    return { status: answer.statusCode, headers: answer.headers, text, body: isJson ? JSON.parse(text) : undefined };
  }

  const listed = await send('tools/list', {});
  const tools: ListedTool[] = listed.body.result.tools;
  for (const { name, outputSchema } of tools) validators.set(name, ajv.compile(outputSchema));

  return {
    tools,
    send,
    async call(name, given = {}, sent = {}) {
      const message = await send('tools/call', { name, arguments: given }, sent);
      const { result } = message.body;
      const data = result?.structuredContent;
      const validate = validators.get(name);
      if (data !== undefined && validate && !validate(data))
        throw new Error(
          `${name} does not fit its output schema: ${ajv.errorsText(validate.errors)} ${JSON.stringify(data)}`,
        );
      const texts = (result?.content ?? []).map((part: { text: string }) => part.text);
      return { ...message, data, refused: result?.isError === true, texts };
    },
  };
}
