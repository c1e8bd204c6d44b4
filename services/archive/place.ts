import { Refusal } from '#domain/refusals/refusal.ts';
import { refuseFields } from '#domain/text/input.ts';
import { archiveDatasets, lastCursor, mostRecords } from '#schema/records/protocol.ts';
import type { PagePlace } from './page.ts';

const parameters = ['dataset', 'after', 'limit'] as const;
const wholeNumber = /^(0|[1-9][0-9]*)$/;

/** Which page a query string asks for, or a refusal that names the parameter (1.9, 8.1). A misspelt parameter is refused: ignored, it would answer with page one. */
export function placeOf(search: URLSearchParams): PagePlace {
  const unknown = [...new Set(search.keys())].filter((name) => !parameters.some((known) => known === name));
  if (unknown.length > 0) {
    const errors = unknown.map((field) => ({
      field,
      message: `is not a parameter; there are ${parameters.join(', ')}`,
    }));
    throw new Refusal('input.unknown_field', `Not known: ${unknown.join(', ')}`, { errors });
  }
  for (const field of parameters)
    if (search.getAll(field).length > 1) refuseFields([{ field, message: 'is given more than once' }]);
  return {
    dataset: datasetOf(search.get('dataset')),
    after: cursorOf(search.get('after') ?? '0'),
    limit: limitOf(search.get('limit') ?? String(mostRecords)),
  };
}

function datasetOf(text: string | null): PagePlace['dataset'] {
  const dataset = archiveDatasets.find((one) => one === text);
  return dataset ?? refuseFields([{ field: 'dataset', message: `is one of ${archiveDatasets.join(', ')}` }]);
}

function cursorOf(text: string): number {
  if (wholeNumber.test(text) && Number(text) <= lastCursor) return Number(text);
  throw new Refusal('cursor.invalid', undefined, {
    errors: [{ field: 'after', message: 'is 0 or a cursor that this list gave' }],
  });
}

function limitOf(text: string): number {
  const limit = wholeNumber.test(text) ? Number(text) : 0;
  return limit >= 1 && limit <= mostRecords
    ? limit
    : refuseFields([{ field: 'limit', message: `is a whole number from 1 to ${mostRecords}` }]);
}
