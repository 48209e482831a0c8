import path from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

type TestOptions = NonNullable<TestProjectInlineConfiguration['test']>;

/** Tests that replace modules, globals, settings or the database: each file in a process of its own. */
const ISOLATED = ['tests/**/*.isolated.test.ts'];

/** Tests that hear and watch a meeting as it happens: after all others, one at a time. */
const REALTIME = ['tests/**/*.realtime.test.ts'];

export const project = (name: string, include: string[], options: TestOptions = {}) => ({
  resolve: {
    alias: {
      '@/app/config/child-script.server': path.join(import.meta.dirname, 'tests/support/child-script.ts'),
      '@': import.meta.dirname,
    },
  },
  esbuild: { target: 'es2022' } as const,
  test: {
    name,
    include,
    pool: 'forks' as const,
    isolate: false,
    // Rows and stacks of queries die young; V8's default of 16 MB copies them too often.
    execArgv: ['--max-semi-space-size=32'],
    exclude: [...ISOLATED, ...REALTIME],
    // Longer than the longest poll, SLOW in tests/support/until.ts, whose failure tells more.
    testTimeout: 120_000,
    // Some start servers, sign people up and transcribe, beside other tests.
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
    ...options,
  },
});

export default defineConfig({
  test: {
    // For all projects: options of the root do not reach them otherwise.
    globalSetup: ['tests/support/global-setup.ts'],
    maxWorkers: 3,
    projects: [
      project('unit', ['tests/{unit,bench}/**/*.test.{ts,tsx}'], {
        pool: 'threads',
        execArgv: [],
      }),
      project('isolated', ISOLATED, { exclude: [], isolate: true }),
      project('database', ['tests/database/**/*.test.ts'], { setupFiles: ['tests/support/data-folder.ts'] }),
      project('integrations', ['tests/integrations/**/*.test.ts']),
      project('http', ['tests/http/**/*.test.ts']),
      project('realtime', REALTIME, {
        exclude: [],
        fileParallelism: false,
        sequence: { groupOrder: 1 },
      }),
      project('browser', ['tests/browser/**/*.test.ts']),
    ],
  },
});
