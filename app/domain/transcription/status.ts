export const TRANSCRIPTION_STATUSES = ['pending', 'processing', 'succeeded', 'stored', 'failed'] as const;

/** Labels stand in locales: PENDENTE, PROCESSANDO, Sucesso, ARMAZENADO, Erro. */
export type TranscriptionStatus = (typeof TRANSCRIPTION_STATUSES)[number];

/** What a processing transcription is at. */
export type TranscriptionStage = 'downloading' | 'decoding' | 'recognizing' | 'diarizing';

/** Whether the status changes by itself, so that a list showing it has to be refreshed. */
export function isUnderway(status: TranscriptionStatus): boolean {
  return status === 'pending' || status === 'processing';
}
