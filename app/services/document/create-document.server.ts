import { isDocumentTooLong } from '@/app/domain/document/document-length';
import type { RichText } from '@/app/domain/document/rich-text';
import {
  fillTemplate,
  needsTranscription,
  type Template,
  type TemplateSource,
} from '@/app/domain/document/templates';
import { AppError } from '@/app/domain/errors';
import { formatDateTimeWithZone } from '@/app/domain/format/format-date-time';
import { formatPosition } from '@/app/domain/format/format-duration';
import { isAnonymous } from '@/app/domain/transcript/speaker';
import type { InterfaceLanguage } from '@/app/i18n/languages';
import { translator } from '@/app/i18n/texts.server';
import { Document } from '@/models/document.server';
import { newPublicId } from '@/models/public-id.server';
import { Transcription } from '@/models/transcription.server';
import { withIdempotencyKey } from '../platform/idempotency/with-idempotency-key.server';
import { assertRoomForText } from '../platform/storage/room-for-text.server';
import { findOwnTranscription } from '../transcript/find-own-transcription.server';
import { readTranscriptOf } from '../transcript/read-transcript.server';
import { findOwnSummary } from '../transcript/summary/read-summary.server';
import { emitEvent } from '../webhook/emit-event.server';
import { subjectOf } from '../webhook/subject-of';
import { searchTermsOfDocument, writeSavedDocument } from './saved-document.server';

export interface DocumentRequest {
  /** Defaults to a title derived from the template and the transcription. */
  title?: string | undefined;
  template: Template;
  /** Public id of the source transcription. */
  transcription?: string | undefined;
  withTimes: boolean;
  language: InterfaceLanguage;
  /** In place of the template's text. */
  text?: RichText;
  /** Defaults to what the template says. */
  isSummary?: boolean;
  submissionId: string;
}

/** Returns its public id. @throws AppError as composeDocument, 'document.too-long'; DiskFull */
export async function createDocument(userId: number, request: DocumentRequest): Promise<string> {
  const { title, text: composed, transcriptionId } = await composeDocument(userId, request);
  const text = request.text ?? composed;
  if (isDocumentTooLong(text)) throw new AppError('document.too-long');
  await assertRoomForText();
  return withIdempotencyKey(`document:${userId}`, request.submissionId, async (transaction) => {
    const document = await Document.create(
      {
        publicId: newPublicId(),
        userId,
        transcriptionId,
        title,
        version: 1,
        savedAt: new Date(),
        isSummary: request.isSummary ?? request.template === 'summary',
        words: searchTermsOfDocument(userId, title, text),
      },
      { transaction },
    );
    await writeSavedDocument(document, text, transaction);
    await emitEvent(userId, 'document.created', subjectOf(document), transaction);
    return document.publicId;
  });
}

/** @throws AppError 'transcription.not-found', 'document.transcription-required', 'summary.not-made' */
async function composeDocument(
  userId: number,
  {
    title,
    template,
    transcription,
    withTimes,
    language,
  }: Omit<DocumentRequest, 'submissionId' | 'text' | 'isSummary'>,
): Promise<{ title: string; text: RichText; transcriptionId: number | null }> {
  const t = translator(language, 'document');
  const untitled = t(template === 'blank' ? 'untitled' : `${template}.title`);
  if (!transcription) {
    if (needsTranscription(template)) throw new AppError('document.transcription-required');
    return { title: title ?? untitled, text: fillTemplate(template, null, t), transcriptionId: null };
  }
  const { id, title: name } = await findOwnTranscription(userId, transcription);
  const source = await readTemplateSource(userId, transcription, { withTimes, language });
  if (template === 'summary' && source.summary.length === 0) throw new AppError('summary.not-made');
  const filled = template === 'copy' ? name : `${untitled}: ${name}`;
  const text = fillTemplate(template, source, t);
  return { title: title ?? (template === 'blank' ? untitled : filled), text, transcriptionId: id };
}

async function readTemplateSource(
  userId: number,
  publicId: string,
  { withTimes, language }: { withTimes: boolean; language: InterfaceLanguage },
): Promise<TemplateSource> {
  const t = translator(language, 'transcript');
  const transcript = await readTranscriptOf(await findOwnTranscription(userId, publicId));
  const summary = await findOwnSummary(userId, publicId);
  return {
    publicId,
    title: transcript.title,
    date: formatDateTimeWithZone(transcript.createdAt.toISOString(), language),
    duration: formatPosition(transcript.durationMs),
    utterances: transcript.utterances,
    summary: (summary?.summaryCopy ?? summary?.summary ?? '').split('\n').filter(Boolean),
    nameOf: (speaker) => (isAnonymous(speaker) ? t('speaker', { label: speaker }) : speaker),
    withTimes,
  };
}

/** Older transcriptions create a document from their own page. */
const MAX_SOURCES = 200;

/** The finished transcriptions that a document can be created from, newest first. */
export async function listSources(userId: number): Promise<{ publicId: string; title: string }[]> {
  const found = await Transcription.findAll({
    where: { userId, status: 'succeeded' },
    attributes: ['publicId', 'title'],
    order: [['id', 'DESC']],
    limit: MAX_SOURCES,
  });
  return found.map(({ publicId, title }) => ({ publicId, title }));
}
