// Mutations over real HTTP, as a client writes them.
import type { Answered, Client } from '#test/kit/client.ts';
import type { Person } from '#test/kit/people.ts';

const refusal = '... on Refusal { __typename code title detail rule status errors { field message } retryAfter }';

/** The whole answer with the mutation's result, or its first error. */
// biome-ignore lint/suspicious/noExplicitAny: the result of any mutation
export type Acted = Answered & { done: any; error: any };

export type Act = (
  name: string,
  payload: string,
  as: Person | undefined,
  input?: object,
  key?: string,
) => Promise<Acted>;

/** Runs one mutation with an input and, where it creates, a key. */
export const acting =
  (client: Client): Act =>
  async (name, payload, as, input, key) => {
    const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    const declared = [...(input ? [`$input: ${type}Input!`] : []), ...(key ? ['$key: String!'] : [])].join(', ');
    const given = [...(input ? ['input: $input'] : []), ...(key ? ['idempotencyKey: $key'] : [])].join(', ');
    const answer = await client.graphql(
      `mutation${declared && `(${declared})`} { done: ${name}${given && `(${given})`} { ... on ${type}Payload { ${payload} } ${refusal} } }`,
      { input, key },
      { as },
    );
    return { ...answer, done: answer.body.data?.done, error: answer.body.errors?.[0] };
  };
