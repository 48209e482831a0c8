import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { confidenceLevel, needsFullCheck } from '@/app/domain/format/confidence-level';
import { transcriptConfidence } from '@/app/domain/transcript/transcript-confidence';
import { LocalSpeechEngine } from '@/app/integrations/speech/local/engine.server';
import { readPack } from '@/app/integrations/speech/local/pack.server';
import { ReadyModels } from '@/app/integrations/speech/local/ready-models.server';
import { playMusic, toSamples, white } from '@/tests/bench/calibration-sounds';
import { wordErrors } from '@/tests/bench/metrics/wer';
import { Random } from '@/tests/soak/random';
import { InMemoryCheckpoints } from './in-memory-checkpoints';
import { sampleReference, writePcm, writeSample } from './sample';

const SAMPLES_PER_SECOND = 16_000;
const MUSIC_S = 15;

let folder: string;
let sample: Float64Array;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'celeste-confidence-'));
  const { path: file } = await writeSample(path.join(folder, 'sample.s16'));
  sample = toSamples(await readFile(file));
});

afterAll(() => rm(folder, { recursive: true }));

/** @returns the words and the score, 0 to 100 */
async function hear(samples: Float64Array, demo = readPack('demo')) {
  const loudest = samples.reduce((most, one) => Math.max(most, Math.abs(one)), 0);
  const pcm = Buffer.alloc(2 * samples.length);
  samples.forEach((one, index) => {
    pcm.writeInt16LE(Math.round((30_000 * one) / Math.max(1, loudest)), 2 * index);
  });
  const audio = await writePcm(path.join(folder, 'audio.s16'), pcm);
  const engine = new LocalSpeechEngine(
    new ReadyModels({ mode: 'demo', dataDir: folder, wanted: readPack('full'), demo }),
  );
  const { words } = await engine.recognize({
    audio: async () => audio,
    signal: new AbortController().signal,
    onProgress: () => undefined,
    isSample: false,
    speakerCount: null,
    language: 'pt',
    notes: new InMemoryCheckpoints(),
  });
  const said = sampleReference()
    .map(({ norm }) => norm)
    .join(' ');
  const heard = words.map(({ text }) => text).join(' ');
  return { words, score: transcriptConfidence(words)!, errors: wordErrors(said, heard).percent };
}

it('a clean recording is excellent, and few of its words are doubtful', async () => {
  const { words, score, errors } = await hear(sample);
  console.log(`clean: ${score}, WER ${errors.toFixed(0)} %`);
  expect(errors).toBe(0);
  expect(score).toBeGreaterThan(90);
  expect(words.filter(({ confidence }) => confidence < 0.7).length).toBeLessThan(0.1 * words.length);
});

it('a recording in heavy noise has all of its text checked, and most words are doubtful', async () => {
  const { words, score, errors } = await hear(white(sample, new Random(1), 0.8));
  console.log(`heavy noise: ${score}, WER ${errors.toFixed(0)} %`);
  expect(errors).toBeGreaterThan(40);
  expect(needsFullCheck(score)).toBe(true);
  expect(score).toBeGreaterThan(10);
  expect(words.filter(({ confidence }) => confidence < 0.7).length).toBeGreaterThan(0.5 * words.length);
});

it('words in music without a voice are of the lowest level', async () => {
  for (const seed of [1, 2, 3]) {
    const music = playMusic(new Random(seed), MUSIC_S * SAMPLES_PER_SECOND).map((one) => 0.3 * one);
    const { words, score } = await hear(music);
    console.log(`music: ${words.length} words, ${score}`);
    expect(words.length === 0 || confidenceLevel(score) === 'regular').toBe(true);
  }
});

it('a model without calibration is trusted less than it trusts itself', async () => {
  const { calibration: _calibration, ...demo } = readPack('demo');
  const { score } = await hear(sample, demo);
  const noisy = await hear(white(sample, new Random(1), 0.8), demo);
  console.log(`without calibration: clean ${score}, heavy noise ${noisy.score}`);
  expect(score).toBeGreaterThan(70);
  expect(needsFullCheck(noisy.score)).toBe(true);
});
