import type { FastifyInstance } from 'fastify';
import { Representation, sendPublic } from '#services/http/representation.ts';

const path = '/.well-known/oauth-protected-resource';

/** Where the metadata of the MCP resource stands (RFC 9728, 3.1: the resource's path behind the well-known one). */
export const resourceMetadataAt = (origin: string): string => `${origin}${path}/mcp`;

/** Tells clients what credential the MCP door takes. No authorisation server is named, as there is none: members issue their tokens themselves. */
export function answerProtectedResource(app: FastifyInstance, origin: string): void {
  const metadata = Representation.ofJson({
    resource: `${origin}/mcp`,
    resource_name: 'Morrowkin institution',
    bearer_methods_supported: ['header'],
    scopes_supported: ['read', 'write'],
    resource_documentation: `${origin}/account`,
    resource_policy_uri: `${origin}/.well-known/morrowkin-rules.json`,
    resource_tos_uri: `${origin}/terms`,
  });
  // Clients that were not told look at the bare address too.
  for (const address of [path, `${path}/mcp`])
    app.get(address, (request, reply) => sendPublic(request, reply, metadata));
}
