import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const projectDir = path.resolve(import.meta.dirname, '../../..');

/** Programs of a machine with only Node installed: its shell, npm, git and coreutils. */
const PROGRAMS = [
  ...[
    'sh',
    'npm',
    'npx',
    'git',
    'env',
    'cat',
    'cp',
    'mv',
    'rm',
    'ln',
    'ls',
    'mkdir',
    'mktemp',
    'rmdir',
    'touch',
  ],
  ...['chmod', 'chown', 'dd', 'df', 'du', 'head', 'tail', 'sort', 'uniq', 'wc', 'cut', 'tr', 'tee', 'test'],
  ...[
    'echo',
    'printf',
    'true',
    'false',
    'sleep',
    'timeout',
    'date',
    'id',
    'uname',
    'nproc',
    'readlink',
    'realpath',
  ],
  ...['basename', 'dirname', 'pwd', 'seq', 'sha256sum', 'md5sum', 'base64', 'mkfifo', 'stat', 'sync', 'nice'],
];

interface FileReport {
  name: string;
  message: string;
  assertionResults: { fullName: string }[];
}

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'celeste-bare-'));
  symlinkSync(process.execPath, path.join(folder, 'node'));
  for (const program of PROGRAMS) {
    const found = (process.env.PATH ?? '')
      .split(path.delimiter)
      .map((where) => path.join(where, program))
      .find((candidate) => existsSync(candidate));
    if (found) symlinkSync(found, path.join(folder, program));
  }
});

afterAll(() => rmSync(folder, { recursive: true }));

/** Runs Vitest on a machine without any optional program. */
function vitest(args: string[], env: Record<string, string> = {}) {
  return spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', ...args], {
    cwd: projectDir,
    env: { PATH: folder, HOME: folder, TMPDIR: folder, NODE_ENV: 'test', ...env },
    encoding: 'utf8',
  });
}

/** All test files of `npm test`. */
const testFiles = () =>
  readdirSync(path.join(projectDir, 'tests'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.test\.tsx?$/.test(file) && !file.startsWith('soak'))
    .map((file) => path.join(projectDir, 'tests', file));

it('finds a test in every file with only Node installed, and names the skipped tests', () => {
  const report = path.join(folder, 'report.json');
  // Collects all files and runs none of their tests.
  const { stderr } = vitest([
    ...['run', '--config=tests/http/platform/one-project.config.ts'],
    ...['--reporter=json', `--outputFile=${report}`],
    ...['--testNamePattern', '^a name that no test has$'],
  ]);
  expect(existsSync(report), stderr).toBe(true);
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as { testResults: FileReport[] };
  const empty = testResults.filter(({ assertionResults }) => assertionResults.length === 0);
  expect(empty.map(({ name, message }) => [path.relative(projectDir, name), message])).toEqual([]);
  expect(testResults.map(({ name }) => name).sort()).toEqual(testFiles().sort());

  const names = testResults.flatMap(({ assertionResults }) =>
    assertionResults.map(({ fullName }) => fullName),
  );
  for (const skipped of ['with yt-dlp fetching a video on MariaDB', 'ffmpeg ', 'no edit is lost'])
    expect(names.filter((name) => name.startsWith(skipped)).length, skipped).toBeGreaterThan(0);
}, 180_000);

it('has every file in one project', () => {
  const list = path.join(folder, 'list.json');
  const { stderr } = vitest(['list', '--filesOnly', `--json=${list}`]);
  expect(existsSync(list), stderr).toBe(true);
  const files = JSON.parse(readFileSync(list, 'utf8')) as { file: string }[];
  expect(files.map(({ file }) => file).sort()).toEqual(testFiles().sort());
});

it('fails on missing programs in CI', () => {
  const { status, stderr } = vitest(['run', 'tests/unit/format'], { CI: 'true' });
  expect(stderr).toContain('mariadbd and mariadb-install-db are not installed');
  expect(status).not.toBe(0);
});
