import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, watch } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { childScript } from '@/app/config/child-script.server';
import { fetchPack } from '@/app/integrations/speech/local/fetch-pack.server';
import { readFetchState } from '@/app/integrations/speech/local/fetch-state.server';
import {
  brokenFiles,
  downloadsDir,
  isInstalled,
  removePack,
} from '@/app/integrations/speech/local/installed-pack.server';
import {
  type Pack,
  type PackName,
  packDir,
  packNames,
  readPack,
} from '@/app/integrations/speech/local/pack.server';
import { OFTEN } from '@/tests/support/until';
import { ModelServer } from './model-server';
import { ARCHIVE, ENCODER, tinyFiles, tinyPack } from './tiny-pack';

let dataDir: string;
let server: ModelServer;
let pack: Pack;

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'celeste-models-'));
  server = await ModelServer.start(tinyFiles);
  pack = tinyPack(server.url);
});

afterEach(async () => {
  await server.stop();
  await rm(dataDir, { recursive: true });
});

const fetch = (signal = new AbortController().signal) => fetchPack(pack, { dataDir, signal });
const encoderSum = () => pack.downloads.find((item) => item.path === ENCODER)!.sha256;
const encoderPart = () => path.join(downloadsDir(pack, dataDir), `${encoderSum()}.part`);

/** Waits until this part of the encoder is on the disk. */
const untilReceived = (bytes: number) =>
  expect.poll(async () => (await stat(encoderPart()).catch(() => null))?.size, OFTEN).toBe(bytes);

/** All files below a folder, as relative paths. */
async function filesBelow(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(dir, path.join(entry.parentPath, entry.name)))
    .sort();
}

describe('a fetch', () => {
  it('extracts only the listed files of the archive', async () => {
    await fetch();
    expect(await isInstalled(pack, dataDir)).toBe(true);
    expect(await brokenFiles(pack, dataDir)).toEqual([]);
    expect(await filesBelow(packDir(pack, dataDir))).toEqual(
      [...Object.values(pack.files), 'installed.json'].sort(),
    );
    const encoder = await readFile(path.join(packDir(pack, dataDir), 'models/encoder.onnx'));
    expect(encoder.equals(tinyFiles[ENCODER]!)).toBe(true);
    expect(existsSync('/tmp/celeste-outside.txt')).toBe(false);
    expect((await filesBelow(dataDir)).filter((file) => file.includes('outside'))).toEqual([]);
    expect(existsSync(downloadsDir(pack, dataDir))).toBe(false);
  });

  it('sends no request when the pack is installed', async () => {
    await fetch();
    const asked = server.requests.length;
    await fetch();
    expect(server.requests).toHaveLength(asked);
  });

  it('resumes after a broken connection', async () => {
    server.behave(ENCODER, { cuts: 2, cutAt: 500_000 });
    await fetch();
    const ranges = server.requestsFor(ENCODER);
    expect(ranges).toHaveLength(3);
    expect(ranges[0]).toBeUndefined();
    const starts = ranges.slice(1).map((range) => Number(/^bytes=(\d+)-$/.exec(range!)![1]));
    expect(starts[0]).toBeGreaterThan(0);
    expect(starts[1]).toBeGreaterThan(starts[0]!);
    expect(await brokenFiles(pack, dataDir)).toEqual([]);
  });

  it('resumes where an earlier download was aborted, without downloading complete files again', async () => {
    server.behave(ENCODER, { holdAt: 700_000 });
    const stop = new AbortController();
    const reason = new Error('the worker stops');
    const rejected = expect(fetch(stop.signal)).rejects.toBe(reason);
    await untilReceived(700_000);
    stop.abort(reason);
    await rejected;
    expect(await isInstalled(pack, dataDir)).toBe(false);
    expect(readFetchState(pack, dataDir)).toMatchObject({ state: 'unavailable', reason: 'the worker stops' });

    server.behave(ENCODER, {});
    await fetch();
    expect(server.requestsFor(ENCODER)).toEqual([undefined, 'bytes=700000-']);
    expect(server.requestsFor(ARCHIVE)).toHaveLength(1);
    expect(await brokenFiles(pack, dataDir)).toEqual([]);
  });

  it('starts over with a server that ignores ranges', async () => {
    server.behave(ENCODER, { cuts: 1, cutAt: 500_000, ignoresRanges: true });
    await fetch();
    expect(server.requestsFor(ENCODER)).toHaveLength(2);
    expect(server.requestsFor(ENCODER)[1]).toMatch(/^bytes=/);
    expect(await brokenFiles(pack, dataDir)).toEqual([]);
  });

  it('starts over when the partial file belongs to another file', async () => {
    await mkdir(downloadsDir(pack, dataDir), { recursive: true });
    await writeFile(encoderPart(), Buffer.alloc(1000, 7));
    await fetch();
    expect(server.requestsFor(ENCODER)).toEqual(['bytes=1000-', undefined]);
    expect(await brokenFiles(pack, dataDir)).toEqual([]);
  });

  it('starts over when the partial file is longer than the file', async () => {
    await mkdir(downloadsDir(pack, dataDir), { recursive: true });
    await writeFile(encoderPart(), Buffer.alloc(tinyFiles[ENCODER]!.length + 1));
    await fetch();
    expect(await brokenFiles(pack, dataDir)).toEqual([]);
  });

  it('rejects a wrong checksum, deletes the file and reports it', async () => {
    const downloads = pack.downloads.map((item) =>
      item.path === ENCODER ? { ...item, sha256: 'ab'.repeat(32) } : item,
    );
    pack = tinyPack(server.url, { downloads });
    await expect(fetch()).rejects.toThrow(/wrong checksum/);
    expect(await isInstalled(pack, dataDir)).toBe(false);
    expect(existsSync(packDir(pack, dataDir))).toBe(false);
    expect(existsSync(encoderPart())).toBe(false);
    expect(server.requestsFor(ENCODER)).toHaveLength(1);
    expect(readFetchState(pack, dataDir)).toMatchObject({ state: 'unavailable' });
  });

  it('rejects a file longer than its stated size', async () => {
    const downloads = pack.downloads.map((item) => (item.path === ENCODER ? { ...item, bytes: 1000 } : item));
    pack = tinyPack(server.url, { downloads });
    await expect(fetch()).rejects.toThrow(/longer than 1000 bytes/);
    expect(await isInstalled(pack, dataDir)).toBe(false);
  });

  it('rejects an archive that lacks a listed member', async () => {
    const downloads = pack.downloads.map((item) =>
      'members' in item
        ? { ...item, members: { ...item.members, 'tiny-models/more.onnx': 'more.onnx' } }
        : item,
    );
    pack = tinyPack(server.url, { downloads });
    await expect(fetch()).rejects.toThrow(/lacks tiny-models\/more.onnx/);
    expect(await isInstalled(pack, dataDir)).toBe(false);
  });

  it('rejects immediately without a network, or when the server lacks the file', async () => {
    server.behave(ENCODER, { status: 404 });
    await expect(fetch()).rejects.toThrow(/answered 404/);
    expect(server.requestsFor(ENCODER)).toHaveLength(1);
    await server.stop();
    await expect(fetch()).rejects.toThrow(/fetch failed/);
    expect(readFetchState(pack, dataDir)).toMatchObject({
      state: 'unavailable',
      reason: expect.stringContaining('ECONNREFUSED'),
    });
    server = await ModelServer.start(tinyFiles);
  });

  it('uses a mirror instead of the URL in the manifest', async () => {
    pack = tinyPack('http://127.0.0.1:9/nowhere');
    await fetchPack(pack, { dataDir, mirror: server.url, signal: new AbortController().signal });
    expect(await isInstalled(pack, dataDir)).toBe(true);
    expect(server.requestsFor(ARCHIVE)).toHaveLength(1);
  });

  it('reports its progress', async () => {
    server.behave(ENCODER, { holdAt: 700_000 });
    const stop = new AbortController();
    const rejected = expect(fetch(stop.signal)).rejects.toBe('enough');
    const doneBytes = tinyFiles[ARCHIVE]!.length + 700_000;
    const totalBytes = Object.values(tinyFiles).reduce((sum, file) => sum + file.length, 0);
    await expect
      .poll(() => readFetchState(pack, dataDir), OFTEN)
      .toMatchObject({ state: 'fetching', doneBytes, totalBytes });
    stop.abort('enough');
    await rejected;
  });
});

describe('concurrent downloads', () => {
  const start = () =>
    fork(childScript('tests/integrations/speech/fetch-in-process.ts').path, [server.url, dataDir], {
      env: { NODE_ENV: 'test' },
    });
  const exitCode = async (child: ChildProcess) => (await once(child, 'exit'))[0];

  it('download each file once with two processes, and both find the pack installed', async () => {
    expect(await Promise.all([exitCode(start()), exitCode(start())])).toEqual([0, 0]);
    expect(server.requests.map((request) => request.path).sort()).toEqual(Object.keys(tinyFiles).sort());
    expect(await brokenFiles(pack, dataDir)).toEqual([]);
  });

  it('take over the lock and the partial file of a killed process', async () => {
    server.behave(ENCODER, { holdAt: 700_000 });
    const child = start();
    const exited = once(child, 'exit');
    await untilReceived(700_000);
    child.kill('SIGKILL');
    await exited;
    server.behave(ENCODER, {});
    await fetch();
    expect(server.requestsFor(ENCODER)).toEqual([undefined, 'bytes=700000-']);
    expect(await isInstalled(pack, dataDir)).toBe(true);
  });

  it('wait for a process on another machine while it renews its lease', async () => {
    const claims = path.join(dataDir, 'speech', `${pack.name}.lock`);
    const claim = path.join(claims, 'elsewhere~1~claim');
    await mkdir(claims, { recursive: true });
    await writeFile(claim, '');
    const stop = new AbortController();
    // Each try writes a claim of its own and removes it again.
    const tries = new Set<string | null>();
    const watcher = watch(claims, (_event, name) => tries.add(name));
    const rejected = expect(fetch(stop.signal)).rejects.toBe('tired of waiting');
    await expect.poll(() => tries.size, OFTEN).toBeGreaterThanOrEqual(3);
    watcher.close();
    expect(server.requests).toEqual([]);
    stop.abort('tired of waiting');
    await rejected;

    const long = new Date(Date.now() - 61_000);
    await utimes(claim, long, long);
    await fetch();
    expect(await isInstalled(pack, dataDir)).toBe(true);
  });
});

describe('an installed pack', () => {
  it('is found damaged by its checksums, and not installed when a file was truncated', async () => {
    await fetch();
    const embedding = path.join(packDir(pack, dataDir), 'embedding.onnx');
    const bytes = await readFile(embedding);
    bytes[1000]! ^= 1;
    await writeFile(embedding, bytes);
    expect(await brokenFiles(pack, dataDir)).toEqual(['embedding.onnx']);
    await truncate(embedding, 1000);
    expect(await isInstalled(pack, dataDir)).toBe(false);
    await fetch();
    expect(await brokenFiles(pack, dataDir)).toEqual([]);
  });

  it('is not installed when it is another version', async () => {
    await fetch();
    const downloads = pack.downloads.map((item) =>
      item.path === ENCODER ? { ...item, sha256: 'ab'.repeat(32) } : item,
    );
    expect(await isInstalled(tinyPack(server.url, { downloads }), dataDir)).toBe(false);
  });

  it('copies files from another pack, whole archives too', async () => {
    await fetch();
    const asked = server.requests.length;
    const other = tinyPack(server.url, { name: 'other' });
    const signal = new AbortController().signal;
    await fetchPack(other, { dataDir, signal, others: [pack] });
    expect(server.requests).toHaveLength(asked);
    await removePack(pack, dataDir);
    expect(await isInstalled(other, dataDir)).toBe(true);
    expect(await brokenFiles(other, dataDir)).toEqual([]);
    await fetchPack(pack, { dataDir, signal, others: [other] });
    expect(server.requests).toHaveLength(asked);
  });

  it('downloads files that are damaged in another pack or that it did not extract', async () => {
    await fetch();
    await writeFile(
      path.join(packDir(pack, dataDir), 'vad.onnx'),
      Buffer.alloc(tinyFiles['asr/vad.onnx']!.length),
    );
    server.requests.length = 0;
    const [archive, ...rest] = pack.downloads;
    const members = {
      'tiny-models/decoder.onnx': 'models/decoder.onnx',
      'tiny-models/joiner.onnx': 'models/joiner.onnx',
      './tiny-models/tokens.txt': 'tokens.txt',
    };
    const kept = tinyPack(server.url, { downloads: [{ ...archive, members }, ...rest] });
    await fetchPack(tinyPack(server.url, { name: 'other' }), {
      dataDir,
      signal: new AbortController().signal,
      others: [kept],
    });
    expect(server.requests.map((request) => request.path).sort()).toEqual(['asr/vad.onnx', ARCHIVE].sort());
  });

  it('can be removed', async () => {
    await fetch();
    await removePack(pack, dataDir);
    expect(await isInstalled(pack, dataDir)).toBe(false);
    expect(existsSync(packDir(pack, dataDir))).toBe(false);
    expect(await brokenFiles(pack, dataDir)).toEqual(Object.values(pack.files));
  });
});

describe('the packs of the project', () => {
  it('the demonstration pack is installed, complete, and cannot be removed', async () => {
    const demo = readPack('demo');
    expect(await isInstalled(demo, dataDir)).toBe(true);
    expect(await brokenFiles(demo, dataDir)).toEqual([]);
    await expect(removePack(demo, dataDir)).rejects.toThrow(/part of the project/);
    expect(await isInstalled(demo, dataDir)).toBe(true);
  });

  it.each(packNames)('%s has a complete manifest', (name) => {
    const described = readPack(name);
    expect(described.name).toBe(name);
    expect(described.languages).toContain('pt');
    expect(described.licences.every(({ licence }) => licence !== '')).toBe(true);
    expect(new Set(described.downloads.map(({ sha256 }) => sha256)).size).toBe(described.downloads.length);
    const engineWindowS = 29.5;
    if (described.recognizer === 'whisper') {
      expect((4 / 3) * described.longestSegment).toBeLessThan(engineWindowS);
      expect(described).toMatchObject({ hasConfidence: false, wordTimes: 'phrase' });
    }
  });

  it('the Whisper packs share voice activity detector and diarizer with the full pack', () => {
    const sumsOf = (name: PackName) => readPack(name).downloads.map(({ sha256 }) => sha256);
    for (const name of ['whisper-small', 'whisper-turbo'] as const) {
      expect(sumsOf(name).slice(1)).toEqual(sumsOf('full').slice(1));
      expect(readPack(name).licences[0]).toMatchObject({ licence: 'MIT' });
    }
  });

  it('the full pack has a manifest and is not installed', async () => {
    const full = readPack('full');
    expect(full).toMatchObject({
      model: 'parakeet-tdt-0.6b-v3',
      featureDim: 128,
      cased: true,
      punctuated: true,
    });
    expect(full.languages).toContain('pt');
    expect(full.licences.map((part) => part.licence)).toEqual(['CC-BY-4.0', 'MIT', 'CC-BY-4.0', 'MIT']);
    expect(await isInstalled(full, dataDir)).toBe(false);
  });

  it.each([
    ['a path out of its folder', { files: { ...readPack('demo').files, vad: '../vad.onnx' } }],
    ['a file that no download brings', { files: { ...readPack('demo').files, vad: 'other.onnx' } }],
    ['a name with a slash', { name: 'a/b' }],
    ['a transducer without a joiner', { files: { ...readPack('demo').files, joiner: undefined } }],
    ['a Whisper with confidence', { recognizer: 'whisper' }],
  ])('rejects a manifest with %s', (_, changes) => {
    expect(() => tinyPack('http://127.0.0.1:9', changes)).toThrow();
  });
});
