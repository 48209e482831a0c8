import type { TFunction } from 'i18next';
import { settings } from '@/app/config/env.server';
import { stretchFrom } from '@/app/domain/api/stretch';
import { plainTextOf } from '@/app/domain/document/rich-text';
import { AppError } from '@/app/domain/errors';
import { formatPosition } from '@/app/domain/format/format-duration';
import { NO_FILTER, PAGE_SIZES } from '@/app/domain/library/list-query';
import { readSearchQuery } from '@/app/domain/library/search-query';
import { excerptAround, parseSearch, type SearchTerms } from '@/app/domain/library/searchable-words';
import { timeLink } from '@/app/domain/transcript/time-link';
import { listDocuments } from '@/app/services/document/list-documents.server';
import { readDocument } from '@/app/services/document/read-document.server';
import { listTranscriptions } from '@/app/services/library/list-transcriptions.server';
import {
  type RecordingHits,
  searchInRecording,
  searchTranscripts,
} from '@/app/services/library/search-transcripts.server';
import { readTranscript } from '@/app/services/transcript/read-transcript.server';
import { findOwnSummary } from '@/app/services/transcript/summary/read-summary.server';
import { untrusted } from './untrusted.server';

/** Whose things a tool reads, and the texts of their language. */
export interface Owner {
  userId: number;
  t: TFunction;
}

interface Search {
  query: string;
  recording?: string | undefined;
  before?: string | undefined;
}

/** @throws AppError 'search.words-too-short', 'transcription.not-found' */
export async function searchRecordings(owner: Owner, { query, recording, before }: Search): Promise<string> {
  const { terms, error } = readSearchQuery(new URLSearchParams({ q: query }));
  if (error) throw new AppError(error);
  return recording ? searchOne(owner, terms, recording) : searchAll(owner, terms, before);
}

async function searchOne({ userId }: Owner, terms: SearchTerms, publicId: string): Promise<string> {
  const found = await searchInRecording(userId, terms, { publicId, page: 1 });
  if (!found) throw new AppError('transcription.not-found');
  return hitsText(found, terms);
}

async function searchAll({ userId, t }: Owner, terms: SearchTerms, before?: string): Promise<string> {
  const { recordings, older } = await searchTranscripts(userId, terms, before ? { before } : {});
  const groups = recordings.map((group) => hitsText(group, terms));
  return joined(groups.length > 0 ? groups : [t('mcp.nothing')], older && more(t, `before: "${older}"`));
}

/** Hits with links that play the recording from there. */
function hitsText({ publicId, title, hits }: RecordingHits, terms: SearchTerms): string {
  const lines = hits.map(({ startMs, speaker, text }) =>
    [
      `[${formatPosition(startMs)}] ${speaker}: ${excerptAround(text, terms)}`,
      `${settings.publicUrl}/transcriptions/${publicId}${timeLink(startMs)}`,
    ].join('\n'),
  );
  return untrusted(publicId, [title, ...lines].join('\n'));
}

interface ListPlace {
  title?: string | undefined;
  before?: string | undefined;
}

export async function listRecordings(
  { userId, t }: Owner,
  { title = '', before }: ListPlace,
): Promise<string> {
  const filter = { ...NO_FILTER, words: parseSearch(title).terms };
  const place = before ? { before } : { number: 1 };
  const { rows, next } = await listTranscriptions(userId, PAGE_SIZES[2], place, filter);
  const lines = rows.map(({ publicId, title: name, status, durationMs, createdAt }) =>
    [publicId, status, formatPosition(durationMs), createdAt.toISOString(), name].join(' | '),
  );
  return joined(
    [untrusted('list', lines.join('\n') || t('mcp.nothing'))],
    next && more(t, `before: "${next}"`),
  );
}

interface TranscriptPlace {
  recording: string;
  from_seconds: number;
  max_characters: number;
}

/** @throws AppError 'transcription.not-found' */
export async function readStretch({ userId, t }: Owner, place: TranscriptPlace): Promise<string> {
  const { recording, from_seconds, max_characters } = place;
  const { title, utterances } = await readTranscript(userId, recording);
  const { text, nextMs } = stretchFrom(utterances, from_seconds * 1000, max_characters);
  const next = nextMs === null ? t('mcp.end') : more(t, `from_seconds: ${nextMs / 1000}`);
  return joined([untrusted(recording, `${title}\n\n${text}`)], next);
}

/** @throws AppError 'transcription.not-found' */
export async function readSummaryText({ userId, t }: Owner, recording: string): Promise<string> {
  const summary = await findOwnSummary(userId, recording);
  return summary ? untrusted(recording, summary.summaryCopy ?? summary.summary) : t('mcp.noSummary');
}

export async function listOwnDocuments({ userId, t }: Owner, page: number): Promise<string> {
  const { rows, pages } = await listDocuments(userId, page);
  const lines = rows.map(({ publicId, title, savedAt }) =>
    [publicId, savedAt.toISOString(), title].join(' | '),
  );
  return joined([untrusted('list', lines.join('\n') || t('mcp.nothing'))], t('mcp.page', { page, pages }));
}

interface DocumentPlace {
  document: string;
  from_character: number;
  max_characters: number;
}

/** @throws AppError 'document.not-found' */
export async function readDocumentStretch({ userId, t }: Owner, place: DocumentPlace): Promise<string> {
  const { document, from_character: from, max_characters } = place;
  const { title, blocks } = await readDocument(userId, document);
  const text = plainTextOf(blocks);
  const end = from + max_characters;
  const next = end >= text.length ? t('mcp.end') : more(t, `from_character: ${end}`);
  return joined([untrusted(document, `${title}\n\n${text.slice(from, end)}`)], next);
}

const more = (t: TFunction, argument: string) => t('mcp.more', { argument });

const joined = (parts: string[], last: string | null) => [...parts, ...(last ? [last] : [])].join('\n\n');
