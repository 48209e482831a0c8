import { AppError, type AppErrorCode } from '@/app/domain/errors';

/** AssemblyAI's error messages for unusable recordings; they have no error codes. */
const RECORDING_ERRORS: [RegExp, AppErrorCode][] = [
  [/no spoken audio|no speech|speech threshold|duration is too short/i, 'media.no-speech'],
  [/does not appear to contain audio|no audio/i, 'media.no-audio'],
  [/transcoding failed|unsupported|corrupt|could not be decoded|file type/i, 'media.decode-failed'],
];

/** @returns the matching AppError when the recording is at fault; null when the service or the request is */
export function recordingErrorOf(text: string): AppError | null {
  const code = RECORDING_ERRORS.find(([saying]) => saying.test(text))?.[1];
  return code ? new AppError(code) : null;
}
