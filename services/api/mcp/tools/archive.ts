import { isRefusalCode } from '#domain/refusals/codes.ts';
import { type FieldError, Refusal } from '#domain/refusals/refusal.ts';
import { closed, sha256, time, url } from '#schema/records/fields.ts';
import { recordSchemas } from '#schema/records/index.ts';
import { type ArchiveDataset, archiveDatasets } from '#schema/records/protocol.ts';
import { placeOf } from '#schema/selection/cursor.ts';
import { base } from '../../rest/rest.ts';
import { cursor } from '../../rest/shapes.ts';
import { reading } from '../reading.ts';
import { memberTexts } from '../untrusted.ts';

const patienceMs = 30_000;

/** What the archive says when it refuses: a problem document. */
interface Problem {
  code: string;
  detail: string;
  errors?: FieldError[];
}

/** A page from the archive process: the API cannot read what it serves, and the limit of its readers holds here too (8.4, 11.2). */
async function pageAt(archive: string, path: string, reader: string): Promise<object> {
  const answer = await fetch(`${archive}${path}`, {
    headers: { 'x-forwarded-for': reader },
    signal: AbortSignal.timeout(patienceMs),
  }).catch(() => {
    throw new Refusal('unavailable', 'The archive does not answer just now.', { retryAfter: 1 });
  });
  if (answer.ok) return (await answer.json()) as object;
  const { code, detail, errors } = (await answer.json()) as Problem;
  if (!isRefusalCode(code)) throw new Error(`the archive answered ${answer.status}`);
  const retryAfter = answer.headers.get('retry-after');
  throw new Refusal(code, detail, {
    ...(errors ? { errors } : {}),
    ...(retryAfter ? { retryAfter: Number(retryAfter) } : {}),
  });
}

const count = { type: 'integer', minimum: 0 } as const;
const thing = { type: 'object', properties: { id: { type: 'string' }, url }, required: ['id', 'url'] } as const;

export const exportPublicArchive = reading<{ dataset: ArchiveDataset }>({
  name: 'morrowkin_export_public_archive',
  title: 'Export the public archive',
  does: 'Reads a page of one dataset of the public archive: whole records as they stand now, in a fixed order, with the page’s SHA-256.',
  limits:
    'It is current state, no database snapshot: records that were withdrawn or hidden are gone, and copies of them are not current public content. Private data is not in it. sha256 is that of JSON.stringify(records) in UTF-8; who verifies in another language reads the bytes at url. Reading is no licence to train on or republish what members wrote.',
  example: { dataset: 'claims', limit: 10 },
  input: { dataset: { enum: archiveDatasets, description: 'The dataset to read.' } },
  notes: ['hash', 'label', 'evidence'],
  untrusted: ({ dataset }) => memberTexts(recordSchemas[dataset], '$.records[*]'),
  source: {
    list: 'archive',
    shape: closed({
      version: { type: 'string' },
      dataset: { enum: archiveDatasets },
      after: count,
      records: {
        type: 'array',
        items: thing,
        description: 'Each by its dataset’s schema at /.well-known/morrowkin-record.schema.json.',
      },
      gone: {
        type: 'array',
        description: 'What stood here and is public no more.',
        items: closed({ id: { type: 'string' }, ordinal: count, goneAt: time }),
      },
      nextCursor: cursor,
      sha256,
      url,
    }),
    async read({ dataset }, { first, after }, { origin, archive, address }) {
      const place = after === null ? 0 : placeOf('archive', after);
      const path = `${base}/archive?dataset=${dataset}&after=${place}&limit=${first}`;
      return { ...(await pageAt(archive, path, address)), url: `${origin}${path}` };
    },
  },
  found: 'records',
});
