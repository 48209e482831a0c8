import { z } from 'zod';
import { normalised } from '../format/normalised';
import { SPEAKER_LENGTH } from './rewrite-blocks';
import { HIGHLIGHT_COLORS, type Utterance } from './transcript';

/**
 * An utterance as an editor knows it. Its id stands for its content too: what is changed gets a new id, so that
 * a change that was made to something else than what stands there now is noticed.
 */
export interface Block extends Utterance {
  id: string;
}

/** More than anybody says without a pause; a limit on what one change may carry. */
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

/** A run of words that is marked alike: from which word on, and how many. */
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
  /** All marks of the block; without them, words that stayed keep theirs. */
  marks: z.array(markSchema).max(10_000).optional(),
});

/** Blocks that follow one another become others: an edit, a split, a join, a new speaker, a mark, a deletion. */
const replaceSchema = z.object({
  kind: z.literal('replace'),
  ids: z.array(blockId).min(1).max(BLOCKS_PER_CHANGE),
  blocks: z.array(newBlockSchema).max(BLOCKS_PER_CHANGE),
});

/** A speaker gets another name wherever the old one stands. */
const renameSchema = z.object({
  kind: z.literal('rename'),
  from: z.string().max(SPEAKER_LENGTH),
  to: oneLine,
});

/** Takes a change back, by its name: the text is as if it had not been made, times and all. */
const undoSchema = z.object({ kind: z.literal('undo'), changeId: z.string().max(40) });

export const changeSchema = z.discriminatedUnion('kind', [replaceSchema, renameSchema, undoSchema]);

export type TranscriptChange = z.output<typeof changeSchema>;
export type Mark = z.output<typeof markSchema>;
export type NewBlock = z.output<typeof newBlockSchema>;

/** A change, by the name that the browser gave it. */
export interface NamedChange {
  id: string;
  change: TranscriptChange;
}

/** What a page shows of a block; times and confidences of its words come apart. */
export interface UtteranceView extends Pick<Utterance, 'speaker' | 'startMs' | 'text'> {
  /** Where it is not that of its version and place. */
  id?: string;
  /** Left out when there are none. */
  marks?: Mark[];
}
