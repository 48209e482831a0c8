import { labelColorOf } from '@/app/domain/api/transcriptions';
import type { TranscriptionStatus } from '@/app/domain/transcription/status';
import { DEFAULT_LANGUAGE } from '@/app/i18n/languages';
import { translator } from '@/app/i18n/texts.server';

/** A status as the list shows it; always in Portuguese, since programs compare it (specification: labels). */
export const statusLabel = (status: TranscriptionStatus) => ({
  label: translator(DEFAULT_LANGUAGE, 'transcription')(`status.${status}`),
  color: labelColorOf(status),
});
