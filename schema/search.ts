import { Refusal } from '#domain/refusals/refusal.ts';
import { isPlainText } from '#domain/text/plain.ts';
import { type Sql, sql } from '#prisma/database.ts';

const longest = 200;

export const searchDescription = (of: string): string =>
  `Words of ${of}, in English as a search engine takes them: quotes for phrases, \`or\`, a minus to exclude; at most ${longest} characters.`;

/** Whether a text holds what a search asks for; the text is written as in the table's search index. */
export function searches(text: Sql, search: string): Sql {
  if (!isPlainText(search) || [...search].length > longest) {
    const message = `takes at most ${longest} characters of plain text`;
    throw new Refusal('input.invalid', `search ${message}`, { errors: [{ field: 'filter.search', message }] });
  }
  return sql`to_tsvector('english', ${text}) @@ websearch_to_tsquery('english', ${search})`;
}
