import { z } from 'zod';
import { toOneLine } from '../format/normalise-unicode';
import { MAX_UTTERANCES_PER_CHANGE } from './change-size';
import { MAX_SPEAKER_LENGTH } from './rewrite-utterances';
import { HIGHLIGHT_COLORS, type Utterance } from './transcript';

/** An edited utterance gets a new id, so that a change to an outdated text is detected. */
export interface EditableUtterance extends Utterance {
  id: string;
}

/** Limits on one change; far above what anyone says without a pause. */
export const MAX_UTTERANCE_TEXT_LENGTH = 100_000;

const utteranceId = z.string().regex(/^[\w.-]{1,40}$/);
const speakerName = z
  .string()
  .max(10 * MAX_SPEAKER_LENGTH)
  .transform(toOneLine)
  .pipe(z.string().min(1).max(MAX_SPEAKER_LENGTH));
/** Of a recording; a year, so that a time is a safe number. */
const milliseconds = z
  .number()
  .int()
  .min(0)
  .max(366 * 86_400_000);
const wordIndex = z.number().int().min(0).max(MAX_UTTERANCE_TEXT_LENGTH);

/** A run of words with the same marks: index of the first word, and count. */
const markSchema = z.object({
  from: wordIndex,
  count: wordIndex,
  highlight: z.enum(HIGHLIGHT_COLORS).optional(),
  struck: z.literal(true).optional(),
});

/** Marks that overlap again and again would cost their product. */
const areBounded = (marks: readonly { count: number }[]): boolean =>
  marks.reduce((sum, { count }) => sum + count, 0) <= MAX_UTTERANCE_TEXT_LENGTH;

const utteranceInputSchema = z.object({
  id: utteranceId,
  speaker: speakerName,
  text: z.string().max(MAX_UTTERANCE_TEXT_LENGTH),
  /** All marks of the utterance; when absent, unchanged words keep theirs. */
  marks: z.array(markSchema).max(10_000).refine(areBounded).optional(),
  /** When it is said, in milliseconds, for words that come back after they were deleted. */
  span: z
    .object({ startMs: milliseconds, endMs: milliseconds })
    .refine(({ startMs, endMs }) => startMs <= endMs)
    .optional(),
});

/** Replaces consecutive utterances: an edit, split, join, speaker change, mark or deletion. */
const replaceSchema = z.object({
  kind: z.literal('replace'),
  ids: z.array(utteranceId).min(1).max(MAX_UTTERANCES_PER_CHANGE),
  blocks: z.array(utteranceInputSchema).max(MAX_UTTERANCES_PER_CHANGE),
});

/** Replaces each of some utterances, wherever they are, by one: a replacement everywhere, or marks. */
const replaceEachSchema = z.object({
  kind: z.literal('replace-each'),
  blocks: z
    .array(utteranceInputSchema.extend({ of: utteranceId }))
    .min(1)
    .max(MAX_UTTERANCES_PER_CHANGE),
});

const renameSchema = z.object({
  kind: z.literal('rename'),
  from: z.string().max(MAX_SPEAKER_LENGTH),
  to: speakerName,
});

/** Undoes a change by its id: the text is as if it had never been made, including times. */
const undoSchema = z.object({ kind: z.literal('undo'), changeId: z.string().max(40) });

export const changeSchema = z.discriminatedUnion('kind', [
  replaceSchema,
  replaceEachSchema,
  renameSchema,
  undoSchema,
]);

export type TranscriptChange = z.output<typeof changeSchema>;
export type Mark = z.output<typeof markSchema>;
export type UtteranceInput = z.output<typeof utteranceInputSchema>;

/** A change with the id that the browser generated. */
export interface TranscriptChangeEntry {
  id: string;
  change: TranscriptChange;
}

/** The times and confidences of its words are sent separately (WordTimings). */
export interface RenderedUtterance extends Pick<Utterance, 'speaker' | 'startMs' | 'text'> {
  /** Present only when it is not the id of its version and index. */
  id?: string;
  marks?: Mark[];
}
