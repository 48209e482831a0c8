import {
  type Calibration,
  expectedAccuracy,
  type Features,
  featuresOf,
  shiftConfidences,
} from '@/app/domain/speech/calibrate-confidence';
import type { HeardSound } from './hear-sounds';

const STEPS = 40_000;
const SPREADS = Array.from({ length: 16 }, (_, index) => 0.5 + index / 10);

/**
 * What speaks against a text does so at least this much, in log-odds: these sounds have few of some kinds, and a
 * detector that hears any loud sound as speech seldom disagrees.
 */
const LEAST: Record<keyof Features, number> = {
  confidence: 0,
  wordless: 1,
  stray: 1,
  noise: 0.2,
  slow: 0.5,
  fast: 0.2,
};
const NAMES = Object.keys(LEAST) as (keyof Features)[];

/**
 * Logistic regression on the share of right words, each sound counting the same, by gradient descent; weights below
 * their least are moved up to it after each step.
 */
export function fitCalibration(
  sounds: readonly Pick<HeardSound, 'words' | 'evidence' | 'isRight' | 'accuracy'>[],
): Calibration {
  const rows = sounds.map(({ words, evidence, accuracy }) => ({
    features: featuresOf(words, evidence),
    accuracy,
  }));
  const longest = Math.max(
    ...rows.map(({ features }) => 1 + NAMES.reduce((sum, name) => sum + features[name] ** 2, 0)),
  );
  // No step of this size overshoots: the curvature of the logistic loss is at most a quarter of it.
  const rate = 4 / longest;
  const fitted: Calibration = { offset: 0, ...LEAST, spread: 1 };
  for (let step = 0; step < STEPS; step += 1) {
    const gradient = { offset: 0, ...LEAST };
    for (const name of NAMES) gradient[name] = 0;
    for (const { features, accuracy } of rows) {
      const error = (expectedAccuracy(features, fitted) - accuracy) / rows.length;
      gradient.offset += error;
      for (const name of NAMES) gradient[name] += (name === 'confidence' ? error : -error) * features[name];
    }
    fitted.offset -= rate * gradient.offset;
    for (const name of NAMES) fitted[name] = Math.max(LEAST[name], fitted[name] - rate * gradient[name]);
  }
  const rounded = Object.fromEntries(
    Object.entries(fitted).map(([name, weight]) => [name, Math.round(100 * weight) / 100]),
  ) as unknown as Calibration;
  return { ...rounded, spread: fitSpread(sounds, rounded) };
}

/** The spread that makes which words were right most likely. */
function fitSpread(sounds: Parameters<typeof fitCalibration>[0], calibration: Calibration): number {
  const likelihoods = SPREADS.map((spread) =>
    sounds.reduce((sum, { words, evidence, isRight }) => {
      const accuracy = expectedAccuracy(featuresOf(words, evidence), calibration);
      const shifted = shiftConfidences(words, accuracy, spread);
      return (
        sum + shifted.reduce((own, word, index) => own + logLikelihood(word.confidence, isRight[index]!), 0)
      );
    }, 0),
  );
  return SPREADS[likelihoods.indexOf(Math.max(...likelihoods))]!;
}

const logLikelihood = (share: number, isRight: boolean) =>
  Math.log(Math.min(Math.max(isRight ? share : 1 - share, 1e-4), 1));
