import type { RichText } from '@/app/domain/document/rich-text';
import { fillTemplate, needsTranscription, type TemplateSource } from '@/app/domain/document/templates';
import { AppError } from '@/app/domain/errors';
import { formatDateTimeWithZone } from '@/app/domain/format/format-date-time';
import { formatPosition } from '@/app/domain/format/format-duration';
import { isAnonymous } from '@/app/domain/transcript/speaker';
import type { InterfaceLanguage } from '@/app/i18n/languages';
import { translator } from '@/app/i18n/texts.server';
import { findOwnTranscription } from '../transcript/find-own-transcription.server';
import { readTranscriptOf } from '../transcript/read-transcript.server';
import { findOwnSummary } from '../transcript/summary/find-own-summary.server';
import type { DocumentRequest } from './create-document.server';

/** @throws AppError 'transcription.not-found', 'document.transcription-required', 'summary.not-made' */
export async function composeDocument(
  userId: number,
  { title, template, transcription, withTimes, language }: Omit<DocumentRequest, 'submissionId'>,
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
