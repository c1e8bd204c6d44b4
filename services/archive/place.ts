import { Refusal } from '#domain/refusals/refusal.ts';
import { refuseFields } from '#domain/text/input.ts';
import { archiveDatasets, lastCursor, mostRecords } from '#schema/records/protocol.ts';
import type { PagePlace } from './page.ts';

const wholeNumber = /^(0|[1-9][0-9]*)$/;

/** Which page a query string asks for, or a refusal that names the parameter (1.9, 8.1). Parameters of no meaning here are let pass, as in every list. */
export function placeOf(query: URLSearchParams): PagePlace {
  return {
    dataset: datasetOf(given(query, 'dataset')),
    after: cursorOf(given(query, 'after') ?? '0'),
    limit: limitOf(given(query, 'limit') ?? String(mostRecords)),
  };
}

/** Which part of a manifest a query string asks for (8.3); without a block, the list of blocks. */
export interface ManifestPlace {
  dataset: PagePlace['dataset'];
  block: number | undefined;
}

export function manifestPlaceOf(query: URLSearchParams): ManifestPlace {
  const block = given(query, 'block');
  return { dataset: datasetOf(given(query, 'dataset')), block: block === null ? undefined : blockOf(block) };
}

// Given twice, a parameter means nothing.
const given = (query: URLSearchParams, name: string) => (query.getAll(name).length > 1 ? '' : query.get(name));

function blockOf(text: string): number {
  if (wholeNumber.test(text) && Number(text) <= lastCursor) return Number(text);
  return refuseFields([{ field: 'block', message: 'is the index of a block of the manifest, from 0' }]);
}

function datasetOf(text: string | null): PagePlace['dataset'] {
  const dataset = archiveDatasets.find((one) => one === text);
  return dataset ?? refuseFields([{ field: 'dataset', message: `is one of ${archiveDatasets.join(', ')}` }]);
}

function cursorOf(text: string): number {
  if (wholeNumber.test(text) && Number(text) <= lastCursor) return Number(text);
  const message = 'is 0 or a cursor that this list gave';
  throw new Refusal('cursor.invalid', `after ${message}.`, { errors: [{ field: 'after', message }] });
}

function limitOf(text: string): number {
  const limit = wholeNumber.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= mostRecords) return limit;
  return refuseFields([{ field: 'limit', message: `is a whole number from 1 to ${mostRecords}` }]);
}
