import { expect, it } from 'vitest';
import { calibrateWords, expectedAccuracy, featuresOf } from '@/app/domain/speech/calibrate-confidence';
import { meanConfidence } from '@/app/domain/transcript/transcript-confidence';
import { Random } from '../soak/random';
import { calibrationError } from './confidence-curve';
import { fitCalibration } from './fit-calibration';

/** A model that says 0.95 of everything it hears well, and 0.8 of what it hears badly. */
function sounds(seed: number) {
  const random = new Random(seed);
  return Array.from({ length: 24 }, (_, index) => {
    const accuracy = index % 2 === 0 ? 0.9 : 0.3;
    const isRight = Array.from({ length: 40 }, () => random.next() < accuracy);
    const words = isRight.map((right, place) => ({
      text: 'palavra',
      startMs: 500 * place,
      endMs: 500 * place + 400,
      confidence: (accuracy > 0.5 ? 0.95 : 0.8) + (right ? 0.03 : -0.03) + 0.02 * (random.next() - 0.5),
    }));
    const evidence = [
      { startMs: 0, endMs: 20_000, speechMs: 20_000, agreedMs: 16_000, strayMs: 0, snrDb: 40 },
    ];
    return { words, evidence, isRight, accuracy: isRight.filter(Boolean).length / 40 };
  });
}

it('fits a model that is too sure of itself, on other texts than those it is checked by', () => {
  const fitted = fitCalibration(sounds(1));
  for (const { words, evidence, accuracy } of sounds(2)) {
    expect(Math.abs(expectedAccuracy(featuresOf(words, evidence), fitted) - accuracy)).toBeLessThan(0.25);
  }
  const judge = (isCalibrated: boolean) =>
    sounds(2).map(({ words, evidence, accuracy }) => ({
      stated: meanConfidence(isCalibrated ? calibrateWords(words, evidence, fitted) : words)!,
      accuracy,
    }));
  expect(calibrationError(judge(false))).toBeGreaterThan(0.2);
  expect(calibrationError(judge(true))).toBeLessThan(0.06);
  expect(Object.values(fitted).every((weight) => Number.isFinite(weight))).toBe(true);
});

it('weighs what speaks against a text, also where the sounds have none of it', () => {
  const { wordless, stray, noise, slow, fast } = fitCalibration(sounds(3));
  for (const weight of [wordless, stray, noise, slow, fast]) expect(weight).toBeGreaterThan(0);
});
