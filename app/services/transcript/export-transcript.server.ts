import { log } from '@/app/config/log.server';
import { AppError, type AppErrorCode } from '@/app/domain/errors';
import { formatDateTimeWithZone } from '@/app/domain/format/format-date-time';
import { formatPosition } from '@/app/domain/format/format-duration';
import { type ExportOptions, SHOWN_PARTS } from '@/app/domain/transcript/export/options';
import {
  type PrintableTranscript,
  toPrintableText,
  toPrintableUtterances,
} from '@/app/domain/transcript/export/printable-transcript';
import { isAnonymous } from '@/app/domain/transcript/speaker';
import type { InterfaceLanguage } from '@/app/i18n/languages';
import { translator } from '@/app/i18n/texts.server';
import { exportFormats } from '@/app/integrations/export/index.server';
import { digestRecording } from './digest-recording.server';
import { findOwnTranscription } from './find-own-transcription.server';
import { readTranscriptOf, type TranscriptView } from './read-transcript.server';
import { readUnsavedChanges } from './unsaved-changes.server';

export interface ExportedFile {
  fileName: string;
  contentType: string;
  body: string | Uint8Array<ArrayBuffer>;
}

/** A file of a saved text. */
export interface ExportedVersion extends ExportedFile {
  version: number;
  /** Changes that are in the draft only. */
  unsavedCount: number;
}

export interface ExportRequest {
  /** 'txt', 'pdf', 'docx', 'json', 'srt' or 'vtt' */
  extension: string;
  /** Defaults to all parts in the plain layout. */
  options?: ExportOptions;
  /** Of headings and labels; the transcript keeps its own language. */
  language: InterfaceLanguage;
  /** Changes that the file lacks; its foot says so. */
  unsavedCount?: number;
}

const DEFAULT_OPTIONS: ExportOptions = { shown: new Set(SHOWN_PARTS), layout: 'plain' };

/** By file extension; a failure of any other format is a bug. */
export const EXPORT_FAILURES: Record<string, AppErrorCode> = {
  txt: 'export.txt-failed',
  pdf: 'export.pdf-failed',
  docx: 'export.docx-failed',
};

/** @throws AppError 'transcription.not-found', 'export.format-unknown'; 'export.…-failed', logged */
export async function exportTranscript(
  userId: number,
  publicId: string,
  request: ExportRequest,
): Promise<ExportedVersion> {
  const transcription = await findOwnTranscription(userId, publicId);
  const isNumbered = request.options?.layout === 'degravacao';
  const transcript = await readTranscriptOf(transcription);
  const { changeCount: unsavedCount } = await readUnsavedChanges(transcription.id);
  const digest = isNumbered ? await digestRecording(transcription) : null;
  const file = await renderExport(transcript, { ...request, unsavedCount }, digest);
  return { ...file, version: transcript.version, unsavedCount };
}

/** As exportTranscript, for an authorized caller; `digest` is printed only in the 'degravacao' layout. */
export async function renderExport(
  transcript: TranscriptView,
  { extension, language, options = DEFAULT_OPTIONS, unsavedCount = 0 }: ExportRequest,
  digest: string | null,
): Promise<ExportedFile> {
  const format = exportFormats.get(extension);
  if (!format) throw new AppError('export.format-unknown');
  const t = translator(language, 'transcript');
  const nameOf = (speaker: string) => (isAnonymous(speaker) ? t('speaker', { label: speaker }) : speaker);
  const isNumbered = options.layout === 'degravacao';
  const { version, updatedAt: savedAt } = transcript;
  const foot = footOf({ version, savedAt, unsavedCount }, language);
  const printed = (): PrintableTranscript => ({
    title: toPrintableText(transcript.title),
    language: transcript.language,
    savedAt,
    facts: factsOf(transcript, { language, digest, isNumbered }),
    isNumbered,
    foot,
    passages: toPrintableUtterances(transcript.utterances, options, nameOf),
    words: wordsIn(language),
  });
  try {
    return {
      fileName: `${transcript.title}.${extension}`,
      contentType: format.contentType,
      body: await format.render({ ...transcript, options, nameOf, foot, printed }),
    };
  } catch (error) {
    const code = EXPORT_FAILURES[extension];
    if (!code) throw error;
    log.error({ error, publicId: transcript.publicId, extension }, 'a transcript could not be exported');
    throw new AppError(code);
  }
}

/** What the file of a saved text says at its end; null without unsaved changes. */
export function footOf(
  { version, savedAt, unsavedCount }: { version: number; savedAt: Date; unsavedCount: number },
  language: InterfaceLanguage,
): string | null {
  if (unsavedCount === 0) return null;
  const date = formatDateTimeWithZone(savedAt.toISOString(), language);
  return translator(language, 'transcript')('export.foot', { version, date, count: unsavedCount });
}

function factsOf(
  { createdAt, durationMs }: TranscriptView,
  file: { language: InterfaceLanguage; digest: string | null; isNumbered: boolean },
): PrintableTranscript['facts'] {
  const t = translator(file.language, 'transcript');
  const facts = [
    { label: t('export.fact.date'), value: formatDateTimeWithZone(createdAt.toISOString(), file.language) },
    { label: t('export.fact.duration'), value: formatPosition(durationMs) },
  ];
  if (!file.isNumbered) return facts;
  return [...facts, { label: t('export.fact.digest'), value: file.digest ?? t('export.fact.digest.gone') }];
}

function wordsIn(language: InterfaceLanguage): PrintableTranscript['words'] {
  const t = translator(language, 'transcript');
  return { page: t('export.page'), of: t('export.page.of') };
}
