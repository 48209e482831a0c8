import type { AppErrorCode } from '../errors';

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
