import type { Run } from '../export/printable-transcript';

/**
 * A block of a degravação, in reading order. `text` and all others are localised and printable. Only speech is
 * counted in lines, since it is what is cited.
 */
export type DegravacaoBlock =
  | { kind: 'title'; text: string }
  | { kind: 'heading'; text: string /** On a page of its own. */; startsPage: boolean }
  | { kind: 'fact'; label: string; value: string }
  | { kind: 'paragraph'; text: string }
  /** `time` is '00:01:12'; `speaker` may be empty. */
  | { kind: 'speech'; time: string; speaker: string; runs: Run[] }
  /** A line to sign on, and what stands below it. */
  | { kind: 'signature'; text: string };

export type BlockKind = DegravacaoBlock['kind'];

/** A degravação before it is laid out in lines. */
export interface DegravacaoDocument {
  /** Of the file's metadata and of its running head. */
  title: string;
  /** BCP 47 tag with a region, of all but the speech. */
  language: string;
  /** BCP 47 tag with a region. */
  speechLanguage: string;
  savedAt: Date;
  blocks: DegravacaoBlock[];
  words: { page: string; of: string };
}

/** A line of a page, as a preview shows it. */
export interface DegravacaoLine {
  kind: BlockKind;
  /** The citation 'page:line'; null where lines are not counted. */
  number: string | null;
  time: string | null;
  parts: { text: string; isBold: boolean; isStruck: boolean }[];
}

/** A page as a preview shows it. */
export interface DegravacaoSheet {
  /** Null where it is not known before the whole text is laid out. */
  number: number | null;
  lines: DegravacaoLine[];
}
