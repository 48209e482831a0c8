import { Readable } from 'node:stream';
import { AppError } from '@/app/domain/errors';
import { createFileNamer } from '@/app/domain/format/file-names';
import type { SelectionFormat } from '@/app/domain/library/selection';
import type { InterfaceLanguage } from '@/app/i18n/languages';
import { inTransaction } from '@/models/database.server';
import type { Transcription } from '@/models/transcription.server';
import { limitRate, type Rate } from '../../platform/limits/limit-rate.server';
import { type FileToPack, packFiles } from '../../platform/pack-files.server';
import { exportTranscript } from '../../transcript/export-transcript.server';
import { openRecordingOf } from '../../transcript/open-recording.server';
import { findSelected } from './find-selected.server';

interface Packing {
  userId: number;
  publicIds: string[];
  formats: SelectionFormat[];
  language: InterfaceLanguage;
}

/** Rate limit, since each may hold the recordings of a whole page. */
const PACKING_RATE: Rate = { most: 60, windowMs: 3_600_000 };

/**
 * A zip file of the saved texts and of the recordings, built while it is streamed. Leaves out what does not exist,
 * and a text that could not be exported, which is logged.
 * @throws AppError 'transcription.not-found' when none is the user's, 'selection.too-many-downloads'
 */
export async function packSelected(packing: Packing): Promise<Readable> {
  const rows = await findSelected(packing.userId, packing.publicIds);
  if (rows.length === 0) throw new AppError('transcription.not-found');
  const seconds = await inTransaction((transaction) =>
    limitRate(`selection:${packing.userId}`, PACKING_RATE, transaction),
  );
  if (seconds > 0) throw new AppError('selection.too-many-downloads', { seconds });
  return packFiles(filesOf(rows, packing));
}

async function* filesOf(rows: Transcription[], { formats, language }: Packing): AsyncGenerator<FileToPack> {
  const nameOf = createFileNamer();
  for (const row of rows) {
    for (const format of formats) {
      const packed =
        format === 'audio' ? await recordingOf(row) : await textOf(row, { extension: format, language });
      if (!packed) continue;
      const { extension, ...file } = packed;
      yield { ...file, path: nameOf(row.title, extension), modifiedAt: row.updatedAt };
    }
  }
}

interface Packed extends Pick<FileToPack, 'isCompressed' | 'open'> {
  extension: string;
}

async function textOf(
  { userId, publicId, status }: Transcription,
  request: { extension: string; language: InterfaceLanguage },
): Promise<Packed | null> {
  if (status !== 'succeeded') return null;
  try {
    const { body } = await exportTranscript(userId, publicId, request);
    const isCompressed = request.extension === 'docx' || request.extension === 'pdf';
    return {
      extension: `.${request.extension}`,
      isCompressed,
      open: () => Readable.from([Buffer.from(body)]),
    };
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

async function recordingOf(row: Transcription): Promise<Packed | null> {
  try {
    const { extension, read } = await openRecordingOf(row, row.fileName, null);
    return { extension, isCompressed: true, open: () => read() };
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
