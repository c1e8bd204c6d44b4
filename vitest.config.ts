import { createRequire } from 'node:module';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // graphql is there twice, and Vite would take the ES modules where packages take what Node takes: two graphqls refuse each other.
    alias: [{ find: /^graphql$/, replacement: createRequire(import.meta.url).resolve('graphql') }],
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/kit/global-setup.ts'],
    setupFiles: ['test/kit/cluster.ts'],
    pool: 'forks',
    maxWorkers: 2, // the default leaves a machine of two cores with one
    testTimeout: 60_000,
    hookTimeout: 60_000,
    teardownTimeout: 30_000,
  },
});
