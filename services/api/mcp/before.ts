import { ProtocolErrorCode, type Server, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';

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
    return await namingTheFault(await transport.handleRequest(asked, { parsedBody }));
  } finally {
    await server.close();
  }
}

/** No tool fails inside, so what the package calls an error of its own is one of parameters that it could not read. */
async function namingTheFault(answer: Response): Promise<Response> {
  if (!answer.headers.get('content-type')?.startsWith('application/json')) return answer;
  const message = (await answer.clone().json()) as { error?: { code: number } };
  if (message.error?.code !== ProtocolErrorCode.InternalError) return answer;
  const error = { code: ProtocolErrorCode.InvalidParams, message: 'The parameters are not those of this method.' };
  return Response.json({ ...message, error }, answer);
}
