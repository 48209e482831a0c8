import { z } from 'zod';
import type { AppErrorCode } from '../errors';
import { normalised } from '../format/normalised';
import { SPEAKER_LENGTH } from './rewrite-blocks';
import { HIGHLIGHT_COLORS } from './transcript';
import { BLOCK_TEXT_LENGTH, changeSchema } from './transcript-change';

const code = (value: AppErrorCode) => value;

const submissionId = z.uuid({ error: code('form.malformed') });
const version = z.coerce
  .number({ error: code('form.malformed') })
  .int()
  .min(1, code('form.malformed'));

/** A line of text, without what cannot be seen. An empty text is a missing one to the form parser. */
const line = (missing: AppErrorCode) =>
  z.string({ error: missing }).transform((value) =>
    normalised(value, 'NFC')
      .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
      .trim(),
  );

export const titleSchema = z.object({
  submissionId,
  transcription_name: line(code('transcript.title-too-short')).pipe(
    z
      .string({ error: code('transcript.title-too-short') })
      .min(3, code('transcript.title-too-short'))
      .max(255, code('transcript.title-too-long')),
  ),
});

export const saveSchema = z.object({ submissionId, version });

const speaker = line(code('transcript.speaker-required')).pipe(
  z
    .string({ error: code('transcript.speaker-required') })
    .min(1, code('transcript.speaker-required'))
    .max(SPEAKER_LENGTH, code('transcript.speaker-too-long')),
);

/** Gives a speaker another name; `merge` is ticked by who knows that somebody has that name already. */
export const renameSchema = z.object({
  submissionId,
  version,
  old_speaker: z.string({ error: code('form.malformed') }),
  new_speaker: speaker,
  merge: z.literal('on').optional(),
});

/** A block's text. Without one the block goes. */
export const blockSchema = z.object({
  submissionId,
  version,
  content: z.string().max(BLOCK_TEXT_LENGTH, code('form.malformed')).default(''),
});

/** A lecture of an hour without a pause may have them. */
export const MOST_CHOSEN_WORDS = 10_000;

/** Marks the words that were chosen, by their places in the block. */
export const markSchema = z.object({
  submissionId,
  version,
  word: z.array(z.coerce.number().int().min(0)).default([]),
  mark: z.enum([...HIGHLIGHT_COLORS, 'struck', 'none'], { error: code('form.malformed') }),
});

/** The most that changes weigh on their way. */
export const DRAFT_BYTES = 1024 * 1024;

const changeId = z.string().regex(/^[\w-]{1,40}$/);

/** What an editor with scripts sends: changes in their order, by names of its own. */
export const draftSchema = z.object({
  version: z.number().int().min(1),
  /** The last change that the sender has seen; null when there was none. */
  lastChangeId: changeId.nullable(),
  changes: z
    .array(z.object({ id: changeId, change: changeSchema }))
    .min(1)
    .max(500),
});
