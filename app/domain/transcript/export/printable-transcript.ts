import { formatPosition } from '../../format/format-duration';
import type { HighlightColor, Utterance, Word } from '../transcript';
import type { ExportOptions } from './options';

export interface Run {
  text: string;
  highlight?: HighlightColor;
  struck?: true;
}

export interface PrintableUtterance {
  /** Null when hidden, or when the same speaker continues. */
  speaker: string | null;
  /** '00:01:12', or null when hidden. */
  time: string | null;
  runs: Run[];
}

/** A transcription prepared for export, with all texts localised. Can be structured-cloned to a worker. */
export interface PrintableTranscript {
  title: string;
  /** BCP 47 tag of the transcript. */
  language: string;
  savedAt: Date;
  facts: { label: string; value: string }[];
  /** Numbers lines and pages ('page x of y'). */
  isNumbered: boolean;
  /** After the text; null for nothing. */
  foot: string | null;
  passages: PrintableUtterance[];
  words: { page: string; of: string };
}

export function toPrintableUtterances(
  utterances: readonly Utterance[],
  { shown, layout }: ExportOptions,
  nameOf: (speaker: string) => string,
): PrintableUtterance[] {
  return utterances.map(({ speaker, startMs, words }, index) => {
    const goesOn = layout === 'degravacao' && utterances[index - 1]?.speaker === speaker;
    return {
      speaker: shown.has('speakers') && !goesOn ? toPrintableText(nameOf(speaker)) : null,
      time: shown.has('times') ? formatPosition(startMs) : null,
      runs: toRuns(words, shown.has('marks')),
    };
  });
}

/** Joins words with the same marks. */
export function toRuns(words: readonly Word[], withMarks: boolean): Run[] {
  const runs: Run[] = [];
  for (const word of words) {
    const text = toPrintableText(word.text);
    const { highlight, struck } = withMarks ? word : {};
    const last = runs.at(-1);
    if (last && last.highlight === highlight && last.struck === struck) last.text += ` ${text}`;
    else runs.push({ text, ...(highlight && { highlight }), ...(struck && { struck }) });
  }
  return runs;
}

/** A text on one line without characters that file formats reject: control characters and lone surrogates. */
export function toPrintableText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replace(/[\uFFFE\uFFFF]/g, '')
    .trim();
}
