import { z } from 'zod';
import { code } from '../../form-fields';
import { type ListFilter, NO_FILTER } from '../../library/list-query';
import { parseSearch } from '../../library/searchable-words';
import { renameSchema, titleSchema } from '../../transcript/editor-forms';
import { MAX_SPEAKER_LENGTH } from '../../transcript/rewrite-utterances';
import { HIGHLIGHT_COLORS, type Utterance, type Word } from '../../transcript/transcript';
import { MAX_UTTERANCE_TEXT_LENGTH } from '../../transcript/transcript-change';
import { MAX_SPEAKERS, RECORDING_LANGUAGES } from '../../transcription/recording';
import { TRANSCRIPTION_STATUSES } from '../../transcription/status';
import { isWebAddress } from '../../web-address';
import { pageQuery } from './lists';

const moment = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

export const transcriptionsQuery = pageQuery.extend({
  /** Words that the title must all have. */
  title: z
    .string()
    .max(255)
    .refine(
      (title) => title.trim() === '' || parseSearch(title).terms.length > 0,
      code('search.words-too-short'),
    )
    .default(''),
  status: z.enum(TRANSCRIPTION_STATUSES).optional(),
  tag: z.string().max(255).default(''),
  /** Moments with their zone; the first is inclusive, the last is not. */
  created_from: moment.optional(),
  created_before: moment.optional(),
});

export const filterOf = (query: z.output<typeof transcriptionsQuery>): ListFilter => ({
  ...NO_FILTER,
  words: parseSearch(query.title).terms,
  statuses: query.status ? [query.status] : [],
  tag: query.tag,
  from: query.created_from ?? null,
  until: query.created_before ?? null,
});

/** A transcription without its text. */
export const transcription = z
  .object({
    id: z.string(),
    title: z.string(),
    status: z.enum(TRANSCRIPTION_STATUSES),
    progress_percent: z.int().min(0).max(100),
    /** Why it failed; null otherwise. */
    error_code: z.string().nullable(),
    language: z.string(),
    duration_ms: z.int(),
    file_name: z.string(),
    size_bytes: z.int(),
    /** From 0 to 100; null before there is a text. */
    confidence_score: z.number().nullable(),
    tags: z.array(z.string()),
    is_favourite: z.boolean(),
    has_recording: z.boolean(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'TranscriptionV1' });

export const transcriptionDetail = transcription
  .extend({
    /** Of the saved text; 0 before there is one. */
    version: z.int().min(0),
    saved_at: z.iso.datetime().nullable(),
    /** Opens the recording without a token, for some hours; null where it was deleted. */
    recording_url: z.url().nullable(),
  })
  .meta({ id: 'TranscriptionDetailV1' });

interface Row {
  publicId: string;
  title: string;
  status: (typeof TRANSCRIPTION_STATUSES)[number];
  progressPercent: number;
  errorCode: string | null;
  language: string;
  durationMs: number;
  fileName: string;
  sizeBytes: number;
  confidenceScore: number | null;
  tags: string[];
  isFavourite: boolean;
  hasRecording: boolean;
  createdAt: Date;
}

/** A row of the library in the words of the API. */
export const transcriptionOf = (row: Row): z.input<typeof transcription> => ({
  id: row.publicId,
  title: row.title,
  status: row.status,
  progress_percent: row.progressPercent,
  error_code: row.errorCode,
  language: row.language,
  duration_ms: row.durationMs,
  file_name: row.fileName,
  size_bytes: row.sizeBytes,
  confidence_score: row.confidenceScore,
  tags: row.tags,
  is_favourite: row.isFavourite,
  has_recording: row.hasRecording,
  created_at: row.createdAt.toISOString(),
});

const title = titleSchema.shape.transcription_name;

/** Of an uploaded file, or of one that is fetched from an address. */
export const newTranscription = z
  .object({
    upload_id: z.string().max(64).optional(),
    source_url: z
      .string()
      .trim()
      .max(2048)
      // Not the parser's own check of addresses, which drops line breaks.
      .refine(isWebAddress)
      .meta({ format: 'uri' })
      .optional(),
    title: title.optional(),
    language: z.enum(RECORDING_LANGUAGES).default('pt'),
    speakers: z.int().min(1).max(MAX_SPEAKERS).optional(),
  })
  .refine(({ upload_id, source_url }) => (upload_id === undefined) !== (source_url === undefined), {
    path: ['upload_id'],
    error: code('api.source-required'),
  });

export const transcriptionChange = z.object({
  title: title.optional(),
  is_favourite: z.boolean().optional(),
});

const speaker = renameSchema.shape.new_speaker;
const text = z.string().max(MAX_UTTERANCE_TEXT_LENGTH, code('transcript.too-long'));

/** The whole text, in order. */
export const newBlocks = z.object({ blocks: z.array(z.object({ speaker, text })).max(100_000) });

/** An empty text removes the block. */
export const blockChange = z.object({ speaker: speaker.optional(), text: text.optional() });

/** A speaker's new name, everywhere. */
export const speakerChange = z.object({
  from: z.string().max(MAX_SPEAKER_LENGTH),
  to: speaker,
  /** Whether two people with one name then may become one. */
  merge: z.boolean().default(false),
});

/** A passage of one speaker, without its words. Times in milliseconds of the recording. */
export const block = z
  .object({
    id: z.string(),
    speaker: z.string(),
    start_ms: z.int(),
    end_ms: z.int(),
    confidence: z.number(),
    text: z.string(),
  })
  .meta({ id: 'Block' });

/** @param index of the utterance in its version */
export const blockOf = (version: number, index: number, utterance: Utterance): z.input<typeof block> => ({
  id: `${version}.${index}`,
  speaker: utterance.speaker,
  start_ms: utterance.startMs,
  end_ms: utterance.endMs,
  confidence: utterance.confidence,
  text: utterance.text,
});

export const word = z
  .object({
    block_id: z.string(),
    text: z.string(),
    start_ms: z.int(),
    end_ms: z.int(),
    confidence: z.number(),
    highlight: z.enum(HIGHLIGHT_COLORS).nullable(),
    struck: z.boolean(),
  })
  .meta({ id: 'Word' });

export const wordOf = (blockId: string, given: Word): z.input<typeof word> => ({
  block_id: blockId,
  text: given.text,
  start_ms: given.startMs,
  end_ms: given.endMs,
  confidence: given.confidence,
  highlight: given.highlight ?? null,
  struck: given.struck ?? false,
});
