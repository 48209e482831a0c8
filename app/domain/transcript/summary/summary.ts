/** `place` is null for a sentence that a model generated. */
export interface SummarySentence {
  text: string;
  place: { utterance: number; startMs: number } | null;
}

/** A displayed line of a summary, with the start time of its transcript sentence unless it was edited. */
export interface SummaryLine {
  /** Starts at 1. */
  number: number;
  text: string;
  startMs: number | null;
}

/** Whether a summary was generated ('offered'), and whether the user has requested it ('taken'). */
export type SummaryState = 'none' | 'offered' | 'taken';

export const summaryText = (sentences: readonly SummarySentence[]): string =>
  sentences.map(({ text }) => text).join('\n');

/** The lines of an edited summary; unchanged ones keep their start time. */
export function summaryLines(copy: string, sentences: readonly SummarySentence[]): SummaryLine[] {
  const starts = new Map(sentences.map(({ text, place }) => [text, place?.startMs ?? null]));
  return copy
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((text, index) => ({ number: index + 1, text, startMs: starts.get(text) ?? null }));
}
