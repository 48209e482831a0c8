import { dialogueOf } from '@/app/domain/transcript/dialogue';
import type { ExportFormat } from './port';

/** Defined by the API contract: times in ms, confidences from 0 to 1. */
export const json: ExportFormat = {
  contentType: 'application/json; charset=utf-8',
  render: async ({ publicId, title, language, durationMs, confidenceScore, updatedAt, utterances }) =>
    JSON.stringify({
      crypto: publicId,
      title,
      language,
      duration: durationMs,
      confidence_score: confidenceScore,
      updated_at: updatedAt.toISOString(),
      dialogue: dialogueOf(utterances),
    }),
};
