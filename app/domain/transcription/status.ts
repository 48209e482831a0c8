export const TRANSCRIPTION_STATUSES = ['pending', 'processing', 'succeeded', 'stored', 'failed'] as const;

/** Labels are in the locales: PENDENTE, PROCESSANDO, Sucesso, ARMAZENADO, Erro. */
export type TranscriptionStatus = (typeof TRANSCRIPTION_STATUSES)[number];

export type TranscriptionStage = 'downloading' | 'decoding' | 'recognizing' | 'diarizing';

/** Whether the status changes without user action, so that a list showing it needs polling. */
export function isInProgress(status: TranscriptionStatus): boolean {
  return status === 'pending' || status === 'processing';
}
