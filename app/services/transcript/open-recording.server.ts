import type { Readable } from 'node:stream';
import { AppError } from '@/app/domain/errors';
import { COPY_EXTENSION, type CopyQuality, copyKey } from '@/app/domain/transcription/recording-copies';
import { extensionOf } from '@/app/domain/transcription/recording-file';
import { storage } from '@/app/integrations/storage/index.server';
import type { ByteRange, SignedUrlOptions } from '@/app/integrations/storage/port';
import type { Transcription } from '@/models/transcription.server';
import { findOwnTranscription } from './find-own-transcription.server';
import { readUnsavedChanges } from './unsaved-changes.server';

export interface OpenRecording {
  fileName: string;
  extension: string;
  sizeBytes: number;
  read(range?: ByteRange): Readable;
  /** Creates a signed URL, so that browsers read straight from the bucket; null for local storage. */
  createSignedUrl: ((options: SignedUrlOptions) => Promise<string>) | null;
}

/** @throws AppError 'transcription.not-found', also for a deleted recording and a copy not made yet */
export async function openRecording(
  userId: number,
  publicId: string,
  copy: CopyQuality | null = null,
): Promise<OpenRecording> {
  const transcription = await findOwnTranscription(userId, publicId);
  return openRecordingOf(transcription, transcription.fileName, copy);
}

/** As openRecording, without an ownership check: the caller has authorized the access. */
export async function openRecordingOf(
  transcription: Transcription,
  fileName: string,
  copy: CopyQuality | null,
): Promise<OpenRecording> {
  const { storageKey, recordingGoneAt, copiedAt } = transcription;
  if (copy && !copiedAt) throw new AppError('transcription.not-found');
  const key = copy ? copyKey(storageKey, copy) : storageKey;
  const sizeBytes = await recordingSizeBytes({ storageKey: key, recordingGoneAt });
  if (sizeBytes === null) throw new AppError('transcription.not-found');
  const ownExtension = extensionOf(fileName);
  const extension = copy ? COPY_EXTENSION : ownExtension;
  return {
    fileName: fileName.slice(0, fileName.length - ownExtension.length) + extension,
    extension,
    sizeBytes,
    read: (range) => storage.read(key, range),
    createSignedUrl: storage.servesDirectly ? (options) => storage.signedUrl(key, options) : null,
  };
}

/** The size of a recording in bytes; null after its deletion. */
export async function recordingSizeBytes(
  transcription: Pick<Transcription, 'storageKey' | 'recordingGoneAt'>,
): Promise<number | null> {
  return transcription.recordingGoneAt ? null : storage.size(transcription.storageKey);
}

/** Which files of a recording can be downloaded. @returns as well the format of the original, such as 'WAV' */
export function describeRecordingFiles({
  fileName,
  copiedAt,
}: Pick<Transcription, 'fileName' | 'copiedAt'>): { hasCopies: boolean; originalFormat: string } {
  return { hasCopies: copiedAt !== null, originalFormat: extensionOf(fileName).slice(1).toUpperCase() };
}

/** Before there is a transcript, only the recording. @throws AppError 'transcription.not-found' */
export async function describeDownloads(userId: number, publicId: string) {
  const transcription = await findOwnTranscription(userId, publicId);
  const { title, status } = transcription;
  // A storage that does not answer is no reason to hide what the row says is there.
  const hasRecording = await recordingSizeBytes(transcription).then(
    (size) => size !== null,
    () => true,
  );
  const hasText = status === 'succeeded';
  const unsaved = hasText ? await readUnsavedChanges(transcription.id) : null;
  return { publicId, title, hasText, hasRecording, unsaved, ...describeRecordingFiles(transcription) };
}
