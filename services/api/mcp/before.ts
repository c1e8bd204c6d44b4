import { type Server, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';

// The transport wants both media types named, although it answers with the first only.
const takesJson = /(^|[\s,])(\*\/\*|application\/(\*|json))/i;
const both = 'application/json, text/event-stream';

/**
 * Answers a message of the protocol version before, in plain JSON: the package's own way of serving it would send every
 * answer as a stream of one event, which is longer and which simple clients cannot read.
 */
export async function answerBefore(
  asked: Request,
  parsedBody: unknown,
  open: () => Server,
  onerror: (error: Error) => void,
): Promise<Response> {
  if (takesJson.test(asked.headers.get('accept') ?? '*/*')) asked.headers.set('accept', both);
  const server = open();
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  transport.onerror = onerror;
  await server.connect(transport);
  try {
    return await transport.handleRequest(asked, { parsedBody });
  } finally {
    await server.close();
  }
}
