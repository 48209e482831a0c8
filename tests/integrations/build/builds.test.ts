import { mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readBuilds } from '@/app/config/builds.server.mjs';
import { MiniatureProject, type RunningCommand } from '@/tests/support/miniature-project';
import { SLOW } from '@/tests/support/until';

// Some tests start the entry point five times.
vi.setConfig({ testTimeout: 120_000 });

let project: MiniatureProject;
const running = new Set<RunningCommand>();

beforeEach(() => {
  project = new MiniatureProject(mkdtempSync(path.join(tmpdir(), 'celeste-miniature-')));
});

afterEach(async () => {
  for (const command of running) command.process.kill('SIGKILL');
  await Promise.all([...running].map(({ ended }) => ended));
  running.clear();
  rmSync(project.folder, { recursive: true });
});

function start(command: string, env?: Record<string, string>): RunningCommand {
  const started = project.run(command, env);
  running.add(started);
  return started;
}

async function run(command: string, env?: Record<string, string>) {
  const started = start(command, env);
  const code = await started.ended;
  return { code, output: started.output };
}

const buildFolders = () =>
  readdirSync(path.join(project.folder, 'build'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();

const change = (text: string) => project.write('app/late.mjs', `export const text = '${text}';`);

it('builds when contents have changed, and not when times have', async () => {
  expect(await run('build')).toEqual({ code: 0, output: 'Building…\n' });
  const { current } = readBuilds(project.folder);
  utimesSync(path.join(project.folder, 'app/late.mjs'), new Date(), new Date());
  expect(await run('build')).toEqual({ code: 0, output: 'The build is up to date.\n' });
  change('second');
  expect(await run('build')).toEqual({ code: 0, output: 'Building…\n' });
  expect(readBuilds(project.folder).previous).toBe(current);
  change('first');
  expect(await run('build')).toEqual({ code: 0, output: '' });
  expect(readBuilds(project.folder).current).toBe(current);
});

it('builds once when asked twice at once', async () => {
  project.write('hold', '');
  const first = start('build');
  await expect.poll(() => first.output, SLOW).toBe('Building…\n');
  const second = start('build');
  await expect.poll(() => second.output, SLOW).toBe('Waiting for another build…\n');
  project.remove('hold');
  expect([await first.ended, await second.ended]).toEqual([0, 0]);
  expect(first.output).toBe('Building…\n');
  expect(second.output).toBe('Waiting for another build…\nThe build is up to date.\n');
  expect(buildFolders()).toEqual([readBuilds(project.folder).current]);
});

it('takes the lock over from a killed build, and leaves its rest out', async () => {
  project.write('hold', '');
  const killed = start('build');
  await expect.poll(() => killed.output, SLOW).toBe('Building…\n');
  killed.process.kill('SIGKILL');
  project.remove('hold');
  await killed.ended;
  expect(await run('build')).toEqual({ code: 0, output: 'Building…\n' });
  expect(buildFolders()).toEqual([readBuilds(project.folder).current]);
});

it('keeps the build that a process runs, which still finds its parts after two newer ones', async () => {
  const old = start('start');
  await expect.poll(() => old.output, SLOW).toContain('started');
  const { current: first } = readBuilds(project.folder);
  // What a real process notes by itself.
  project.write(`build/${first}/processes/${old.process.pid}`, '');
  for (const text of ['second', 'third']) {
    change(text);
    expect((await run('build')).code).toBe(0);
  }
  expect(buildFolders()).toHaveLength(3);
  old.process.stdin!.end('now');
  await old.ended;
  expect(old.output).toBe('Building…\nstarted\nfirst\n');

  change('fourth');
  await run('build');
  const { current, previous } = readBuilds(project.folder);
  expect(buildFolders()).toEqual([current, previous].sort());
});

it('fails without touching the build when a compiler does', async () => {
  await run('build');
  const before = readBuilds(project.folder);
  change('second');
  project.write('node_modules/@remix-run/dev/dist/cli.js', 'process.exit(1)');
  const failed = await run('build');
  expect(failed.code).toBe(1);
  expect(failed.output).toContain('The build failed: node node_modules/@remix-run/dev/dist/cli.js');
  expect(readBuilds(project.folder)).toEqual(before);
  expect(buildFolders()).toEqual([before.current]);
});

it('neither installs nor builds when told so', async () => {
  const prebuilt = { CELESTE_PREBUILT: '1' };
  const missing = 'CELESTE_PREBUILT: there is no build; run npm run build\n';
  expect(await run('start', prebuilt)).toEqual({ code: 1, output: missing });
  project.write('.env', 'CELESTE_PREBUILT=1\n');
  expect(await run('start')).toEqual({ code: 1, output: missing });
  await run('build');
  change('second');
  project.remove('node_modules/.celeste-installed');
  const old = start('start', prebuilt);
  await expect.poll(() => old.output, SLOW).toBe('started\n');
  old.process.stdin!.end('now');
  await old.ended;
  expect(old.output).toBe('started\nfirst\n');

  project.remove('node_modules/node-av');
  expect(await run('start', { ...prebuilt, PATH: project.folder })).toEqual({
    code: 1,
    output: 'CELESTE_PREBUILT: without node-av the PATH needs ffmpeg and ffprobe\n',
  });
  project.remove('node_modules');
  expect(await run('start', prebuilt)).toEqual({
    code: 1,
    output: 'CELESTE_PREBUILT: no packages are installed; run npm ci --omit=dev\n',
  });
});
