import { settings } from '@/app/config/env.server';
import type { AppErrorCode, AppErrorParams } from '@/app/domain/errors';

/** What the sentence mentions why a transcription failed; the row keeps the code alone. */
export function reasonParams(errorCode: AppErrorCode): AppErrorParams {
  return errorCode === 'media.too-long' ? { limit: settings.maxFileMs / 3_600_000 } : {};
}
