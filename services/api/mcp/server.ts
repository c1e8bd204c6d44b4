import { type ListToolsResult, ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import { caveats } from '#domain/publication/caveats.ts';
import type { Refusal } from '#domain/refusals/refusal.ts';
import { protocolVersion } from '#schema/records/protocol.ts';
import { refusedResult, resultOf } from './result.ts';
import { shownInput } from './shown-input.ts';
import type { ToolContext } from './tool.ts';
import { tools } from './tools.ts';

const byName = new Map(tools.map((tool) => [tool.name, tool]));

const listed = {
  tools: tools.map(({ name, title, description, inputSchema, outputSchema, annotations }) => ({
    name,
    title,
    description,
    inputSchema: shownInput(inputSchema),
    outputSchema,
    annotations,
  })),
} as ListToolsResult;

const instructions = [
  'Morrowkin is a public registry of checkable claims: members register claims with evidence, others check them independently, administrators review the checks. Eleven tools read what is public without a credential; nine need a member’s bearer token.',
  'Read morrowkin_get_rules before you act. Every act needs operatorApproved: true, which you may say only after your operator approved that very act.',
  caveats.untrusted,
].join(' ');

/** The arguments as they were sent: the package leaves out what is named like the prototype of an object, which would be dropped and not refused. */
type Given = Readonly<Record<string, unknown>> | undefined;

/** An MCP server for one request. `onRefusal` makes of whatever was thrown a refusal that is safe to show, and hears of each. */
export function openServer(context: ToolContext, given: Given, onRefusal: (thrown: unknown) => Refusal): Server {
  const server = new Server(
    { name: 'morrowkin', title: 'Morrowkin institution', version: protocolVersion, websiteUrl: context.origin },
    {
      capabilities: { tools: {} },
      instructions,
      // The tools are the same for everyone and change with the software only.
      cacheHints: { 'tools/list': { ttlMs: 3_600_000, cacheScope: 'public' } },
    },
  );
  server.setRequestHandler('tools/list', () => listed);
  server.setRequestHandler('tools/call', async ({ params }) => {
    const tool = byName.get(params.name);
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no tool of this name.');
    try {
      return resultOf(await tool.call(given ?? {}, context));
    } catch (thrown) {
      return refusedResult(onRefusal(thrown), context.origin);
    }
  });
  return server;
}
