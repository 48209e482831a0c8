import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** All checks, cheapest first; the first that fails ends the run. Arguments narrow the tests down. */
const filters = process.argv.slice(2);
const folder = mkdtempSync(path.join(tmpdir(), 'celeste-report-'));
const report = path.join(folder, 'report.json');

const checks: [string, string[]][] = [
  ['Types', ['node_modules/typescript/bin/tsc', '--noEmit']],
  ['Lint and format', ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings']],
  [
    'Tests',
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile=${report}`,
      ...filters,
    ],
  ],
];

let failed = false;
let running: ChildProcess | undefined;
// A stop signal is forwarded to the running check.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => running?.kill(signal));
for (const [name, command] of checks) {
  process.stdout.write(`\n${name}\n`);
  running = spawn(process.execPath, command, { stdio: 'inherit' });
  const [status] = await once(running, 'exit');
  failed = status !== 0;
  if (failed) break;
}

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
}

function counts(): Report {
  try {
    return JSON.parse(readFileSync(report, 'utf8')) as Report;
  } catch {
    return { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const { numPassedTests, numFailedTests, numPendingTests } = counts();
process.stdout.write(`\n${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests} skipped\n`);
process.exit(failed ? 1 : 0);
