import type { HighlightColor } from '../../transcript/transcript';

export const IMPORT_FORMATS = ['srt', 'vtt', 'txt', 'celeste', 'whisper', 'assemblyai', 'deepgram'] as const;

export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** A word that a file gives a time. */
export interface ImportedWord {
  text: string;
  startMs: number;
  endMs: number;
  /** 0 to 1; null when the file gives none. */
  confidence: number | null;
  highlight?: HighlightColor;
  struck?: true;
}

/** A caption, paragraph, segment or utterance of a file. Its time is checked: whole ms, not before its start. */
export interface ImportedPassage {
  /** As the file names the speaker; null when it does not. */
  speaker: string | null;
  startMs: number;
  /** Null when the file gives only the start. */
  endMs: number | null;
  text: string;
  /** Null when the file times only the whole. */
  words: ImportedWord[] | null;
}

/** What a reader of one format finds. */
export interface ImportedFile {
  format: ImportFormat;
  title: string | null;
  /** ISO 639-1. */
  language: string | null;
  /** 0 to 100. */
  confidenceScore: number | null;
  passages: ImportedPassage[];
  /** The passages are utterances already; captions and segments are joined to utterances. */
  areUtterances: boolean;
}

/** A hundred hours; a later time is a mistake. */
export const MAX_TIME_MS = 100 * 3_600_000;

/** Ten hours of captions of a third of a second. */
export const MAX_PASSAGES = 100_000;
