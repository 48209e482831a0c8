import type { Readable } from 'node:stream';
import { AppError } from '@/app/domain/errors';
import { extensionOf } from '@/app/domain/transcription/recording';
import { storage } from '@/app/integrations/storage/index.server';
import type { ByteRange } from '@/app/integrations/storage/port';
import { findOwnTranscription } from './find-own-transcription.server';
import { sizeOfRecording } from './size-of-recording.server';

/** A recording's bytes as they were uploaded. */
export interface OpenRecording {
  fileName: string;
  extension: string;
  sizeBytes: number;
  read(range?: ByteRange): Readable;
}

/** @throws AppError 'transcription.not-found', for a recording that is gone too */
export async function openRecording(userId: number, publicId: string): Promise<OpenRecording> {
  const transcription = await findOwnTranscription(userId, publicId);
  const { storageKey, fileName } = transcription;
  const sizeBytes = await sizeOfRecording(transcription);
  if (sizeBytes === null) throw new AppError('transcription.not-found');
  return {
    fileName,
    extension: extensionOf(fileName),
    sizeBytes,
    read: (range) => storage.read(storageKey, range),
  };
}
