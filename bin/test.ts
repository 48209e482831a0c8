import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { lint, pass, tests, types, unusedExports } from './checks';

/** All checks, cheapest first. With arguments, which narrow the tests down, only those tests. */
const filters = process.argv.slice(2);
const folder = mkdtempSync(path.join(tmpdir(), 'celeste-report-'));
const report = path.join(folder, 'report.json');
const reporters = ['--reporter=default', '--reporter=json', `--outputFile=${report}`];

const isSound = filters.length > 0 || (await pass([types, lint, unusedExports]));
const passed = isSound && (await pass([tests(...reporters, ...filters)]));

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
process.exit(passed ? 0 : 1);
