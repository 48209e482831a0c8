import { z } from 'zod';
import { code, requiredText, submissionId, version } from '../form-fields';
import { toOneLine } from '../format/normalise-unicode';
import { MAX_PEOPLE } from './people';
import { MAX_SPEAKER_LENGTH } from './rewrite-utterances';
import { HIGHLIGHT_COLORS } from './transcript';
import { changeSchema, MAX_UTTERANCE_TEXT_LENGTH } from './transcript-change';

const title = requiredText(toOneLine, 'transcript.title-too-short', {
  least: 3,
  most: 255,
  tooLong: 'transcript.title-too-long',
});

export const titleSchema = z.object({ submissionId, transcription_name: title });

export const saveSchema = z.object({
  submissionId,
  version,
  /** The plain form saves the title as well. */
  transcription_name: title.optional(),
  /** Not to be asked for a confirmation again. */
  quiet: z.literal('on').optional(),
});

/** A merge key quotes everybody's old and new names. */
const MAX_MERGE_KEY_LENGTH = 2 * MAX_PEOPLE * (2 * MAX_SPEAKER_LENGTH);

/** Renames a speaker; `merge` confirms that another speaker already has that name. */
export const renameSchema = z.object({
  submissionId,
  version,
  old_speaker: z.string({ error: code('form.malformed') }),
  new_speaker: requiredText(toOneLine, 'transcript.speaker-required', {
    most: MAX_SPEAKER_LENGTH,
    tooLong: 'transcript.speaker-too-long',
  }),
  merge: z.literal('on').optional(),
});

// The form parser treats an empty text as missing, also where a pipe begins.
const optionalName = z
  .string()
  .max(10 * MAX_SPEAKER_LENGTH, code('transcript.speaker-too-long'))
  .transform(toOneLine)
  .refine(({ length }) => length <= MAX_SPEAKER_LENGTH, code('transcript.speaker-too-long'))
  .default('');

const presentName = z
  .string({ error: code('form.malformed') })
  .max(MAX_SPEAKER_LENGTH, code('form.malformed'));

/**
 * New names of several people, in the order of their present ones; an empty one changes nothing. `merge`
 * confirms the merges of the key `merged`.
 */
export const peopleSchema = z
  .object({
    submissionId,
    version,
    old_speaker: z.array(presentName).min(1).max(MAX_PEOPLE, code('form.malformed')),
    // Of a single person whose name is left empty, the form's parser makes an empty list.
    new_speaker: z
      .array(optionalName)
      .max(MAX_PEOPLE, code('form.malformed'))
      .transform((names) => (names.length === 0 ? [''] : names)),
    merge: z.literal('on').optional(),
    merged: z.string().max(MAX_MERGE_KEY_LENGTH, code('form.malformed')).optional(),
  })
  .superRefine(({ old_speaker: old, new_speaker: fresh }, context) => {
    const isComplete = old.length === fresh.length && new Set(old).size === old.length;
    if (!isComplete) context.addIssue({ code: 'custom', message: code('form.malformed'), path: ['form'] });
  });

/** Gives utterances of a person, by their ids, to somebody else; without a name to somebody new. */
export const splitSchema = z.object({
  submissionId,
  version,
  old_speaker: presentName,
  new_speaker: optionalName,
  block: z
    .array(z.string().max(40, code('form.malformed')), { error: code('transcript.choose-utterances') })
    .min(1, code('transcript.choose-utterances'))
    .max(MAX_PEOPLE, code('form.malformed')),
});

/** Accepts the name that a voice suggests. */
export const acceptNameSchema = z.object({
  submissionId,
  version,
  old_speaker: presentName,
  new_speaker: presentName,
});

/** Refuses it. */
export const refuseNameSchema = z.object({ submissionId, old_speaker: presentName });

/** An hour of speech without a pause may reach it. */
export const MAX_SELECTED_WORDS = 10_000;

const utteranceText = z.string().max(MAX_UTTERANCE_TEXT_LENGTH, code('transcript.too-long'));
const selectedWords = z.array(z.coerce.number().int().min(0)).default([]);
const mark = z.enum([...HIGHLIGHT_COLORS, 'struck', 'none'], { error: code('form.malformed') });

/**
 * The text of an utterance, and marks for the selected words, by their indexes before the text was changed. An
 * empty text deletes the utterance.
 */
export const utteranceTextSchema = z.object({
  submissionId,
  version,
  content: utteranceText.default(''),
  word: selectedWords,
  mark: mark.default('none'),
});

/** As utteranceTextSchema, for the button that marks: without a text the utterance keeps its own. */
export const markSchema = z.object({
  submissionId,
  version,
  content: utteranceText.optional(),
  word: selectedWords,
  mark,
});

export const MAX_DRAFT_BYTES = 1024 * 1024;

const changeId = z.string().regex(/^[\w-]{1,40}$/);

/** Draft changes from an editor with scripts, in order, with ids that the client generated. */
export const draftSchema = z.object({
  version: z.number().int().min(1),
  /** The last change that the client has seen; null when there was none. */
  lastChangeId: changeId.nullable(),
  changes: z
    .array(z.object({ id: changeId, change: changeSchema }))
    .min(1)
    .max(500),
});
