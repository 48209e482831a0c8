import type { Word } from '../transcript/transcript';
import type { Evidence } from './measure-evidence';

/**
 * What the confidences of one model are worth: a logistic regression on the share of words that were right, from
 * `npm run bench -- calibration`. Weights are in log-odds; all but `offset` are 0 or more, so that nothing that speaks
 * against a text makes it look better.
 */
export interface Calibration {
  offset: number;
  /** By log-odds of the model's confidence, as mean of the words. */
  confidence: number;
  /** By the share of detected speech without words, beyond what pauses explain. */
  wordless: number;
  /** By the share of the words' time in which no speech was detected. */
  stray: number;
  /** By how far the signal-to-noise ratio is below that of a good recording; 1 is no difference from noise. */
  noise: number;
  /** By how much slower or faster than people speak the text is: 0.7 is half or double. */
  slow: number;
  fast: number;
  /** By how much single words differ from each other, as a factor of the difference of their log-odds. */
  spread: number;
}

/** How a section was recognized; the names are those of Calibration. */
export type Features = Omit<Record<keyof Calibration, number>, 'offset' | 'spread'>;

/**
 * For models that nobody has calibrated: recognizers are surer than they are right, most of all in noise. Below what
 * the demonstration model's calibration says of good recordings, and above it for bad ones.
 */
const CAUTIOUS: Calibration = {
  offset: -1.5,
  confidence: 1,
  wordless: 3,
  stray: 3,
  noise: 1,
  slow: 1,
  fast: 1,
  spread: 1,
};

/** A confidence beyond these is no more certain than they are. */
const CERTAINTY = { least: 0.02, most: 0.995 };
/** Share of detected speech that lies between the words of a good transcript. */
const USUAL_PAUSES = 0.35;
/** Above it nothing is gained. */
const GOOD_SNR_DB = 30;
/** Letters a second of detected speech, between which people speak. */
const SPEAKING_RATE = { slow: 8, fast: 16 };
/** Detected speech that is judged together: enough to tell, and little enough to find a bad part. */
const SECTION_MS = 30_000;
const DECIMALS = 10_000;
/** In log-odds: far beyond any. */
const MAX_SHIFT = 50;
const MAX_STEPS = 30;

const logOdds = (share: number) => Math.log(share / (1 - share));
const shareOf = (odds: number) => 1 / (1 + Math.exp(-odds));
const ownOdds = ({ confidence }: Word) =>
  logOdds(Math.min(Math.max(confidence, CERTAINTY.least), CERTAINTY.most));
const weightOf = ({ startMs, endMs }: Word) => Math.max(1, endMs - startMs);

/** @param words at least one */
export function featuresOf(words: readonly Word[], evidence: readonly Evidence[]): Features {
  const total = (of: (one: Evidence) => number) => evidence.reduce((sum, one) => sum + of(one), 0);
  const lengthMs = total(({ startMs, endMs }) => endMs - startMs);
  const [speechMs, agreedMs, strayMs] = [
    total((one) => one.speechMs),
    total((one) => one.agreedMs),
    total((one) => one.strayMs),
  ];
  const snrDb = total(({ snrDb: own, startMs, endMs }) => (own * (endMs - startMs)) / lengthMs);
  const letters = words.reduce((sum, { text }) => sum + text.length, 0);
  const rate = (1000 * letters) / Math.max(1, speechMs);
  const weight = words.reduce((sum, word) => sum + weightOf(word), 0);
  return {
    confidence: words.reduce((sum, word) => sum + ownOdds(word) * weightOf(word), 0) / weight,
    wordless: Math.max(0, 1 - agreedMs / Math.max(1, speechMs) - USUAL_PAUSES),
    stray: strayMs / Math.max(1, strayMs + agreedMs),
    noise: Math.max(0, GOOD_SNR_DB - snrDb) / GOOD_SNR_DB,
    slow: Math.max(0, Math.log(SPEAKING_RATE.slow / rate)),
    fast: Math.max(0, Math.log(rate / SPEAKING_RATE.fast)),
  };
}

/** The share of words that is expected to be right, 0 to 1. */
export function expectedAccuracy(features: Features, calibration: Calibration): number {
  const { offset, confidence, wordless, stray, noise, slow, fast } = calibration;
  const against =
    wordless * features.wordless +
    stray * features.stray +
    noise * features.noise +
    slow * features.slow +
    fast * features.fast;
  return shareOf(offset + confidence * features.confidence - against);
}

/** Moves all log-odds by the same amount, so that the mean of the words, weighted by duration, is `accuracy`. */
export function shiftConfidences(words: readonly Word[], accuracy: number, spread: number): Word[] {
  const odds = words.map((word) => spread * ownOdds(word));
  const weights = words.map(weightOf);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let [low, high] = [-MAX_SHIFT, MAX_SHIFT];
  let shift = logOdds(accuracy) - odds.reduce((sum, own, index) => sum + own * weights[index]!, 0) / total;
  // Newton's method, within bounds that each step narrows.
  for (let step = 0; step < MAX_STEPS; step += 1) {
    let [mean, slope] = [0, 0];
    for (const [index, own] of odds.entries()) {
      const share = shareOf(own + shift);
      mean += (weights[index]! * share) / total;
      slope += (weights[index]! * share * (1 - share)) / total;
    }
    if (Math.abs(mean - accuracy) < 1 / DECIMALS) break;
    if (mean < accuracy) low = shift;
    else high = shift;
    const next = shift + (accuracy - mean) / slope;
    shift = next > low && next < high ? next : (low + high) / 2;
  }
  return words.map((word, index) => ({
    ...word,
    confidence: Math.round(DECIMALS * shareOf(odds[index]! + shift)) / DECIMALS,
  }));
}

interface Section {
  words: Word[];
  evidence: Evidence[];
  speechMs: number;
}

/** Speech without a word belongs to the words after it, else to those before it. */
function sectionsOf(words: readonly Word[], evidence: readonly Evidence[]): Section[] {
  const sections: Section[] = [];
  let section: Section = { words: [], evidence: [], speechMs: 0 };
  let next = 0;
  for (const [index, part] of evidence.entries()) {
    const endMs = evidence[index + 1]?.startMs ?? Number.POSITIVE_INFINITY;
    const first = next;
    while (next < words.length && words[next]!.startMs < endMs) next += 1;
    for (const word of words.slice(first, next)) section.words.push(word);
    section.evidence.push(part);
    section.speechMs += part.speechMs;
    if (section.speechMs < SECTION_MS || section.words.length === 0) continue;
    sections.push(section);
    section = { words: [], evidence: [], speechMs: 0 };
  }
  const last = sections.at(-1);
  if (last && (section.words.length === 0 || section.speechMs < SECTION_MS / 2)) {
    last.words.push(...section.words);
    last.evidence.push(...section.evidence);
  } else if (section.words.length > 0) {
    sections.push(section);
  }
  return sections;
}

/**
 * Gives words confidences whose mean, weighted by duration, is the share of words that is expected to be right. Within
 * a section of half a minute they keep their order. Without evidence they stay as they are.
 * @param words in order of time, with the model's own confidences @param evidence of the segments they are from
 * @param calibration of the model; by default a cautious one
 */
export function calibrateWords(
  words: readonly Word[],
  evidence: readonly Evidence[],
  calibration: Calibration = CAUTIOUS,
): Word[] {
  if (evidence.length === 0) return [...words];
  return sectionsOf(words, evidence).flatMap((section) => {
    const accuracy = expectedAccuracy(featuresOf(section.words, section.evidence), calibration);
    return shiftConfidences(section.words, accuracy, calibration.spread);
  });
}
