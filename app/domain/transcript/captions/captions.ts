import type { TimeRange } from '../time-range';
import type { Utterance } from '../transcript';
import { readingMs } from './caption-rules';
import { type CaptionToken, toCaptionTokens } from './caption-tokens';
import { divideRun } from './divide-run';
import { layOutLines } from './lay-out-lines';
import { toSpeechRuns } from './speech-runs';
import { timeCaptions } from './time-captions';

/** A text shown over a recording for a time. Captions follow each other without overlapping. */
export interface Caption extends TimeRange {
  speaker: string;
  /** One or two lines of at most LINE_CHARACTERS. */
  lines: string[];
  /** The same with the speaker's label where the speaker changes, for formats that have no voices. */
  labelledLines: string[];
  /** From its first word to the end of its last. */
  spoken: TimeRange;
}

export interface CaptionOptions {
  /** Of the recording. */
  durationMs: number;
  /** What labels call a speaker; null for captions without labels. */
  nameOf: ((speaker: string) => string) | null;
}

/**
 * Captions of a transcript by the rules of `caption-rules.ts`: ends at phrases, time to read where speech leaves
 * it, each speaker apart. A caption breaks a rule only where speech is too fast for it; no word is left out.
 */
export function toCaptions(
  utterances: readonly Utterance[],
  { durationMs, nameOf }: CaptionOptions,
): Caption[] {
  const runs = toSpeechRuns(utterances);
  const captions = runs.flatMap((run, index) => {
    const isChange = run.speaker !== runs[index - 1]?.speaker;
    const tokens = toCaptionTokens(run, nameOf && isChange ? `${nameOf(run.speaker)}:` : null);
    const nextMs = runs[index + 1]?.words.at(0)?.startMs ?? Number.POSITIVE_INFINITY;
    return divideRun(tokens, nextMs).map((part) => toSpokenCaption(run.speaker, part));
  });
  const times = timeCaptions(captions, durationMs);
  return captions.map(({ speaker, lines, labelledLines, startMs, endMs }, index) => ({
    ...times[index]!,
    speaker,
    lines,
    labelledLines,
    spoken: { startMs, endMs },
  }));
}

function toSpokenCaption(speaker: string, tokens: readonly CaptionToken[]) {
  const labelledLines = layOutLines(tokens);
  const words = tokens.filter(({ isLabel }) => !isLabel);
  return {
    speaker,
    lines: words.length < tokens.length ? layOutLines(words) : labelledLines,
    labelledLines,
    readingMs: readingMs(charactersOf(labelledLines)),
    startMs: tokens[0]!.startMs,
    endMs: tokens.reduce((latest, { endMs }) => Math.max(latest, endMs), 0),
  };
}

/** Counts a line break as a space. */
export const charactersOf = (lines: readonly string[]): number => lines.join(' ').length;
