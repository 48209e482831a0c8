import { defineConfig } from 'vitest/config';
import { project } from '../../../vitest.config';

/** All test files as one project, so that one process can collect them and loads what they share once. */
const { test, ...rest } = project('all', ['tests/**/*.test.{ts,tsx}'], {
  exclude: [],
  pool: 'threads',
  execArgv: [],
});

export default defineConfig({
  ...rest,
  test: { ...test, globalSetup: ['tests/support/global-setup.ts'], maxWorkers: 1 },
});
