import { rm } from 'node:fs/promises';
import type { TimeRange } from '@/app/domain/transcript/time-range';
import { measured } from './job-memory';
import { concatenatedWordErrors } from './metrics/cpwer';
import { diarizationErrors } from './metrics/der';
import type { ScoredTurns } from './metrics/sctk';
import { errorsOf, percentOf, wordErrors } from './metrics/wer';
import type { Pipeline } from './pipeline';
import type { CorpusRecording } from './references/corpus';

/** NIST's collars, first without one. */
export const COLLARS_MS = [0, 250];

/** Errors and their denominator, to be summed over recordings. */
interface Rate {
  errors: number;
  of: number;
}

/** Errors of the pipeline in a recording; null without a reference. */
export interface Scored {
  wer: Rate | null;
  cpwer: Rate | null;
  /** By collar, in the order of COLLARS_MS. */
  der: Rate[] | null;
  texts: { reference: string; hypothesis: string } | null;
  turns: ScoredTurns | null;
  audioS: number;
  /** Seconds by stage. */
  work: { decode: number; recognize: number; diarize: number };
  peakBytes: number;
}

/**
 * Transcribes a recording and counts its errors in words (WER), in words with speakers (cpWER), and in
 * speaker turns (DER, including overlapped speech).
 * @param pcm path of a temporary file for the samples
 */
export async function scoreRecording(
  pipeline: Pipeline,
  { file, reference }: CorpusRecording,
  pcm: string,
): Promise<Scored> {
  const decoded = await measured(() => pipeline.decode(file, pcm));
  const recognized = await measured(() => pipeline.recognize(decoded.result));
  const diarized = await measured(async () => recognized.result.turns ?? pipeline.diarize(decoded.result));
  await rm(pcm);

  const words = recognized.result.words.filter((word) => !isWithin(word, reference.ignored));
  const turns = diarized.result;
  const hypothesis = words.map(({ text }) => text).join(' ');
  const texts = reference.text === null ? null : { reference: reference.text, hypothesis };
  const wer = texts && wordErrors(texts.reference, texts.hypothesis);
  const cpwer =
    reference.spoken && concatenatedWordErrors(reference.spoken, pipeline.assemble(words, turns ?? []));
  const scoredTurns = reference.turns && turns && { reference: reference.turns, hypothesis: turns };
  const der = scoredTurns && COLLARS_MS.map((collarMs) => derOf(scoredTurns, collarMs));
  return {
    wer: wer && { errors: errorsOf(wer), of: wer.words },
    cpwer: cpwer && { errors: cpwer.errors, of: cpwer.words },
    der,
    texts,
    turns: scoredTurns,
    audioS: decoded.result.durationMs / 1000,
    work: { decode: decoded.seconds, recognize: recognized.seconds, diarize: diarized.seconds },
    peakBytes: Math.max(decoded.peakBytes, recognized.peakBytes, diarized.peakBytes),
  };
}

function derOf({ reference, hypothesis }: ScoredTurns, collarMs: number): Rate {
  const { missedMs, falseAlarmMs, confusedMs, speechMs } = diarizationErrors(reference, hypothesis, {
    collarMs,
  });
  return { errors: missedMs + falseAlarmMs + confusedMs, of: speechMs };
}

/** By its midpoint. */
function isWithin({ startMs, endMs }: TimeRange, spans: TimeRange[]): boolean {
  const middleMs = (startMs + endMs) / 2;
  return spans.some((span) => span.startMs <= middleMs && middleMs < span.endMs);
}

const rateOf = (rates: (Rate | null | undefined)[]): number | null => {
  const known = rates.filter((rate) => rate != null);
  const sum = (key: keyof Rate) => known.reduce((total, rate) => total + rate[key], 0);
  return known.length > 0 ? percentOf(sum('errors'), sum('of')) : null;
};

/** In percent over all recordings with such a reference; null if there are none. */
export const totalsOf = (scored: Scored[]) => ({
  wer: rateOf(scored.map(({ wer }) => wer)),
  cpwer: rateOf(scored.map(({ cpwer }) => cpwer)),
  der: COLLARS_MS.map((_, index) => rateOf(scored.map(({ der }) => der?.[index]))),
});
