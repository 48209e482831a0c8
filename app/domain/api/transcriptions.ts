import { z } from 'zod';
import { code } from '../form-fields';
import { exceededJsonBound } from '../format/bounded-json';
import { isDay } from '../format/day';
import { toOneLine } from '../format/normalise-unicode';
import { renameSchema, titleSchema } from '../transcript/editor-forms';
import { splitWords } from '../transcript/retime-words';
import { MAX_SPEAKER_LENGTH } from '../transcript/rewrite-utterances';
import { HIGHLIGHT_COLORS, type Word } from '../transcript/transcript';
import { MAX_UTTERANCE_TEXT_LENGTH } from '../transcript/transcript-change';
import type { TranscriptionStatus } from '../transcription/status';

const day = z.string().refine((text) => text === '' || isDay(text), code('list.date-invalid'));

/** Filters and place of the list. Days as YYYY-MM-DD, the last one inclusive. */
export const cardsQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(5),
  title: z.string().max(255).default(''),
  startDate: day.default(''),
  endDate: day.default(''),
});

export const transcriptionStatus = z.enum(['pending', 'processing', 'success', 'stored', 'failed']);

/** What the specification's lists call a finished transcription; the others keep their own names. */
export const statusOf = (status: TranscriptionStatus): z.output<typeof transcriptionStatus> =>
  status === 'succeeded' ? 'success' : status;

/** Colours of the labels (contract). */
const LABEL_COLORS: Record<TranscriptionStatus, string> = {
  pending: 'grey',
  processing: 'blue',
  succeeded: 'green',
  stored: 'yellow',
  failed: 'red',
};

export const labelColorOf = (status: TranscriptionStatus): string => LABEL_COLORS[status];

export const cardSchema = z
  .object({
    crypto: z.string(),
    title: z.string(),
    name: z.string(),
    url: z.string(),
    url_SAS: z.string(),
    duration: z.int(),
    lastUpdate: z.iso.datetime(),
    createdAt: z.iso.datetime(),
    labels: z.array(z.object({ label: z.string(), color: z.string() })),
    transcription_status: transcriptionStatus,
  })
  .meta({ id: 'TranscriptionCard' });

export const nameSchema = z
  .object({ crypto: z.string(), name: z.string(), transcription_status: transcriptionStatus })
  .meta({ id: 'TranscriptionName' });

export const detailSchema = z
  .object({
    crypto: z.string(),
    name: z.string(),
    title: z.string(),
    url: z.string(),
    url_SAS: z.string(),
    file_milliseconds: z.int(),
    confidence_score: z.number().nullable(),
    updated_at: z.iso.datetime(),
    version: z.int(),
    transcription_status: transcriptionStatus,
    transcription_dialogue: z.string(),
    /** The same as transcription_dialogue. */
    dialogue: z.string(),
  })
  .meta({ id: 'TranscriptionDetail' });

const name = renameSchema.shape.new_speaker;
const oldName = z.string().max(MAX_SPEAKER_LENGTH);
const ms = z
  .int()
  .min(0)
  .max(366 * 86_400_000);

/** Renames the title, a speaker everywhere, or one block's, which its start and end name. */
export const changeSchema = z.discriminatedUnion('module', [
  z.object({ module: z.literal('name'), transcription_name: titleSchema.shape.transcription_name }),
  z.object({
    module: z.literal('multipleSpeaker'),
    old_speaker: oldName,
    new_speaker: name,
    /** Whether two people with one name then may become one. */
    merge: z.boolean().default(false),
  }),
  z.object({
    module: z.literal('singleSpeaker'),
    old_speaker: oldName,
    new_speaker: name,
    start: ms,
    end: ms,
  }),
]);

const word = z.object({
  text: z.string().max(1000),
  highlighted: z.boolean().nullish(),
  highlighted_color: z
    .enum([...HIGHLIGHT_COLORS, 'gray2'])
    .transform((color) => (color === 'gray2' ? 'gray40' : color))
    .nullish(),
  strikethrough: z.boolean().nullish(),
});

const block = z.object({
  speaker: z
    .string()
    .max(10 * MAX_SPEAKER_LENGTH)
    .transform(toOneLine)
    .pipe(z.string().min(1).max(MAX_SPEAKER_LENGTH)),
  text: z.string().max(MAX_UTTERANCE_TEXT_LENGTH),
  words: z.array(word).max(MAX_UTTERANCE_TEXT_LENGTH).optional(),
});

export const MAX_CONTENT_BYTES = 32 * 1024 * 1024;
const CONTENT_BOUNDS = { maxDepth: 6, maxValues: 4_000_000 };
const blocks = z.array(block).max(100_000);

/** The whole text as the detail has it; times are kept where the words are the same, and never taken from here. */
export const contentSchema = z.object({
  transcription_crypto: z.string().max(64),
  content: z.string().transform((json, context) => {
    const parsed = blocks.safeParse(parseBounded(json));
    if (parsed.success) return parsed.data.map(toEditedBlock);
    context.addIssue({ code: 'custom', message: code('transcript.content-invalid') });
    return z.NEVER;
  }),
  /** The version that was edited; without it the present one. */
  version: z.int().min(1).optional(),
});

function parseBounded(json: string): unknown {
  if (exceededJsonBound(json, CONTENT_BOUNDS)) return null;
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

/** A block as it was edited: its marks, as words carry them. */
export interface EditedBlock {
  speaker: string;
  text: string;
  /** Absent where it says nothing of marks: unchanged words keep theirs. */
  words?: Pick<Word, 'text' | 'highlight' | 'struck'>[];
}

const toEditedBlock = ({ speaker, text, words }: z.output<typeof block>): EditedBlock => ({
  speaker,
  text,
  // Marks belong to words by their places: where the text has other words, they would land on wrong ones.
  ...(words && isWrittenBy(text, words) && { words: words.map(toMarkedWord) }),
});

const isWrittenBy = (text: string, words: readonly { text: string }[]): boolean => {
  const written = splitWords(text);
  return written.length === words.length && written.every((own, at) => own === words[at]!.text.trim());
};

const toMarkedWord = (given: z.output<typeof word>) => ({
  text: given.text,
  ...(given.highlighted && given.highlighted_color && { highlight: given.highlighted_color }),
  ...(given.strikethrough && { struck: true as const }),
});
