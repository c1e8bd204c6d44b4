// The published schema of the archive's pages (8.5): tight, and the same to any validator.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { validate as hyperjump, registerSchema } from '@hyperjump/json-schema/draft-2020-12';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { beforeAll, describe, expect, test } from 'vitest';
import { resolveClaim } from '#domain/calibration/resolve.ts';
import { submitCheck } from '#domain/checks/submit.ts';
import { moderateClaim } from '#domain/claims/moderate.ts';
import { registerClaim } from '#domain/claims/register.ts';
import { reviewCheck } from '#domain/reviews/review.ts';
import type { CheckpointDocument } from '#schema/records/checkpoint.ts';
import type { Manifest, ManifestBlock } from '#schema/records/manifest.ts';
import { archiveDatasets } from '#schema/records/protocol.ts';
import { type ArchivePage, readPages, serveArchive } from '#test/kit/archive.ts';
import { openInstitution } from '#test/kit/institution.ts';
import { people } from '#test/kit/people.ts';
import { aCheck, aClaim, aReason, aReview } from '#test/kit/samples.ts';

const ajv = new Ajv2020({ strict: true, strictTypes: true, strictTuples: true, allErrors: true });
addFormats.default(ajv, ['date-time', 'uri']);

let schema: object;
let validate: ValidateFunction;
const pages: ArchivePage[] = [];
/** What is no page, by the name of its schema. */
const others: [string, object][] = [];

beforeAll(async () => {
  const institution = await openInstitution();
  const base = await serveArchive(institution);
  const [author, checker] = await people(institution.database, 2);
  const [administrator] = await people(institution.database, 1, { role: 'administrator' });
  if (!author || !checker || !administrator) throw new Error('nobody came');
  const { act } = institution;
  const older = await act(registerClaim, author, aClaim({ title: 'Hidden later, 👩🏽‍🔬\u2028' }));
  const claim = await act(registerClaim, author, aClaim({ relationships: [{ targetId: older.id, kind: 'narrows' }] }));
  const check = await act(submitCheck, checker, aCheck(claim.id, { result: 'challenges' }));
  await act(reviewCheck, administrator, aReview(check.id));
  await act(reviewCheck, administrator, aReview(check.id, { challengeUpheld: true }));
  await act(resolveClaim, administrator, {
    claimId: claim.id,
    reproduced: false,
    reason: aReason,
    evidenceCheckId: check.id,
  });
  for (const dataset of archiveDatasets) pages.push(...(await readPages(base, dataset)));
  await act(moderateClaim, administrator, { claimId: older.id, state: 'hidden', reason: aReason });
  for (const dataset of archiveDatasets) pages.push(...(await readPages(base, dataset)));

  const archive = `${base}/api/community/archive`;
  for (const [name, path] of [
    ['manifest', '/manifest?dataset=claims'],
    ['manifest_block', '/manifest?dataset=claims&block=0'],
    ['checkpoint', '/checkpoint'],
  ] as const) {
    others.push([name, (await (await fetch(`${archive}${path}`)).json()) as object]);
  }

  const response = await fetch(`${base}/.well-known/morrowkin-record.schema.json`);
  expect(response.headers.get('content-type')).toBe('application/schema+json; charset=utf-8');
  schema = (await response.json()) as object;
  validate = ajv.compile(schema);
});

const pageWith = (dataset: string, list: 'records' | 'gone') => {
  const page = pages.find((one) => one.dataset === dataset && one[list].length > 0);
  if (!page) throw new Error(`no page of ${dataset} with ${list}`);
  return structuredClone(page);
};

test('is a draft 2020-12 schema with the address it stands at, and every page fits it', () => {
  expect(schema).toMatchObject({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'https://institution.test/.well-known/morrowkin-record.schema.json',
  });
  for (const page of pages) expect([validate(page), validate.errors]).toEqual([true, null]);
  for (const dataset of ['claims', 'checks', 'lineage', 'check_reviews', 'resolutions']) pageWith(dataset, 'records');
  for (const dataset of ['claims', 'lineage']) pageWith(dataset, 'gone');
});

describe('refuses a page', () => {
  const recordOf = (page: ArchivePage): Record<string, unknown> => page.records[0] ?? {};
  const spoiled: [string, () => unknown][] = [
    ['with a member more', () => ({ ...pageWith('claims', 'records'), more: 1 })],
    ['of another version', () => ({ ...pageWith('claims', 'records'), version: '2.0.0' })],
    ['of an unknown dataset', () => ({ ...pageWith('claims', 'records'), dataset: 'forecasts' })],
    ['with a negative cursor', () => ({ ...pageWith('claims', 'records'), after: -1 })],
    ['with a cursor in text', () => ({ ...pageWith('claims', 'records'), nextCursor: '100' })],
    ['with a checksum in capitals', () => ({ ...pageWith('claims', 'records'), sha256: 'A'.repeat(64) })],
    ['with another dataset’s records', () => ({ ...pageWith('claims', 'records'), dataset: 'checks' })],
    ['with another dataset’s gone', () => ({ ...pageWith('claims', 'gone'), dataset: 'checks', records: [] })],
    [
      'with 101 records',
      () => ({ ...pageWith('claims', 'records'), records: Array(101).fill(recordOf(pageWith('claims', 'records'))) }),
    ],
  ];
  test.for(spoiled)('%s', ([, spoil]) => {
    expect(validate(spoil())).toBe(false);
  });

  const wrongFields: [string, string, unknown][] = [
    ['claims', 'id', 'clm_1'],
    ['claims', 'title', 'Four'],
    ['claims', 'title', 'x'.repeat(201)],
    ['claims', 'url', 'javascript:alert(1)'],
    ['claims', 'artifactUrl', 'http://example.org/'],
    ['claims', 'artifactSha256', 'a'.repeat(63)],
    ['claims', 'createdAt', '2026-11-30T10:00:00Z'],
    ['claims', 'changedAt', '2026-11-30 10:00:00.000Z'],
    ['claims', 'state', 'hidden'],
    ['claims', 'author', { handle: 'someone', kind: 'human', email: 'a@example.org' }],
    ['claims', 'boosted', false],
    ['checks', 'result', 'maybe'],
    ['checks', 'disclosure', { modelKey: 'one' }],
    ['checks', 'state', 'pending'],
    ['check_reviews', 'reason', 'short'],
    ['check_reviews', 'reviewer', { handle: 'UPPER' }],
    ['lineage', 'kind', 'resembles'],
    ['lineage', 'source', null],
    ['resolutions', 'evidenceCheckId', 'clm_01kba0000000000000000000zz'],
    ['resolutions', 'voided', 'no'],
  ];
  test.for(wrongFields)('whose %s have %s: %j', ([dataset, field, value]) => {
    const page = pageWith(dataset, 'records');
    recordOf(page)[field] = value;
    expect(validate(page)).toBe(false);
  });

  test('whose record or gone entry lacks anything', () => {
    for (const list of ['records', 'gone'] as const) {
      for (const field of Object.keys(pageWith('claims', list)[list][0] ?? {})) {
        const page = pageWith('claims', list);
        delete (page[list][0] as unknown as Record<string, unknown>)[field];
        expect([field, validate(page)]).toEqual([field, false]);
      }
    }
  });
});

/** The schema of something else in the document, as a schema of its own. */
const schemaOf = (name: string) => ({
  ...document(),
  $id: `https://institution.test/${name}`,
  $ref: `#/$defs/${name}`,
});
const document = () => {
  const { $schema, $defs } = schema as { $schema: string; $defs: object };
  return { $schema, $defs };
};

test('the manifest, its blocks and the checkpoint fit theirs, and nothing near them does', () => {
  const near: Record<string, (right: never) => unknown> = {
    manifest: (right: Manifest) => ({
      ...right,
      blocks: right.blocks.map((block) => ({ ...block, after: block.after + 100 })),
    }),
    manifest_block: (right: ManifestBlock) => ({
      ...right,
      pages: right.pages.map((page) => ({ ...page, count: 101 })),
    }),
    checkpoint: (right: CheckpointDocument) => ({ ...right, body: right.body.replace('lineage', 'members') }),
  };
  for (const [name, right] of others) {
    const valid = ajv.compile(schemaOf(name));
    expect([name, valid(right), valid.errors]).toEqual([name, true, null]);
    for (const wrong of [
      near[name]?.(right as never),
      { ...right, more: 1 },
      { ...right, version: '2.0.0' },
      { ...right, sha256: 1, root: 1, signature: '' },
    ]) {
      expect([name, valid(wrong)]).toEqual([name, false]);
    }
  }
});

test('says the same to a third validator', async () => {
  registerSchema(schema as Parameters<typeof registerSchema>[0]);
  const tooLong = pageWith('claims', 'records');
  Object.assign(tooLong.records[0] ?? {}, { title: '👩'.repeat(201) });
  const valid = await hyperjump('https://institution.test/.well-known/morrowkin-record.schema.json');
  for (const page of pages) expect(valid(page as never).valid).toBe(true);
  for (const wrong of [
    tooLong,
    { ...pageWith('claims', 'records'), more: 1 },
    { ...pageWith('claims', 'gone'), dataset: 'checks' },
  ]) {
    expect(valid(wrong as never).valid).toBe(false);
  }
  for (const [name, right] of others) {
    registerSchema(schemaOf(name) as unknown as Parameters<typeof registerSchema>[0]);
    const fits = await hyperjump(`https://institution.test/${name}`);
    expect([name, fits(right as never).valid]).toEqual([name, true]);
    expect([name, fits({ ...right, more: 1 } as never).valid]).toEqual([name, false]);
  }
});

test('says the same to another language’s validator', async (context) => {
  const python = async (script: string, input: string) => {
    const running = promisify(execFile)('python3', ['-c', script]);
    running.child.stdin?.end(input);
    return (await running).stdout;
  };
  const able = await python('import jsonschema.validators; jsonschema.validators.Draft202012Validator', '').catch(
    () => undefined,
  );
  if (able === undefined) context.skip('python3 with the package jsonschema is not here; install it to run this test');
  const tooLong = pageWith('claims', 'records');
  Object.assign(tooLong.records[0] ?? {}, { title: '👩'.repeat(201) });
  const justFits = pageWith('claims', 'records');
  Object.assign(justFits.records[0] ?? {}, { title: '👩'.repeat(200) });
  const verdict = await python(
    `import json, sys
from jsonschema.validators import Draft202012Validator as Validator
given = json.load(sys.stdin)
Validator.check_schema(given['schema'])
print(json.dumps([Validator(given['schema']).is_valid(page) for page in given['pages']]
  + [Validator(schema).is_valid(other) for schema, other in given['others']]))`,
    JSON.stringify({
      schema,
      pages: [...pages, justFits, tooLong],
      others: others.flatMap(([name, right]) => [
        [schemaOf(name), right],
        [schemaOf(name), { ...right, more: 1 }],
      ]),
    }),
  );
  expect(JSON.parse(verdict)).toEqual([...pages.map(() => true), true, false, ...others.flatMap(() => [true, false])]);
});
