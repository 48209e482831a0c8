/** The text of a recording: who said what, and when. Times are whole milliseconds from its start. */
export interface Transcript {
  utterances: Utterance[];
}

/** One speaker's words without a change of speaker or a long pause. */
export interface Utterance {
  /** Speaker label: A, B, … as the diarizer found them, or the name a person gave. */
  speaker: string;
  startMs: number;
  endMs: number;
  /** Mean confidence of its words weighted by their duration, 0 to 1. */
  confidence: number;
  text: string;
  words: Word[];
}

/** Colours of the marker (specification: dialogue block; the palette's gray2 is gray40). */
export const HIGHLIGHT_COLORS = ['blue', 'green', 'yellow', 'red', 'gray', 'gray40'] as const;

export type HighlightColor = (typeof HIGHLIGHT_COLORS)[number];

export interface Word {
  text: string;
  startMs: number;
  endMs: number;
  /** 0 to 1. */
  confidence: number;
  highlight?: HighlightColor;
  struck?: true;
}

/** A stretch in which a diarizer hears one speaker; `speaker` is its arbitrary number. */
export interface SpeakerTurn {
  speaker: number;
  startMs: number;
  endMs: number;
}
