import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import graphqlEslint from '@graphql-eslint/eslint-plugin';
import { Linter } from 'eslint';
import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isUnionType,
} from 'graphql';
import { describe, expect, test } from 'vitest';
import { refusalKinds } from '#domain/refusals/codes.ts';
import { printed } from '#schema/print.ts';
import { schema } from '#schema/schema.ts';

const committed = () => readFile(new URL('../../schema/schema.graphql', import.meta.url), 'utf8');
const types = Object.values(schema.getTypeMap()).filter((type) => !isIntrospectionType(type));
const builtIn = new Set(['Int', 'Float', 'String', 'Boolean', 'ID']);

test('schema.graphql is the schema: npm run schema:print writes it', async () => {
  expect(await committed()).toBe(printed());
});

test('everything is described', () => {
  const described: [string, string | null | undefined][] = types
    .filter(({ name }) => !builtIn.has(name))
    .flatMap((type) => [
      [type.name, type.description],
      ...(isEnumType(type)
        ? type
            .getValues()
            .map((value): [string, typeof value.description] => [`${type.name}.${value.name}`, value.description])
        : []),
      ...(isInputObjectType(type)
        ? Object.values(type.getFields()).map((field): [string, typeof field.description] => [
            `${type.name}.${field.name}`,
            field.description,
          ])
        : []),
      ...(isObjectType(type) || isInterfaceType(type)
        ? Object.values(type.getFields()).flatMap((field): [string, string | null | undefined][] => [
            [`${type.name}.${field.name}`, field.description],
            ...field.args.map((arg): [string, typeof arg.description] => [
              `${type.name}.${field.name}(${arg.name})`,
              arg.description,
            ]),
          ])
        : []),
    ]);
  expect(described.length).toBeGreaterThan(400);
  expect(described.filter(([, description]) => !description || description.length < 4)).toEqual([]);
});

test('a field of a type that statements feed says what it needs', () => {
  const fed = types
    .filter(isObjectType)
    .filter((type) => Object.values(type.getFields()).some(({ extensions }) => extensions.needs));
  expect(fed.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['Claim', 'Check', 'Review', 'Relationship', 'Resolution', 'Member', 'Lineage']),
  );
  const silent = fed.flatMap((type) =>
    Object.values(type.getFields())
      .filter(({ extensions }) => !extensions.needs)
      .map(({ name }) => `${type.name}.${name}`),
  );
  expect(silent).toEqual([]);
});

test('a list field says how long it is, so that its cost is known', () => {
  const unsized = types
    .filter(isObjectType)
    .flatMap((type) => Object.values(type.getFields()).map((field) => ({ type, field })))
    .filter(({ field }) => isObjectType(getNamedType(field.type)) && /Connection!?$/.test(String(field.type)))
    .filter(({ field }) => !field.extensions.size)
    .map(({ type, field }) => `${type.name}.${field.name}`);
  expect(unsized).toEqual([]);
});

test('unions and interfaces resolve their types by themselves', () => {
  const abstract = types.filter((type) => isUnionType(type) || isInterfaceType(type));
  expect(abstract.length).toBeGreaterThan(15);
  expect(abstract.filter(({ resolveType }) => !resolveType)).toEqual([]);
});

test('every mutation names the refusals of its act', () => {
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const result = getNamedType(field.type);
    const act = field.extensions.act;
    if (!act || !isUnionType(result)) throw new Error(`${field.name} runs no act`);
    const codes = result
      .getTypes()
      .filter((type) => type.getInterfaces().some(({ name }) => name === 'Refusal'))
      .map(({ description }) => description?.match(/`(.*?)`/)?.[1]);
    expect(codes.toSorted()).toEqual([...act.refusals].toSorted());
    for (const code of codes) expect(refusalKinds).toHaveProperty([String(code)]);
  }
});

const excepted = {
  // Payloads, pages and the like are no things of their own and have no id.
  'flat/schema-recommended': { '@graphql-eslint/strict-id-in-types': 'off' },
  // `nodes(ids)` is a list of nodes by its definition; private faces of a member are listed and have the member's node.
  'flat/schema-relay': {
    '@graphql-eslint/relay-edge-types': ['error', { listTypeCanWrapOnlyEdgeType: false, shouldImplementNode: false }],
  },
} satisfies Record<string, Linter.RulesRecord>;

/** The messages of graphql-eslint's rules of these configurations on the printed schema. */
async function lint(configuration: 'flat/schema-recommended' | 'flat/schema-relay', text: string) {
  const { rules } = graphqlEslint.configs[configuration];
  return new Linter({ configType: 'flat' }).verify(
    text,
    [
      {
        files: ['**/*.graphql'],
        plugins: { '@graphql-eslint': graphqlEslint as never },
        languageOptions: { parser: graphqlEslint.parser as never, parserOptions: { graphQLConfig: { schema: text } } },
        rules: { ...(rules as Linter.RulesRecord), ...excepted[configuration] },
      },
    ],
    { filename: 'schema.graphql' },
  );
}

describe('graphql-eslint', () => {
  test('the Relay rules pass', async () => {
    expect(await lint('flat/schema-relay', await committed())).toEqual([]);
  });

  test('the schema rules pass, but for the protocol’s own names', async () => {
    const messages = await lint('flat/schema-recommended', await committed());
    const excused =
      /^Field "(claim|reviewer|reviewedAt|voucher)" starts with the name of the parent type "(Claim|Review|Vouch)"$/;
    expect(messages.filter(({ message }) => !excused.test(message))).toEqual([]);
  });

  test('they catch what they should', async () => {
    const broken = (await committed()).replace(/hasNextPage: Boolean!/, 'hasNextPage: String!');
    expect(await lint('flat/schema-relay', broken)).not.toEqual([]);
  });
});

describe('relay-compiler --validate', () => {
  const compile = async (text: string) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'morrowkin-relay-'));
    try {
      await writeFile(path.join(folder, 'schema.graphql'), await committed());
      await writeFile(path.join(folder, 'registry.js'), `import { graphql } from 'relay-runtime';\n${text}`);
      await writeFile(path.join(folder, 'package.json'), '{"type":"module"}');
      const config = { src: '.', schema: './schema.graphql', language: 'javascript', eagerEsModules: true };
      await writeFile(path.join(folder, 'relay.config.json'), JSON.stringify(config));
      const cli = createRequire(import.meta.url).resolve('relay-compiler/cli.js');
      // What is generated is what --validate then finds in step.
      await promisify(execFile)(process.execPath, [cli, 'relay.config.json'], { cwd: folder });
      return await promisify(execFile)(process.execPath, [cli, '--validate', 'relay.config.json'], { cwd: folder });
    } finally {
      await rm(folder, { recursive: true });
    }
  };

  test('accepts connections, refetches and mutations', async () => {
    await compile(`
      graphql\`fragment registryClaim on Claim @refetchable(queryName: "registryClaimQuery") @argumentDefinitions(count: { type: "Int", defaultValue: 5 }, cursor: { type: "String" }) {
        id title author { handle }
        checks(first: $count, after: $cursor) @connection(key: "registryClaim_checks") { edges { node { id result reviews { reason } } } }
      }\`;
      graphql\`query registryQuery($id: ID!) { node(id: $id) { __typename ...registryClaim @alias } viewer { handle tokens(first: 3) { edges { node { label } } } } }\`;
      graphql\`mutation registryMutation($key: String!, $input: RegisterClaimInput!) {
        registerClaim(idempotencyKey: $key, input: $input) { __typename ... on RegisterClaimPayload { claim { ...registryClaim } } ... on Refusal { code detail } }
      }\`;`);
  });

  test('refuses a field that is not there', async () => {
    await expect(compile('graphql`query registryQuery { nothing }`;')).rejects.toThrow(/nothing/);
  });
});
