import type { TimeRange } from './time-range';

/** The text of a recording with speakers and times. All times are whole milliseconds from its start. */
export interface Transcript {
  utterances: Utterance[];
}

/** Consecutive words of one speaker, without a speaker change or a long pause. */
export interface Utterance extends TimeRange {
  /** Speaker label: A, B, … from the diarizer, or the name a user entered. */
  speaker: string;
  /** Mean confidence of its words weighted by duration, 0 to 1. */
  confidence: number;
  text: string;
  words: Word[];
}

/** Highlighter colours (specification: dialogue block; the palette's gray2 is gray40). */
export const HIGHLIGHT_COLORS = ['blue', 'green', 'yellow', 'red', 'gray', 'gray40'] as const;

export type HighlightColor = (typeof HIGHLIGHT_COLORS)[number];

export interface Word extends TimeRange {
  text: string;
  /** 0 to 1. */
  confidence: number;
  highlight?: HighlightColor;
  struck?: true;
}

/** A time range in which a diarizer hears one speaker; `speaker` is its arbitrary number. */
export interface SpeakerTurn extends TimeRange {
  speaker: number;
}
