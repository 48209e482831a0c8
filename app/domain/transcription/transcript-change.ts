import { z } from 'zod';
import { normalised } from '../format/normalised';
import { SPEAKER_LENGTH } from './rewrite-blocks';
import { HIGHLIGHT_COLORS, type Utterance } from './transcript';

/**
 * An utterance with a content-bound id: an edited utterance gets a new id, so that a change made to an
 * outdated text is detected (optimistic locking).
 */
export interface Block extends Utterance {
  id: string;
}

/** Limits on one change; far above what anyone says without a pause. */
export const BLOCK_TEXT_LENGTH = 100_000;
const BLOCKS_PER_CHANGE = 200;

const blockId = z.string().regex(/^[\w.-]{1,40}$/);
const oneLine = z
  .string()
  .max(10 * SPEAKER_LENGTH)
  .transform((value) =>
    normalised(value, 'NFC')
      .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
      .trim(),
  )
  .pipe(z.string().min(1).max(SPEAKER_LENGTH));
const wordCount = z.number().int().min(0).max(BLOCK_TEXT_LENGTH);

/** A run of words with the same marks: index of the first word, and count. */
const markSchema = z.object({
  from: wordCount,
  count: wordCount,
  highlight: z.enum(HIGHLIGHT_COLORS).optional(),
  struck: z.literal(true).optional(),
});

const newBlockSchema = z.object({
  id: blockId,
  speaker: oneLine,
  text: z.string().max(BLOCK_TEXT_LENGTH),
  /** All marks of the utterance; when absent, unchanged words keep theirs. */
  marks: z.array(markSchema).max(10_000).optional(),
});

/** Replaces consecutive utterances: an edit, split, join, speaker change, mark or deletion. */
const replaceSchema = z.object({
  kind: z.literal('replace'),
  ids: z.array(blockId).min(1).max(BLOCKS_PER_CHANGE),
  blocks: z.array(newBlockSchema).max(BLOCKS_PER_CHANGE),
});

/** Renames a speaker throughout the transcript. */
const renameSchema = z.object({
  kind: z.literal('rename'),
  from: z.string().max(SPEAKER_LENGTH),
  to: oneLine,
});

/** Undoes a change by its id: the text is as if it had never been made, including times. */
const undoSchema = z.object({ kind: z.literal('undo'), changeId: z.string().max(40) });

export const changeSchema = z.discriminatedUnion('kind', [replaceSchema, renameSchema, undoSchema]);

export type TranscriptChange = z.output<typeof changeSchema>;
export type Mark = z.output<typeof markSchema>;
export type NewBlock = z.output<typeof newBlockSchema>;

/** A change with the id that the browser generated. */
export interface NamedChange {
  id: string;
  change: TranscriptChange;
}

/**
 * An utterance as rendered on a page; the times and confidences of its words are sent separately
 * (WordTimings).
 */
export interface UtteranceView extends Pick<Utterance, 'speaker' | 'startMs' | 'text'> {
  /** Present only when it is not the id of its version and index. */
  id?: string;
  /** Absent when there are none. */
  marks?: Mark[];
}
