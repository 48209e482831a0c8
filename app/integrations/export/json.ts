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
      dialogue: utterances.map(({ speaker, startMs, endMs, confidence, text, words }) => ({
        speaker,
        start: startMs,
        end: endMs,
        confidence,
        text,
        words: words.map((word) => ({
          text: word.text,
          start: word.startMs,
          end: word.endMs,
          confidence: word.confidence,
          speaker,
          highlighted: word.highlight !== undefined,
          highlighted_color: word.highlight ?? null,
          strikethrough: word.struck ?? false,
        })),
      })),
    }),
};
