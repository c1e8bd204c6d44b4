// Three clients as their users use them, over real HTTP: a query, a refetch of a connection, a mutation.
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { Client, fetchExchange } from '@urql/core';
import relay from 'relay-runtime';
import { beforeAll, expect, test } from 'vitest';
import { type Institution, openInstitution } from '#test/kit/api.ts';
import { openClient, type Client as Rest } from '#test/kit/client.ts';
import { type Person, person } from '#test/kit/people.ts';
import { aClaim } from '#test/kit/samples.ts';

let institution: Institution;
let url: string;
let member: Person;
let rest: Rest;

beforeAll(async () => {
  institution = await openInstitution();
  url = `${institution.address}/api/community/graphql`;
  member = await person(institution.database);
  rest = await openClient(institution.address);
  for (let n = 0; n < 5; n++) await rest.post('/registry', aClaim({ title: `Claim ${n}` }), { as: member });
});

const listQuery = `query List($first: Int!, $after: String) {
  claims(first: $first, after: $after) { edges { cursor node { __typename id title } } pageInfo { hasNextPage endCursor } }
}`;
const registerMutation = `mutation Register($key: String!, $input: RegisterClaimInput!) {
  registerClaim(idempotencyKey: $key, input: $input) {
    __typename
    ... on RegisterClaimPayload { replayed claim { id title } }
    ... on Refusal { code }
  }
}`;

interface List {
  claims: { edges: { node: { id: string; title: string } }[]; pageInfo: { hasNextPage: boolean; endCursor: string } };
}
interface Registered {
  registerClaim: { __typename: string; code?: string; replayed?: boolean; claim?: { id: string; title: string } };
}

const titlesOf = ({ claims }: List) => claims.edges.map(({ node }) => node.title);

test('urql', async () => {
  const client = new Client({
    url,
    exchanges: [fetchExchange],
    preferGetMethod: true,
    fetchOptions: { headers: { authorization: `Bearer ${member.token}` } },
  });
  const first = await client.query<List>(listQuery, { first: 3 }).toPromise();
  expect(titlesOf(first.data as List)).toEqual(['Claim 0', 'Claim 1', 'Claim 2']);
  const after = first.data?.claims.pageInfo.endCursor;
  const second = await client.query<List>(listQuery, { first: 2, after }).toPromise();
  expect(titlesOf(second.data as List)).toEqual(['Claim 3', 'Claim 4']);

  const variables = { key: randomUUID(), input: aClaim({ title: 'By urql' }) };
  const made = await client.mutation<Registered>(registerMutation, variables).toPromise();
  expect(made.data?.registerClaim).toMatchObject({ replayed: false, claim: { title: 'By urql' } });
  const refused = await client
    .mutation<Registered>(registerMutation, { key: randomUUID(), input: aClaim({ title: 'x' }) })
    .toPromise();
  expect(refused.data?.registerClaim).toEqual({ __typename: 'InputInvalidRefusal', code: 'input.invalid' });
  const wrong = await client.query('{ claims(first: 1000) { nodes { id } } }', {}).toPromise();
  expect(wrong.error?.graphQLErrors[0]?.extensions.code).toBe('input.invalid');
});

test('Apollo', async () => {
  const { __schema } = (await rest.graphql('{ __schema { types { kind name possibleTypes { name } } } }')).body.data;
  const possibleTypes = Object.fromEntries(
    (__schema.types as { name: string; possibleTypes: { name: string }[] | null }[]).flatMap(
      ({ name, possibleTypes }) => (possibleTypes ? [[name, possibleTypes.map((one) => one.name)]] : []),
    ),
  );
  const client = new ApolloClient({
    link: new HttpLink({ uri: url, headers: { authorization: `Bearer ${member.token}` } }),
    cache: new InMemoryCache({ possibleTypes }),
  });
  try {
    const query = gql(listQuery);
    const first = await client.query<List>({ query, variables: { first: 3 } });
    expect(titlesOf(first.data as List)).toEqual(['Claim 0', 'Claim 1', 'Claim 2']);
    const watched = client.watchQuery<List>({ query, variables: { first: 3 } });
    const more = await watched.fetchMore({
      variables: { after: first.data?.claims.pageInfo.endCursor },
      updateQuery: (before, { fetchMoreResult }) => ({
        claims: {
          ...fetchMoreResult.claims,
          edges: [...(before as List).claims.edges, ...fetchMoreResult.claims.edges],
        },
      }),
    });
    expect(titlesOf(more.data as List).slice(0, 2)).toEqual(['Claim 3', 'Claim 4']);
    const again = await client.refetchQueries({ include: 'all' });
    expect(again).toBeDefined();

    const made = await client.mutate<Registered>({
      mutation: gql(registerMutation),
      variables: { key: randomUUID(), input: aClaim({ title: 'By Apollo' }) },
    });
    const { id } = made.data?.registerClaim.claim ?? {};
    // The cache knows the claim by type and id.
    expect(
      client.cache.readFragment({ id: `Claim:${id}`, fragment: gql('fragment F on Claim { title }') }),
    ).toMatchObject({ title: 'By Apollo' });
  } finally {
    client.stop();
  }
});

/** What relay-compiler makes of documents, by the name of each. */
async function compiled(text: string, names: string[]): Promise<Record<string, relay.ConcreteRequest>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'morrowkin-relay-'));
  try {
    await writeFile(
      path.join(folder, 'schema.graphql'),
      await readFile(new URL('../../../../schema/schema.graphql', import.meta.url)),
    );
    await writeFile(path.join(folder, 'registry.js'), `import { graphql } from 'relay-runtime';\n${text}`);
    await writeFile(path.join(folder, 'package.json'), '{"type":"module"}');
    await writeFile(
      path.join(folder, 'relay.config.json'),
      JSON.stringify({ src: '.', schema: './schema.graphql', language: 'javascript', eagerEsModules: true }),
    );
    const cli = createRequire(import.meta.url).resolve('relay-compiler/cli.js');
    await promisify(execFile)(process.execPath, [cli, 'relay.config.json'], { cwd: folder });
    const modules = names.map(async (name) => {
      const { default: made } = (await import(path.join(folder, '__generated__', `${name}.graphql.js`))) as {
        default: relay.ConcreteRequest;
      };
      return [name, made] as const;
    });
    return Object.fromEntries(await Promise.all(modules));
  } finally {
    await rm(folder, { recursive: true });
  }
}

test('relay-runtime', async () => {
  const documents = await compiled(
    `graphql\`query registryQuery($count: Int!, $cursor: String) { ...registry_claims @arguments(count: $count, cursor: $cursor) }\`;
     graphql\`fragment registry_claims on Query @refetchable(queryName: "registryMoreQuery") @argumentDefinitions(count: { type: "Int", defaultValue: 2 }, cursor: { type: "String" }) {
       claims(first: $count, after: $cursor) @connection(key: "registry_claims") { edges { node { id title } } }
     }\`;
     graphql\`mutation registryMutation($key: String!, $input: RegisterClaimInput!) {
       registerClaim(idempotencyKey: $key, input: $input) { __typename ... on RegisterClaimPayload { claim { id title } } ... on Refusal { code } }
     }\`;`,
    ['registryQuery', 'registryMoreQuery', 'registryMutation'],
  );
  const { registryQuery, registryMoreQuery, registryMutation } = documents;
  if (!registryQuery || !registryMoreQuery || !registryMutation) throw new Error('nothing was compiled');

  const environment = new relay.Environment({
    store: new relay.Store(new relay.RecordSource()),
    network: relay.Network.create(async ({ text }, variables) => {
      const answer = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/graphql-response+json',
          authorization: `Bearer ${member.token}`,
        },
        body: JSON.stringify({ query: text, variables }),
      });
      return (await answer.json()) as relay.GraphQLResponse;
    }),
  });

  await relay.fetchQuery(environment, registryQuery, { count: 2 }).toPromise();
  const connection = () => {
    const record = environment.getStore().getSource().get('client:root') as Record<string, unknown>;
    const { __ref } = record.__registry_claims_connection as { __ref: string };
    const { edges } = environment.getStore().getSource().get(__ref) as unknown as { edges: { __refs: string[] } };
    const { pageInfo } = environment.getStore().getSource().get(__ref) as unknown as { pageInfo: { __ref: string } };
    const { endCursor } = environment.getStore().getSource().get(pageInfo.__ref) as unknown as { endCursor: string };
    return { length: edges.__refs.length, endCursor };
  };
  const first = connection();
  expect(first.length).toBe(2);
  await relay.fetchQuery(environment, registryMoreQuery, { count: 2, cursor: first.endCursor }).toPromise();
  // The connection's handler appended what followed the cursor.
  expect(connection().length).toBe(4);

  const registered = await new Promise<Registered>((resolve, reject) => {
    relay.commitMutation(environment, {
      mutation: registryMutation,
      variables: { key: randomUUID(), input: aClaim({ title: 'By Relay' }) },
      onCompleted: (response) => resolve(response as unknown as Registered),
      onError: reject,
    });
  });
  const id = registered.registerClaim.claim?.id ?? '';
  expect(environment.getStore().getSource().get(id)).toMatchObject({ __typename: 'Claim', title: 'By Relay' });
});
