import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Representation, sendPublic } from '#services/http/representation.ts';

const welcome = `# Everything public can be read without a credential; \`Authorization: Bearer …\` in the headers names a member.
{
  claims(first: 5) {
    nodes {
      title
      evidence
      author { handle }
    }
  }
}
`;

interface Page {
  html: Representation;
  policy: string;
}

/** The page with everything in it, and a policy that lets in its own script, its workers and the styles its editor makes. */
async function render(): Promise<Page> {
  // A process that nobody asks for it need not hold its 70 MB.
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  const text = renderGraphiQL({ title: 'Morrowkin GraphQL', defaultQuery: welcome });
  const script = text.slice(text.indexOf('<script>') + '<script>'.length, text.lastIndexOf('</script>'));
  const hash = createHash('sha256').update(script).digest('base64');
  return {
    html: new Representation('text/html; charset=utf-8', Buffer.from(text)),
    policy: [
      "default-src 'none'",
      `script-src 'sha256-${hash}'`,
      'worker-src blob:',
      "style-src 'unsafe-inline'",
      'img-src data:',
      'font-src data:',
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
  };
}

let page: Promise<Page> | undefined;

/** A page to write queries on, from local files only; made when first asked for, as it is large. */
export async function sendGraphiql(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  page ??= render();
  const { html, policy } = await page;
  void reply.header('content-security-policy', policy);
  return sendPublic(request, reply, html);
}

/** Whether a browser asks for a page rather than a program for an answer. */
export const wantsPage = ({ method, query, headers }: FastifyRequest): boolean =>
  method === 'GET' &&
  (query as Record<string, unknown>).query === undefined &&
  /(^|,)\s*text\/html\s*(;|,|$)/.test(headers.accept ?? '');
