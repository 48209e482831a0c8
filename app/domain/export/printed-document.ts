import { formatPosition } from '../format/format-duration';
import type { HighlightColor, Utterance, Word } from '../transcription/transcript';
import type { ExportOptions } from './options';

/** Words that follow one another and are marked alike. */
export interface Run {
  text: string;
  highlight?: HighlightColor;
  struck?: true;
}

/** What somebody says at one place. */
export interface Passage {
  /** Null where it is not shown, or where the same person goes on speaking. */
  speaker: string | null;
  /** '00:01:12', or null where it is not shown. */
  time: string | null;
  runs: Run[];
}

/** A transcription as it stands on paper: all that a reader sees, in the reader's words. Survives a structured clone. */
export interface PrintedDocument {
  title: string;
  /** Of the words, a BCP 47 tag. */
  language: string;
  /** When its text was saved last. */
  savedAt: Date;
  /** What is said under the title. */
  facts: { label: string; value: string }[];
  /** Lines are numbered, and every page says which of how many it is. */
  isNumbered: boolean;
  passages: Passage[];
  words: { page: string; of: string };
}

/**
 * What is left of utterances when only the parts asked for are shown.
 * @param nameOf what a reader calls a speaker
 */
export function toPassages(
  utterances: readonly Utterance[],
  { shown, layout }: ExportOptions,
  nameOf: (speaker: string) => string,
): Passage[] {
  return utterances.map(({ speaker, startMs, words }, index) => {
    const goesOn = layout === 'degravacao' && utterances[index - 1]?.speaker === speaker;
    return {
      speaker: shown.has('speakers') && !goesOn ? printable(nameOf(speaker)) : null,
      time: shown.has('times') ? formatPosition(startMs) : null,
      runs: toRuns(words, shown.has('marks')),
    };
  });
}

function toRuns(words: readonly Word[], withMarks: boolean): Run[] {
  const runs: Run[] = [];
  for (const word of words) {
    const text = printable(word.text);
    const { highlight, struck } = withMarks ? word : {};
    const last = runs.at(-1);
    if (last && last.highlight === highlight && last.struck === struck) last.text += ` ${text}`;
    else runs.push({ text, ...(highlight && { highlight }), ...(struck && { struck }) });
  }
  return runs;
}

/** A text on one line without what no file format can hold: control characters and halves of characters. */
export function printable(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replace(/[\uFFFE\uFFFF]/g, '')
    .trim();
}
