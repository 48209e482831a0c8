import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { childScript } from '@/app/config/child-script.server';
import { projectDir } from '@/app/config/env.server';
import { ModelServer } from './model-server';

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'celeste-command-'));
});

afterEach(() => rm(dataDir, { recursive: true }));

/** Runs the command with an unreachable mirror. */
const models = (...args: string[]) => modelsWith({}, ...args);

function modelsWith(settings: Record<string, string>, ...args: string[]) {
  const env = { ...process.env, ...settings, DATA_DIR: dataDir, SPEECH_MODELS_URL: 'http://127.0.0.1:9' };
  const run = spawnSync(process.execPath, [childScript('bin/models.ts').path, ...args], {
    cwd: projectDir,
    env,
    encoding: 'utf8',
  });
  return { code: run.status, out: run.stdout, error: run.stderr };
}

it('lists the packs without arguments', () => {
  const { code, out } = models();
  expect(code).toBe(0);
  expect(out).not.toContain('usage');
  expect(out).toBe(models('list').out);
  expect(out).toMatch(/^full: parakeet-tdt-0\.6b-v3 .*not installed, a download of 535 MB$/m);
  expect(out).toMatch(/Parakeet.*CC-BY-4\.0/);
  expect(out).toMatch(/^whisper-small: .*not installed, a download of 687 MB$/m);
  expect(out).toMatch(/^whisper-turbo: .*not installed, a download of 612 MB$/m);
  expect(out).toMatch(/OpenAI Whisper large-v3-turbo, MIT, https:/);
  expect(out).toMatch(/^demo: .*comes with Celeste$/m);
});

it('exits with the usage and code 2 for an unknown command or pack', () => {
  for (const args of [['download'], ['fetch', 'other'], ['fetch', 'full', 'demo'], ['toString']]) {
    expect(models(...args)).toMatchObject({ code: 2, out: '', error: expect.stringMatching(/^usage: /) });
  }
});

it('verifies the demonstration pack, and exits with code 1 when the full one is missing', () => {
  expect(models('verify', 'demo')).toMatchObject({ code: 0, out: expect.stringContaining('7 files') });
  expect(models('verify')).toMatchObject({
    code: 1,
    error: expect.stringMatching(/^full: missing or damaged: .+\n$/),
  });
});

it('defaults to the configured pack', () => {
  const { code, error } = modelsWith({ SPEECH_MODELS: 'whisper-small' }, 'verify');
  expect({ code, error }).toEqual({ code: 1, error: expect.stringMatching(/^whisper-small: missing/) });
});

it('prints in one line why a download failed, and saves the reason', () => {
  expect(models('fetch')).toMatchObject({
    code: 1,
    out: '',
    error: expect.stringMatching(/^full: fetch failed: .+\n$/),
  });
  expect(models('list').out).toMatch(/not installed \(fetch failed: .+\)/);
});

it('requests the named pack from the mirror, and prints its response status', async () => {
  const mirror = await ModelServer.start({});
  const { url } = mirror;
  const run = spawn(process.execPath, [childScript('bin/models.ts').path, 'fetch', 'whisper-turbo'], {
    cwd: projectDir,
    env: { ...process.env, DATA_DIR: dataDir, SPEECH_MODELS_URL: `${url}/` },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let error = '';
  run.stderr.setEncoding('utf8').on('data', (text: string) => {
    error += text;
  });
  const [code] = await once(run, 'close');
  await mirror.stop();
  const archive = 'asr-models/sherpa-onnx-whisper-turbo.tar.bz2';
  expect({ code, error }).toEqual({
    code: 1,
    error: `whisper-turbo: ${url}/${archive} answered 404\n`,
  });
  expect(mirror.requests).toEqual([{ path: archive, range: undefined }]);
});

it('removes the full pack, never the demonstration pack', async () => {
  const pack = path.join(dataDir, 'speech', 'full');
  await mkdir(pack, { recursive: true });
  await writeFile(path.join(pack, 'encoder.int8.onnx'), 'x');
  expect(models('remove')).toMatchObject({ code: 0, out: 'full: removed\n' });
  expect(existsSync(pack)).toBe(false);
  expect(models('remove', 'demo')).toMatchObject({ code: 1 });
});
