import { expect, it } from 'vitest';
import { measureEvidence } from '@/app/domain/speech/measure-evidence';

const STEP_MS = 100;

/** Of ten seconds from the first minute on: loud where somebody speaks. */
const sound = (noise: number) => ({
  startMs: 60_000,
  speech: [
    { startMs: 1000, endMs: 3000 },
    { startMs: 4000, endMs: 5000 },
  ],
  loudness: {
    stepMs: STEP_MS,
    rms: Array.from({ length: 100 }, (_, step) => (step >= 10 && step < 30 ? 0.1 : noise)),
  },
});

const segment = { startMs: 60_800, endMs: 63_200 };

it('tells how far detector and recognizer agree, in the recording’s time', () => {
  const words = [
    { startMs: 60_800, endMs: 61_200 },
    { startMs: 61_500, endMs: 62_500 },
  ];
  expect(measureEvidence(segment, words, sound(0.001))).toEqual({
    ...segment,
    speechMs: 2000,
    agreedMs: 1200,
    strayMs: 200,
    snrDb: 40,
  });
});

it('estimates the signal-to-noise ratio, at most 60 dB', () => {
  const of = (noise: number) => measureEvidence(segment, [], sound(noise)).snrDb;
  expect([of(0.1), of(0.01), of(0)]).toEqual([0, 20, 60]);
});

it('takes a segment that the loudness does not cover for noise', () => {
  const past = { startMs: 90_000, endMs: 91_000 };
  expect(measureEvidence(past, [], sound(0.01))).toEqual({
    ...past,
    speechMs: 0,
    agreedMs: 0,
    strayMs: 0,
    snrDb: 0,
  });
});
