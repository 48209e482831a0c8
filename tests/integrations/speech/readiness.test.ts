import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LocalSpeechEngine } from '@/app/integrations/speech/local/engine.server';
import { fetchPack } from '@/app/integrations/speech/local/fetch-pack.server';
import { writeFetchState } from '@/app/integrations/speech/local/fetch-state.server';
import { removePack } from '@/app/integrations/speech/local/installed-pack.server';
import { type Pack, readPack } from '@/app/integrations/speech/local/pack.server';
import {
  type ModelSource,
  packNameOf,
  ReadyModels,
} from '@/app/integrations/speech/local/ready-models.server';
import { OFTEN } from '@/tests/support/until';
import { InMemoryCheckpoints } from './in-memory-checkpoints';
import { ModelServer } from './model-server';
import { writeSample } from './sample';
import { ENCODER, tinyFiles, tinyPack } from './tiny-pack';

let dataDir: string;
let server: ModelServer;
let full: Pack;
let stop: AbortController;

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'celeste-ready-'));
  server = await ModelServer.start(tinyFiles);
  full = tinyPack(server.url);
  stop = new AbortController();
});

afterEach(async () => {
  stop.abort();
  await server.stop();
  await rm(dataDir, { recursive: true });
});

/** The models as seen by any process on the same data folder. */
const models = (mode: ModelSource['mode']) =>
  new ReadyModels({ mode, dataDir, wanted: full, demo: readPack('demo') });

async function seen(mode: ModelSource['mode'], isSample = false) {
  const readiness = await models(mode).readiness(isSample);
  if (!readiness.ready) return readiness;
  return { ready: true, model: (await models(mode).choosePack(isSample)).model };
}

const DEMO = { ready: true, model: 'demo' };
const FULL = { ready: true, model: 'tiny-model' };
const waiting = (percent: number | null) => ({ ready: false, percent });

async function untilSeen(mode: ModelSource['mode'], expected: object): Promise<void> {
  await expect.poll(() => seen(mode), OFTEN).toEqual(expected);
}

async function writeOldState(ageMs: number): Promise<void> {
  await mkdir(path.join(dataDir, 'speech'), { recursive: true });
  await writeFile(
    path.join(dataDir, 'speech', 'tiny.progress.json'),
    JSON.stringify({ state: 'fetching', doneBytes: 1, totalBytes: 2, at: Date.now() - ageMs }),
  );
}

describe('auto', () => {
  it('waits before the first attempt, except for the sample', async () => {
    expect(await seen('auto')).toEqual(waiting(null));
    expect(await seen('auto', true)).toEqual(DEMO);
  });

  it('waits with a percentage during the download, below 100 until the pack is installed', async () => {
    writeFetchState(full, dataDir, { state: 'fetching', doneBytes: 375, totalBytes: 1000 });
    expect(await seen('auto')).toEqual(waiting(37));
    writeFetchState(full, dataDir, { state: 'fetching', doneBytes: 1000, totalBytes: 1000 });
    expect(await seen('auto')).toEqual(waiting(99));
    expect(await seen('auto', true)).toEqual(DEMO);
  });

  it('uses the demonstration pack when the full one cannot be downloaded', async () => {
    writeFetchState(full, dataDir, { state: 'unavailable', reason: 'no network' });
    expect(await seen('auto')).toEqual(DEMO);
  });

  it('does not wait for a download whose process has died', async () => {
    await writeOldState(50_000);
    expect(await seen('auto')).toEqual(waiting(50));
    await writeOldState(61_000);
    expect(await seen('auto')).toEqual(DEMO);
  });

  it('uses the full pack once it is installed, but the demonstration pack for the sample', async () => {
    await fetchPack(full, { dataDir, signal: stop.signal });
    expect(await seen('auto')).toEqual(FULL);
    expect(await seen('auto', true)).toEqual(DEMO);
    await removePack(full, dataDir);
    expect(await seen('auto')).toEqual(DEMO);
  });

  it('makes work wait from the start of the worker, also after an earlier failure', async () => {
    writeFetchState(full, dataDir, { state: 'unavailable', reason: 'no network' });
    server.behave(ENCODER, { holdAt: 700_000 });
    void models('auto').keepReady(stop.signal);
    expect((await seen('auto')).ready).toBe(false);
    const total = Object.values(tinyFiles).reduce((sum, file) => sum + file.length, 0);
    await untilSeen(
      'auto',
      waiting(Math.floor((100 * (700_000 + tinyFiles['asr/tiny-models.tar.bz2']!.length)) / total)),
    );
  });

  it('changes from downloading to the full pack', async () => {
    void models('auto').keepReady(stop.signal);
    await untilSeen('auto', FULL);
  });

  it('changes to the demonstration pack without a network, and ends when aborted', async () => {
    await server.stop();
    const kept = models('auto').keepReady(stop.signal);
    await untilSeen('auto', DEMO);
    stop.abort();
    await kept;
    server = await ModelServer.start(tinyFiles);
  });
});

describe('a named pack', () => {
  it('is the configured one, by default the full one', () => {
    const modes = ['auto', 'full', 'whisper-small', 'whisper-turbo', 'demo'] as const;
    expect(modes.map(packNameOf)).toEqual(['full', 'full', 'whisper-small', 'whisper-turbo', 'full']);
  });

  it.each(['full', 'whisper-small'] as const)(
    '%s never falls back to the demonstration pack, except for the sample',
    async (mode) => {
      expect(await seen(mode)).toEqual(waiting(null));
      writeFetchState(full, dataDir, { state: 'unavailable', reason: 'no network' });
      expect(await seen(mode)).toEqual(waiting(null));
      await expect(models(mode).choosePack(false)).rejects.toThrow(/not here yet/);
      expect(await seen(mode, true)).toEqual(DEMO);
      void models(mode).keepReady(stop.signal);
      await untilSeen(mode, FULL);
    },
  );

  it('recognizes with the downloaded models', async () => {
    await fetchPack(full, { dataDir, signal: stop.signal });
    const engine = new LocalSpeechEngine(models('full'));
    expect(await engine.modelName(false)).toBe('tiny-model');
    const audio = await writeSample(path.join(dataDir, 'sample.s16'));
    const onProgress = () => undefined;
    const request = {
      audio: async () => audio,
      signal: stop.signal,
      onProgress,
      isSample: false,
      speakerCount: null,
      language: 'pt',
      notes: new InMemoryCheckpoints(),
    };
    const { words, modelName } = await engine.recognize(request);
    expect(words).toHaveLength(150);
    expect(modelName).toBe('tiny-model');
    expect(new Set((await engine.diarize(request)).turns.map((turn) => turn.speaker)).size).toBe(2);
  });
});

describe('the problem', () => {
  const problemOf = (mode: ModelSource['mode']) => models(mode).problem();

  it('is the error of the last download of the configured pack, until it is retried or installed', async () => {
    expect(await problemOf('auto')).toBeNull();
    await server.stop();
    await expect(fetchPack(full, { dataDir, signal: stop.signal })).rejects.toThrow();
    expect(await problemOf('auto')).toMatch(/^fetch failed: /);
    expect(await problemOf('full')).toBe(await problemOf('auto'));
    expect(await problemOf('demo')).toBeNull();
    writeFetchState(full, dataDir, { state: 'fetching', doneBytes: 1, totalBytes: 2 });
    expect(await problemOf('auto')).toBeNull();
    server = await ModelServer.start(tinyFiles);
    await fetchPack(tinyPack(server.url), { dataDir, signal: stop.signal });
    writeFetchState(full, dataDir, { state: 'unavailable', reason: 'of long ago' });
    expect(await problemOf('auto')).toBeNull();
  });
});

describe('demo', () => {
  it('is ready immediately and downloads nothing', async () => {
    await models('demo').keepReady(stop.signal);
    expect(await seen('demo')).toEqual(DEMO);
    await fetchPack(full, { dataDir, signal: stop.signal });
    expect(await seen('demo')).toEqual(DEMO);
  });
});
