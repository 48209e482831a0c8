import type { AppErrorCode } from '../errors';
import type { TranscriptionStatus } from './status';

/** Reasons that lie in the recording itself: the same file would fail again, after the same wait. */
const HOPELESS: ReadonlySet<AppErrorCode> = new Set<AppErrorCode>([
  'media.no-speech',
  'media.no-audio',
  'media.unsupported',
  'media.invalid',
  'media.decode-failed',
  'media.too-long',
  'media.too-large',
  'transcription.recording-gone',
  'video.not-found',
  'video.refused',
  'video.no-downloader',
]);

/** Whether sending the same recording again would fail in the same way, so that it is not offered. */
export const isHopeless = (errorCode: AppErrorCode): boolean => HOPELESS.has(errorCode);

/** Whether its owner is offered to send a recording again. */
export function canResend(transcription: {
  status: TranscriptionStatus;
  errorCode: AppErrorCode | null;
  hasRecording: boolean;
}): boolean {
  const { status, errorCode, hasRecording } = transcription;
  if (!hasRecording) return false;
  return status === 'stored' || (status === 'failed' && !(errorCode && isHopeless(errorCode)));
}
