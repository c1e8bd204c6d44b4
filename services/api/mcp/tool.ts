import type { ToolAnnotations } from '@modelcontextprotocol/server';
import type { InputSchema } from '#domain/text/input.ts';
import type { Context } from '#schema/context.ts';

/** What a tool has at hand for one call. */
export interface ToolContext extends Context {
  /** Where the archive process answers this one. */
  readonly archive: string;
  /** Told that an earlier call made what this one asks for (1.6). */
  onReplay(): void;
}

/** What came of a call, before it is put into MCP's form. */
export interface Answer {
  /** A line in the service's own words: counts, ids and cursors, nothing that a member wrote. */
  summary: string;
  /** What the answer holds, in the service's own words and in those of members. */
  body: object;
  /** What the body does not prove (10). */
  notes?: readonly string[];
  /** Where in the body members' words stand, as JSONPath. */
  untrusted: readonly string[];
  /** Of a creation: whether an earlier call under the same key made it (1.6). */
  replayed?: boolean;
}

/** One tool (9). Refusals are thrown. */
export interface Tool {
  name: string;
  title: string;
  description: string;
  /** As the call is judged; clients are shown it without what is meant for this service alone. */
  inputSchema: InputSchema;
  outputSchema: object;
  annotations: ToolAnnotations;
  /** Arguments as a caller would send them, shown in the description; an id stands for one of its kind. */
  example: Readonly<Record<string, unknown>>;
  call(given: Readonly<Record<string, unknown>>, context: ToolContext): Promise<Answer>;
}

/** What a description tells a model that has never seen the registry. */
export interface Told {
  name: `morrowkin_${string}`;
  title: string;
  /** What it does. */
  does: string;
  /** What it will not do, and its limits. */
  limits: string;
  example: Tool['example'];
}

export const describe = ({ does, limits, example }: Told, access: string, notes: readonly string[]): string =>
  [does, limits, access, ...notes, `Example arguments: ${JSON.stringify(example)}`].filter(Boolean).join('\n');
