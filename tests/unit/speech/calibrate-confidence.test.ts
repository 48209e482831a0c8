import { describe, expect, it } from 'vitest';
import {
  type Calibration,
  calibrateWords,
  expectedAccuracy,
  type Features,
  featuresOf,
  shiftConfidences,
} from '@/app/domain/speech/calibrate-confidence';
import type { Evidence } from '@/app/domain/speech/measure-evidence';
import type { Word } from '@/app/domain/transcript/transcript';
import { meanConfidence } from '@/app/domain/transcript/transcript-confidence';

const WORD_MS = 400;
const SEGMENT_MS = 10_000;

const calibration: Calibration = {
  offset: -3,
  confidence: 1.4,
  wordless: 1,
  stray: 1,
  noise: 0.5,
  slow: 2,
  fast: 1,
  spread: 0.8,
};

const wordsOf = (confidences: number[], fromMs = 0): Word[] =>
  confidences.map((confidence, index) => {
    const startMs = fromMs + index * WORD_MS;
    return { text: 'falou', startMs, endMs: startMs + WORD_MS, confidence };
  });

const good = (startMs = 0): Evidence => ({
  startMs,
  endMs: startMs + SEGMENT_MS,
  speechMs: SEGMENT_MS,
  agreedMs: 8000,
  strayMs: 0,
  snrDb: 40,
});

const neutral: Features = { confidence: 3, wordless: 0, stray: 0, noise: 0, slow: 0, fast: 0 };

describe('the expected accuracy', () => {
  it('rises with the model’s confidence, and falls with whatever speaks against the text', () => {
    const usual = expectedAccuracy(neutral, calibration);
    expect(usual).toBeCloseTo(1 / (1 + Math.exp(-1.2)), 10);
    expect(expectedAccuracy({ ...neutral, confidence: 3.1 }, calibration)).toBeGreaterThan(usual);
    for (const name of ['wordless', 'stray', 'noise', 'slow', 'fast'] as const) {
      expect(expectedAccuracy({ ...neutral, [name]: 0.1 }, calibration)).toBeLessThan(usual);
    }
  });

  it('counts pauses, loud recordings and a usual speaking rate for nothing', () => {
    const features = featuresOf(wordsOf(Array(20).fill(0.9)), [good()]);
    expect(features).toMatchObject({ wordless: 0, stray: 0, noise: 0, slow: 0, fast: 0 });
    expect(features.confidence).toBeCloseTo(Math.log(9), 10);
  });

  it('sees speech without words, words without speech, noise, and too few or too many letters', () => {
    const words = wordsOf(Array(20).fill(0.9));
    const of = (changes: Partial<Evidence>, own = words) => featuresOf(own, [{ ...good(), ...changes }]);
    expect(of({ agreedMs: 3000 }).wordless).toBeCloseTo(0.35, 10);
    expect(of({ agreedMs: 6000, strayMs: 2000 }).stray).toBeCloseTo(0.25, 10);
    expect(of({ snrDb: 15 }).noise).toBeCloseTo(0.5, 10);
    expect(of({}, words.slice(0, 8)).slow).toBeCloseTo(Math.log(2), 10);
    expect(of({ speechMs: 3125 }).fast).toBeCloseTo(Math.log(2), 10);
  });
});

describe('calibrated words', () => {
  it('keep their order, and have the expected accuracy as their mean', () => {
    const words = wordsOf([0.2, 0.6, 0.9, 0.97, 1]);
    for (const accuracy of [0.02, 0.3, 0.85, 0.99]) {
      const shifted = shiftConfidences(words, accuracy, 0.7);
      expect(meanConfidence(shifted)).toBeCloseTo(accuracy, 3);
      const confidences = shifted.map(({ confidence }) => confidence);
      expect([...confidences].sort((one, other) => one - other)).toEqual(confidences);
      expect(shifted.map(({ text, startMs, endMs }) => ({ text, startMs, endMs }))).toEqual(
        words.map(({ text, startMs, endMs }) => ({ text, startMs, endMs })),
      );
    }
  });

  it('are judged by half a minute of speech, so that a bad part does not pull a good one down', () => {
    const goodPart = [0, 1, 2].map((index) => good(index * SEGMENT_MS));
    const badPart = [3, 4, 5].map((index) => ({ ...good(index * SEGMENT_MS), snrDb: 3, agreedMs: 2000 }));
    const first = wordsOf(Array(60).fill(0.97));
    const second = wordsOf(Array(10).fill(0.6), 3 * SEGMENT_MS);
    const both = calibrateWords([...first, ...second], [...goodPart, ...badPart], calibration);
    expect(both).toHaveLength(70);
    expect(both.slice(0, 60)).toEqual(calibrateWords(first, goodPart, calibration));
    expect(both[0]!.confidence).toBeGreaterThan(0.8);
    expect(both[69]!.confidence).toBeLessThan(0.1);
  });

  it('count speech without a word against the words beside it', () => {
    const words = wordsOf(Array(20).fill(0.97), 3 * SEGMENT_MS);
    const silent = [0, 1, 2].map((index) => ({ ...good(index * SEGMENT_MS), agreedMs: 0 }));
    const alone = calibrateWords(words, [good(3 * SEGMENT_MS)], calibration);
    const after = calibrateWords(words, [...silent, good(3 * SEGMENT_MS)], calibration);
    const spoken = { ...good(), endMs: 30_000, speechMs: 30_000, agreedMs: 24_000 };
    const many = wordsOf(Array(60).fill(0.97));
    const silentAfter = silent.map((one) => ({ ...one, startMs: one.startMs + 30_000 }));
    const [before] = calibrateWords(many, [spoken, ...silentAfter], calibration);
    expect(after[0]!.confidence).toBeLessThan(alone[0]!.confidence);
    expect(before!.confidence).toBeLessThan(calibrateWords(many, [spoken], calibration)[0]!.confidence);
  });

  it('are lower than the model’s own where nobody has calibrated it', () => {
    const words = wordsOf(Array(20).fill(0.86));
    const [first] = calibrateWords(words, [good()]);
    expect(first!.confidence).toBeLessThan(0.7);
    const [sure] = calibrateWords(wordsOf(Array(20).fill(0.99)), [good()]);
    expect(sure!.confidence).toBeGreaterThan(0.9);
  });

  it('stay as they are without evidence, and none come of none', () => {
    const words = wordsOf([0.4, 0.9]);
    expect(calibrateWords(words, [], calibration)).toEqual(words);
    expect(calibrateWords([], [good()], calibration)).toEqual([]);
  });

  it('of ten hours take little time', () => {
    const evidence = Array.from({ length: 3600 }, (_, index) => good(index * SEGMENT_MS));
    const words = wordsOf(Array(90_000).fill(0.93));
    const startedAt = performance.now();
    expect(calibrateWords(words, evidence, calibration)).toHaveLength(90_000);
    expect(performance.now() - startedAt).toBeLessThan(5000);
  });
});
