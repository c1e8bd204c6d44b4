import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/kit/global-setup.ts'],
    setupFiles: ['test/kit/cluster.ts'],
    pool: 'forks',
    maxWorkers: 2, // the default leaves a machine of two cores with one
    testTimeout: 30_000,
    hookTimeout: 60_000,
    teardownTimeout: 30_000,
  },
});
