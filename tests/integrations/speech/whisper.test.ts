import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LocalSpeechEngine } from '@/app/integrations/speech/local/engine.server';
import { fetchPack } from '@/app/integrations/speech/local/fetch-pack.server';
import { packDir, parsePack, readPack } from '@/app/integrations/speech/local/pack.server';
import { ReadyModels } from '@/app/integrations/speech/local/ready-models.server';
import type { PcmFile } from '@/app/integrations/speech/port';
import { InMemoryCheckpoints } from './in-memory-checkpoints';
import { ModelServer } from './model-server';
import { writeSample } from './sample';
import { type Script, scriptedWhisper } from './scripted-whisper';

/**
 * Fourteen words and two timestamps; without appended silence the engine would output at most ten tokens for
 * 1.5 s.
 */
const FAST = ' falando bem depressa cabem muitas palavras num segundo só e nenhuma pode se perder'
  .split(/(?= )/)
  .slice(0, 14);
/** A typical hallucination of Whisper in silence. */
const MADE_UP: Script = [29, ' Legendas', ' da', ' comunidade', 29.4];

let dir: string;
let sample: PcmFile;
let server: ModelServer;

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'celeste-whisper-'));
  sample = await writeSample(path.join(dir, 'sample.s16'));
});

afterAll(() => rm(dir, { recursive: true }));

/** An engine with a downloaded pack whose Whisper is scripted. */
async function engineWriting(name: string, scripts: { pt: Script; en: Script }): Promise<LocalSpeechEngine> {
  const demo = readPack('demo');
  const demoFile = (file: string) => readFileSync(path.join(packDir(demo, ''), file));
  const files: Record<string, Buffer> = {
    ...scriptedWhisper(scripts),
    vad: demoFile('vad.onnx'),
    segmentation: demoFile('segmentation.onnx'),
    embedding: demoFile('embedding.onnx'),
  };
  server = await ModelServer.start(files);
  const { sha256: _, ...settings } = demo;
  const pack = parsePack(
    JSON.stringify({
      ...settings,
      name,
      model: 'scripted',
      languages: ['pt', 'en'],
      recognizer: 'whisper',
      wordTimes: 'phrase',
      hasConfidence: false,
      longestSegment: 22,
      files: Object.fromEntries(Object.keys(files).map((file) => [file, `${file}.bin`])),
      downloadsFrom: server.url,
      downloads: Object.entries(files).map(([file, content]) => ({
        path: file,
        bytes: content.length,
        target: `${file}.bin`,
        sha256: createHash('sha256').update(content).digest('hex'),
      })),
    }),
  );
  await fetchPack(pack, { dataDir: dir, signal: new AbortController().signal });
  await server.stop();
  return new LocalSpeechEngine(new ReadyModels({ mode: 'whisper-small', dataDir: dir, wanted: pack, demo }));
}

const requestFor = (audio: PcmFile, language: string, notes = new InMemoryCheckpoints()) => ({
  audio: async () => audio,
  signal: new AbortController().signal,
  onProgress: () => undefined,
  isSample: false,
  speakerCount: null,
  language,
  notes,
});

const textOf = (words: readonly { text: string }[]) => words.map(({ text }) => text).join(' ');

describe('a Whisper pack', () => {
  let engine: LocalSpeechEngine;
  /** Whisper takes as long for a short segment as for one of 30 s. */
  let start: PcmFile;

  beforeAll(async () => {
    start = { ...sample, durationMs: 24_000 };
    engine = await engineWriting('scripted', {
      pt: [0, ' Olá,', ' bom', ' dia.', 1, 1, ' Tudo', ' bem?', 1.6, ...MADE_UP],
      en: [0, ' Good', ' morning.', 1, 1, ' Bye'],
    });
  });

  it('recognizes in the language of the recording, with a time for each word and no confidence', async () => {
    const heard = await engine.recognize(requestFor(start, 'pt'));
    const times = heard.words.length / 5;
    expect(times).toBeGreaterThan(3);
    expect(textOf(heard.words)).toBe(Array(times).fill('Olá, bom dia. Tudo bem?').join(' '));
    expect(heard).toMatchObject({ hasConfidence: false, modelName: 'scripted', turns: null, concerns: [] });
    let earliestMs = 0;
    for (const { startMs, endMs, confidence } of heard.words) {
      expect(startMs).toBeGreaterThanOrEqual(earliestMs);
      expect(endMs).toBeGreaterThan(startMs);
      expect(confidence).toBe(1);
      earliestMs = endMs;
    }
    expect(earliestMs).toBeLessThanOrEqual(start.durationMs);
    const [first, , third, fourth] = heard.words;
    expect(third!.endMs - first!.startMs).toBe(1000);
    expect(fourth!.startMs).toBe(third!.endMs);
  });

  it('accepts another language, and guesses one that it does not support', async () => {
    const inEnglish = await engine.recognize(requestFor(start, 'en'));
    expect(textOf(inEnglish.words.slice(0, 3))).toBe('Good morning. Bye');
    // Its phrase has no end, so it lasts until the end of the segment.
    const [, , bye] = inEnglish.words;
    expect(bye!.endMs - bye!.startMs).toBeGreaterThan(100);
    const guessed = await engine.recognize(requestFor(start, 'gn'));
    expect(guessed.words).toEqual(inEnglish.words);
  });

  it('starts over when the language differs from the previous attempt', async () => {
    const notes = new InMemoryCheckpoints();
    await engine.recognize(requestFor(start, 'en', notes));
    const { words } = await engine.recognize(requestFor(start, 'pt', notes));
    expect(textOf(words.slice(0, 3))).toBe('Olá, bom dia.');
    expect(textOf(words)).not.toContain('Good');
  });

  it('diarizes', async () => {
    const { turns } = await engine.diarize(requestFor(sample, 'pt'));
    expect(new Set(turns.map(({ speaker }) => speaker)).size).toBe(2);
  });
});

it('limits segments to the length that the recognizer accepts', async () => {
  const demo = readPack('demo');
  const hardlyPausing = { ...demo, vad: { ...demo.vad, minSilence: 20 } };
  const lengthsWith = async (longestSegment: number) => {
    const models = { ...hardlyPausing, longestSegment };
    const wanted = readPack('whisper-small');
    const engine = new LocalSpeechEngine(
      new ReadyModels({ mode: 'demo', dataDir: dir, wanted, demo: models }),
    );
    const parts = await engine.detect(requestFor(sample, 'pt'));
    return parts.map(({ startMs, endMs }) => endMs - startMs);
  };
  expect(Math.max(...(await lengthsWith(30)))).toBeGreaterThan(22_000);
  expect(Math.max(...(await lengthsWith(22)))).toBeLessThanOrEqual(22_000);
});

it('keeps every word of fast speech', async () => {
  const script: Script = [0, ...FAST, 1.4];
  const engine = await engineWriting('scripted-fast', { pt: script, en: script });
  const short = { ...sample, durationMs: 1500 };
  const { words } = await engine.recognize(requestFor(short, 'pt'));
  expect(words.map(({ text }) => ` ${text}`)).toEqual(FAST);
});
