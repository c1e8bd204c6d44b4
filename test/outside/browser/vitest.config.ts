import { defineConfig } from 'vitest/config';
import base from '../../../vitest.config.ts';

// One file at a time: a browser, an institution and its pages keep two cores busy.
export default defineConfig({
  ...base,
  root: new URL('../../..', import.meta.url).pathname,
  test: {
    ...base.test,
    include: ['test/outside/browser/**/*.walk.ts'],
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 240_000,
  },
});
