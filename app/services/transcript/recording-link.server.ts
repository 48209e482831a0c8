import { timingSafeEqual } from 'node:crypto';
import { keyedHash } from '@/app/config/secret.server';
import { AppError } from '@/app/domain/errors';
import { isPublicId } from '@/app/domain/public-id';
import { Transcription } from '@/models/transcription.server';
import { type OpenRecording, openRecordingOf } from './open-recording.server';

const HOUR_MS = 3_600_000;
/** Long enough to listen to the longest recording. */
const LIFETIME_MS = 12 * HOUR_MS;

/** What opens a recording without a token, for a while. */
export interface RecordingLink {
  /** Milliseconds since 1970. */
  expires: number;
  signature: string;
}

/** For the owner of the transcription. The end is a full hour, so that the address stays the same for a while. */
export function linkRecording(publicId: string, now = Date.now()): RecordingLink {
  const expires = Math.ceil((now + LIFETIME_MS) / HOUR_MS) * HOUR_MS;
  return { expires, signature: signatureOf(publicId, expires) };
}

const signatureOf = (publicId: string, expires: number) =>
  keyedHash('recording-link', `${publicId}:${expires}`);

/** @throws AppError 'api.link-expired' for a wrong or old signature; 'transcription.not-found' after its deletion */
export async function openLinkedRecording(
  publicId: string,
  { expires, signature }: RecordingLink,
): Promise<OpenRecording> {
  const [given, own] = [signature, signatureOf(publicId, expires)].map((text) => Buffer.from(text));
  const isSigned = given!.length === own!.length && timingSafeEqual(given!, own!);
  if (!isSigned || expires < Date.now()) throw new AppError('api.link-expired');
  const transcription = isPublicId(publicId) ? await Transcription.findOne({ where: { publicId } }) : null;
  if (!transcription) throw new AppError('transcription.not-found');
  return openRecordingOf(transcription, transcription.fileName, null);
}
