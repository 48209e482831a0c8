import path from 'node:path';
import { markdownTable, percent } from './markdown';
import { diarizationErrors } from './metrics/der';
import type { Pipeline } from './pipeline';
import { findEspeak, synthesizeConversation, writeConversation } from './voices';

const COUNTS = [2, 3, 5];
/**
 * With its last turn slightly longer than a diarization block, so that linking voices across two blocks is
 * measured too.
 */
const MINUTES = 10;
const SEEDS = [1, 2, 3];
const COLLAR_MS = 250;

/**
 * Diarization error rate on synthetic voices, with and without the number of speakers given.
 * @returns a Markdown table; null if espeak-ng is missing
 */
export async function diarizeVoices(pipeline: Pipeline, folder: string): Promise<string | null> {
  const espeak = findEspeak();
  if (!espeak) return null;
  const rows: string[][] = [];
  for (const count of COUNTS) {
    for (const seed of SEEDS) {
      const conversation = synthesizeConversation(espeak, { count, minutes: MINUTES, seed });
      const recording = path.join(folder, 'voices.wav');
      await writeConversation(conversation, recording);
      const audio = await pipeline.decode(recording, path.join(folder, 'voices.s16'));
      const cells: string[] = [];
      for (const given of [null, count]) {
        const turns = (await pipeline.diarize(audio, given)) ?? [];
        const found = new Set(turns.map(({ speaker }) => speaker)).size;
        const errors = diarizationErrors(conversation.turns, turns, { collarMs: COLLAR_MS });
        cells.push(`${found} of ${count}`, percent(errors.percent));
      }
      rows.push([`${count}: ${conversation.voices.join(', ')}`, ...cells]);
    }
  }
  const heads = ['voices', 'found', 'DER, collar 0.25 s', 'found, count given', 'DER, collar 0.25 s'];
  return markdownTable(heads, rows);
}
