export const TRANSCRIPTION_STATUSES = ['pending', 'processing', 'succeeded', 'stored', 'failed'] as const;

/** Labels stand in locales: PENDENTE, PROCESSANDO, Sucesso, ARMAZENADO, Erro. */
export type TranscriptionStatus = (typeof TRANSCRIPTION_STATUSES)[number];

/** What a processing transcription is at. */
export type TranscriptionStage = 'downloading' | 'decoding' | 'recognizing' | 'diarizing';

/** Whether the status changes by itself, so that a list showing it has to be refreshed. */
export function isUnderway(status: TranscriptionStatus): boolean {
  return status === 'pending' || status === 'processing';
}

const STAGE_SPANS: Record<TranscriptionStage, { from: number; to: number }> = {
  // A download comes before all of the work, and takes as long as the line does.
  downloading: { from: 0, to: 100 },
  decoding: { from: 0, to: 5 },
  recognizing: { from: 5, to: 65 },
  diarizing: { from: 65, to: 95 },
};

/**
 * Progress over all stages in whole percent, below 100 until the transcript is saved.
 * @param fraction share of the stage that is done, 0 to 1
 */
export function progressPercent(stage: TranscriptionStage, fraction: number): number {
  const { from, to } = STAGE_SPANS[stage];
  return Math.floor(from + (to - from) * Math.min(1, Math.max(0, fraction)));
}
