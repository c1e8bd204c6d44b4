// PostGraphile with its Amber preset, behind its own node:http handler.
import { createServer } from 'node:http';

Promise.withResolvers ??= function withResolvers() {
  let resolve;
  let reject;
  const promise = new this((done, failed) => {
    resolve = done;
    reject = failed;
  });
  return { promise, resolve, reject };
};

const { postgraphile } = await import('postgraphile');
const { PostGraphileAmberPreset } = await import('postgraphile/presets/amber');
const { makePgService } = await import('postgraphile/adaptors/pg');
const { grafserv } = await import('postgraphile/grafserv/node');

const instance = postgraphile({
  extends: [PostGraphileAmberPreset],
  pgServices: [
    makePgService({ connectionString: process.env.BENCH_DATABASE_URL, schemas: ['public'], poolConfig: { max: 8 } }),
  ],
  grafserv: { graphqlPath: '/graphql', graphiql: false, watch: false },
  grafast: { explain: false },
});
const server = createServer();
await instance.createServ(grafserv).addTo(server);
server.listen(Number(process.env.BENCH_PORT), '127.0.0.1', () => process.send?.('listening'));
