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

/** `derives-from` is a value of an enum here, and no name in GraphQL. */
const namesOfValues = {
  name: 'NamesOfValuesPlugin',
  version: '1.0.0',
  inflection: {
    replace: {
      enumValue: (previous, _options, value, codec) => previous(value.replaceAll('-', '_'), codec),
    },
  },
};

const instance = postgraphile({
  extends: [PostGraphileAmberPreset],
  plugins: [namesOfValues],
  // Conditions on columns without an index of their own: what shows is told by such.
  disablePlugins: ['PgIndexBehaviorsPlugin'],
  pgServices: [
    makePgService({ connectionString: process.env.BENCH_DATABASE_URL, schemas: ['public'], poolConfig: { max: 8 } }),
  ],
  grafserv: { graphqlPath: '/graphql', graphiql: false, watch: false },
  grafast: { explain: false },
});
const server = createServer();
await instance.createServ(grafserv).addTo(server);
server.listen(Number(process.env.BENCH_PORT), '127.0.0.1');
