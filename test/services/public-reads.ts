// Everything that can be read, by every door: each REST route, each GraphQL field there is, each tool that reads, each page of the site,
// each page and document of the archive. Routes, fields, tools, pages and addresses are taken from the code, so that what is added later is read as well.
import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNamedType,
  isCompositeType,
  isInterfaceType,
  isNonNullType,
  isObjectType,
  isUnionType,
} from 'graphql';
import { request } from 'undici';
import { nodePrefixOf, nodeTypes } from '#schema/node.ts';
import { archiveDatasets } from '#schema/records/protocol.ts';
import { schema } from '#schema/schema.ts';
import { pages } from '#services/api/pages/places.ts';
import { routes } from '#services/api/rest/routes.ts';
import { archiveAddresses } from '#services/archive/addresses.ts';
import { readPages } from '#test/kit/archive.ts';
import type { Answered, Client } from '#test/kit/client.ts';
import type { Person } from '#test/kit/people.ts';
import type { Caller } from './api/mcp/caller.ts';

/** What a reader may know already: ids and handles to ask for. */
export interface Known {
  ids: readonly string[];
  handles: readonly string[];
}

/** An answer and what was asked. */
export interface Reading {
  asked: string;
  status: number;
  text: string;
}

const readingOf = (asked: string, { status, headers, text }: Answered): Reading => ({
  asked,
  status,
  text: `${JSON.stringify(headers)}\n${text}`,
});

/** Every GET of REST with everything known in its place, lists from the first page to the last. */
export async function readRest(client: Client, { ids, handles }: Known, as?: Person): Promise<Reading[]> {
  const readings: Reading[] = [];
  const paths = routes.flatMap((route) => {
    if (route.method !== 'GET') return [];
    const places = route.path.includes('{handle}') ? handles : route.path.includes('{') ? ids : [''];
    return places.map((place) => ({ path: route.path.replace(/\{\w+\}/, place), paged: route.list !== undefined }));
  });
  for (const { path, paged } of [...paths, { path: '/rules', paged: false }, { path: '/openapi.json', paged: false }]) {
    for (let after: number | null = 0; after !== null; ) {
      const asked = paged ? `${path}?after=${after}&limit=20` : path;
      const answer = await client.get(asked, { as });
      readings.push(readingOf(`GET ${asked}`, answer));
      after = answer.body?.nextCursor ?? null;
    }
  }
  return readings;
}

const isConnection = (type: GraphQLObjectType): boolean => type.name.endsWith('Connection');

/** A field as a document selects it, or undefined where it needs an argument that is not one of `given`. */
function called(field: GraphQLField<unknown, unknown>, page: number, given: Readonly<Record<string, string>>) {
  const args: string[] = [];
  for (const { name, type, defaultValue } of field.args) {
    if (name in given) args.push(`${name}: ${JSON.stringify(given[name])}`);
    else if (name === 'first') args.push(`first: ${page}`);
    else if (isNonNullType(type) && defaultValue === undefined) return undefined;
  }
  return `${field.name}${args.length > 0 ? `(${args.join(', ')})` : ''}`;
}

/** Every leaf of a type and, for `depth` more levels, of what its fields lead to. */
function selectionOf(type: GraphQLObjectType, depth: number, page = 3): string {
  const parts = Object.values(type.getFields()).flatMap((field) => {
    const call = called(field, page, { name: 'publish_claim', handle: 'nobody-here' });
    const named = getNamedType(field.type);
    if (call === undefined) return [];
    if (!isCompositeType(named)) return [call];
    const inner = insideOf(named, depth - (isConnection(type) ? 0 : 1), page);
    return inner === '' ? [] : [`${call} { ${inner} }`];
  });
  return parts.join(' ');
}

function insideOf(type: GraphQLNamedType, depth: number, page: number): string {
  if (depth < 0) return '';
  if (isInterfaceType(type) || isUnionType(type))
    return schema
      .getPossibleTypes(type)
      .map((one) => `... on ${one.name} { ${selectionOf(one, depth, page)} }`)
      .join(' ');
  return isObjectType(type) ? selectionOf(type, depth, page) : '';
}

/** The fields of a type that can be called, one by one: whole types are more than one query may ask for. */
const fieldsOf = (type: GraphQLObjectType) =>
  Object.values(type.getFields()).flatMap((field) => {
    const call = called(field, 20, {});
    return call === undefined ? [] : [{ call, type: getNamedType(field.type) }];
  });

/** Those of a type's own things. */
const ofType = (ids: readonly string[], type: string): string[] =>
  ids.filter((id) => {
    const prefix = nodePrefixOf(id);
    return prefix !== undefined && nodeTypes[prefix] === type;
  });

const isTooLarge = ({ body }: Answered): boolean => body.errors?.[0]?.extensions.code === 'query.too_large';

/** Every field of GraphQL: from the root, and of every thing that has an id, whoever may see it. */
export async function readGraphql(client: Client, { ids, handles }: Known, as?: Person): Promise<Reading[]> {
  const readings: Reading[] = [];
  const root = schema.getQueryType();
  if (!root) throw new Error('there is nothing to query');

  /** Sends the first of these that is not too large. */
  async function send(...queries: string[]): Promise<boolean> {
    for (const query of queries) {
      const answer = await client.graphql(query, {}, { as });
      if (isTooLarge(answer)) continue;
      readings.push(readingOf(query, answer));
      return true;
    }
    return false;
  }
  /** A field with as much of what it leads to as one query may ask for. */
  const field = (call: string, type: GraphQLNamedType, within: (text: string) => string): string[] =>
    isCompositeType(type)
      ? [2, 1, 0].flatMap((depth) => {
          const inner = insideOf(type, depth, 3);
          return inner === '' ? [] : [within(`${call} { ${inner} }`)];
        })
      : [within(call)];

  for (const one of Object.values(root.getFields())) {
    const asksFor = (name: string) => one.args.some((arg) => arg.name === name && isNonNullType(arg.type));
    const places: Record<string, string>[] = asksFor('id')
      ? ofType(ids, getNamedType(one.type).name).map((id) => ({ id }))
      : asksFor('handle')
        ? handles.map((handle) => ({ handle }))
        : [{}];
    const type = getNamedType(one.type);
    if (one.name === 'nodes' || one.name === 'node' || !isObjectType(type)) continue;
    for (const given of places) {
      const call = called(one, 20, given);
      if (call === undefined) throw new Error(`nobody knows what to give ${one.name}`);
      // Things with ids are read field by field below; the rest to its last leaf here.
      const inner =
        Object.keys(given).length > 0 || isConnection(type)
          ? [[`{ ${call} { ${insideOf(type, 0, 3)} } }`]]
          : fieldsOf(type).map((own) => field(own.call, own.type, (text) => `{ ${call} { ${text} } }`));
      for (const queries of inner)
        if (queries.length > 0 && !(await send(...queries))) throw new Error(`${one.name} is too large to be read`);
    }
  }
  for (const name of Object.values(nodeTypes)) {
    const some = ofType(ids, name);
    const type = schema.getType(name);
    if (!isObjectType(type)) throw new Error(`${name} is no object`);
    for (const own of fieldsOf(type))
      for (let first = 0; first < some.length; first += 10) {
        const of = JSON.stringify(some.slice(first, first + 10));
        const queries = field(own.call, own.type, (text) => `{ nodes(ids: ${of}) { ... on ${name} { ${text} } } }`);
        if (queries.length > 0 && !(await send(...queries)))
          throw new Error(`${name}.${own.call} is too large to be read`);
      }
  }
  await send('{ __schema { types { name description fields { name description } } } }');
  return readings;
}

/** Every tool that reads, with everything known in its place, lists from the first page to the last. */
export async function readTools(caller: Caller, { ids }: Known, as?: Person): Promise<Reading[]> {
  const readings: Reading[] = [];
  for (const { name, inputSchema, annotations } of caller.tools) {
    if (!annotations.readOnlyHint) continue;
    const [needed, another] = inputSchema.required;
    if (another !== undefined) throw new Error(`nobody knows what to give ${name} as ${another}`);
    const property: { enum?: readonly string[] } = (needed && inputSchema.properties[needed]) || {};
    const values = property.enum ?? ids;
    for (const given of needed ? values.map((value) => ({ [needed]: value })) : [{}]) {
      for (let after: number | null = 0; after !== null; ) {
        const page = 'after' in inputSchema.properties ? { after, limit: 20 } : {};
        const { status, headers, text, data } = await caller.call(name, { ...given, ...page }, { as });
        readings.push({
          asked: `${name} ${JSON.stringify(given)}`,
          status,
          text: `${JSON.stringify(headers)}\n${text}`,
        });
        after = data?.nextCursor ?? null;
      }
    }
  }
  return readings;
}

/** Every page of the site with everything known in its place, as a visitor opens it. */
export async function readSite(address: string, { ids, handles }: Known): Promise<Reading[]> {
  const readings: Reading[] = [];
  for (const { path } of pages)
    for (const place of path.includes(':handle') ? handles : path.includes(':') ? ids : ['']) {
      const asked = path.replace(/:\w+/g, place);
      const { statusCode, headers, body } = await request(`${address}${asked}`);
      const text = `${JSON.stringify(headers)}\n${await body.text()}`;
      // A page may say its own address, and where it is gone back to after signing in; that tells nothing.
      readings.push({
        asked,
        status: statusCode,
        text: text.replaceAll(asked, '').replaceAll(encodeURIComponent(asked), ''),
      });
    }
  return readings;
}

/** Every page of every dataset and every document of the archive. */
export async function readArchive(address: string): Promise<Reading[]> {
  const readings: Reading[] = [];
  for (const dataset of archiveDatasets)
    for (const page of await readPages(address, dataset, 20))
      readings.push({ asked: `archive ${dataset} after=${page.after}`, status: 200, text: JSON.stringify(page) });
  for (const path of Object.values(archiveAddresses))
    for (const search of ['', ...archiveDatasets.map((dataset) => `?dataset=${dataset}`)]) {
      const { statusCode, headers, body } = await request(`${address}${path}${search}`);
      const text = `${JSON.stringify(headers)}\n${await body.text()}`;
      readings.push({ asked: `archive ${path}${search}`, status: statusCode, text });
    }
  return readings;
}
