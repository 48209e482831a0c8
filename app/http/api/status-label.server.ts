import { labelColorOf } from '@/app/domain/api/transcriptions';
import type { TranscriptionStatus } from '@/app/domain/transcription/status';
import type { InterfaceLanguage } from '@/app/i18n/languages';
import { translator } from '@/app/i18n/texts.server';

/** A status as the list shows it. */
export const statusLabel = (status: TranscriptionStatus, language: InterfaceLanguage) => ({
  label: translator(language, 'transcription')(`status.${status}`),
  color: labelColorOf(status),
});
