import fastify from 'fastify';
import type { GraphQLSchema } from 'graphql';
import { createYoga } from 'graphql-yoga';

/** A schema behind getEnveloped in a Fastify handler, with kept documents and nothing else around it. */
export async function serve(schema: GraphQLSchema, contextValue: object): Promise<void> {
  const yoga = createYoga({ schema, logging: false });
  const app = fastify();
  app.post<{ Body: { query: string; variables?: Record<string, unknown> } }>('/graphql', async (request) => {
    const { schema: served, parse, validate, execute, contextFactory } = yoga.getEnveloped({ ...contextValue });
    const document = parse(request.body.query);
    const errors = validate(served, document);
    if (errors.length > 0) return { errors };
    return execute({
      schema: served,
      document,
      variableValues: request.body.variables,
      contextValue: await contextFactory(),
    });
  });
  await app.listen({ host: '127.0.0.1', port: Number(process.env.BENCH_PORT) });
  process.send?.('listening');
}
