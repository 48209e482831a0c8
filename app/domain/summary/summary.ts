/** A sentence of a summary: one of the transcript's own, with its place there, or the words of a model without one. */
export interface SummarySentence {
  text: string;
  place: { utterance: number; startMs: number } | null;
}

/** A line of a summary as it is shown: with the start of what it repeats, unless somebody rewrote it. */
export interface SummaryLine {
  /** From 1. */
  number: number;
  text: string;
  startMs: number | null;
}

/** Whether the machine has made a summary, and whether its owner asked for it. */
export type SummaryState = 'none' | 'offered' | 'taken';

/** The text of a summary: a line for each sentence. */
export const summaryText = (sentences: readonly SummarySentence[]): string =>
  sentences.map(({ text }) => text).join('\n');

/** The lines of an edited summary; those that nobody changed still know their place. */
export function summaryLines(copy: string, sentences: readonly SummarySentence[]): SummaryLine[] {
  const starts = new Map(sentences.map(({ text, place }) => [text, place?.startMs ?? null]));
  return copy
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((text, index) => ({ number: index + 1, text, startMs: starts.get(text) ?? null }));
}
