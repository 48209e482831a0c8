import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build, lint, pass, tests, types, unusedExports } from './checks';

/** All checks, the tests last. With arguments, which narrow the tests down, only those tests. */
const filters = process.argv.slice(2);
const isWhole = filters.length === 0;
const needsBuild =
  isWhole || !filters.every((filter) => /^tests\/(unit|bench|database|integrations)\b/.test(filter));
const before = [...(needsBuild ? [build] : []), ...(isWhole ? [types, lint, unusedExports] : [])];
const folder = mkdtempSync(path.join(tmpdir(), 'celeste-report-'));
const report = path.join(folder, 'report.json');
const reporters = ['--reporter=default', '--reporter=json', `--outputFile=${report}`];

const passed = (await pass(before)) && (await pass([tests(...reporters, ...filters)]));

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  /** Times in milliseconds. */
  testResults: { name: string; startTime: number; endTime: number }[];
}

function readReport(): Report {
  try {
    return JSON.parse(readFileSync(report, 'utf8')) as Report;
  } catch {
    return { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, testResults: [] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const MOST_SHOWN = 20;

/** Where the time of a long run went; hooks of a whole file are not counted. */
function printSlowest(results: Report['testResults']): void {
  const seconds = ({ startTime, endTime }: Report['testResults'][number]) => (endTime - startTime) / 1000;
  const slowest = results.toSorted((a, b) => seconds(b) - seconds(a)).slice(0, MOST_SHOWN);
  const lines = slowest.map(
    (each) => `${seconds(each).toFixed(0).padStart(6)} s  ${path.relative('.', each.name)}`,
  );
  process.stdout.write(`\nSlowest files:\n${lines.join('\n')}\n`);
}

const { numPassedTests, numFailedTests, numPendingTests, testResults } = readReport();
if (isWhole) printSlowest(testResults);
if (!passed && numFailedTests === 0) process.stdout.write('\nFailed outside of a test: see above.\n');
process.stdout.write(`\n${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests} skipped\n`);
process.exit(passed ? 0 : 1);
