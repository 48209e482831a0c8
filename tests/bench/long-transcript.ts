import type { Utterance, Word } from '@/app/domain/transcript/transcript';
import { change, rows } from '@/tests/http/platform/data-dir';
import type { TestUser } from '@/tests/support/test-user';
import { Random } from '../soak/random';
import type { RunningCeleste } from '../support/celeste';

const VOCABULARY = 4_000;
const LETTERS = ['a', 'e', 'i', 'o', 'ã', 'é'];
const SYLLABLES = ['b', 'c', 'd', 'f', 'g', 'l', 'm', 'n', 'p', 'r', 's', 't', 'v', 'tr', 'lh', 'ch'];

/** Made-up words. */
function vocabulary(random: Random): string[] {
  return Array.from({ length: VOCABULARY }, () => {
    const syllables = 1 + random.below(3);
    return Array.from({ length: syllables }, () => random.pick(SYLLABLES) + random.pick(LETTERS)).join('');
  });
}

/** In units of 40 ms, with the frequencies that the demonstration model measures on the sample. */
const LENGTHS = weighted([0, 15, 17, 3, 4, 12, 6, 11, 11, 6, 14, 13, 6, 5, 1, 8, 2, 2, 5, 3, 1, 1, 3, 2]);
const PAUSES = weighted([54, 46, 30, 8, 2, 6, 1, 1, 1, 1]);
/** In tenths; of 150 words of the sample, 144 are in the last. Here more words have low confidence. */
const CONFIDENCES = weighted([0, 0, 0, 0, 1, 1, 2, 4, 8, 134]);

/** Repeats each index as often as its weight. */
function weighted(weights: readonly number[]): number[] {
  return weights.flatMap((weight, place) => Array<number>(weight).fill(place));
}

/** A conversation of four speakers, in utterances of about 16 words. */
export function longConversation(words: number, seed = 1): Utterance[] {
  const random = new Random(seed);
  const known = vocabulary(random);
  const utterances: Utterance[] = [];
  let at = 0;
  for (let count = 0; count < words; ) {
    const length = Math.min(words - count, 4 + random.below(26));
    const own = Array.from({ length }, (): Word => {
      const text = known[Math.floor(VOCABULARY ** random.next()) % VOCABULARY]!;
      const startMs = at + random.pick(PAUSES) * 40;
      at = startMs + random.pick(LENGTHS) * 40;
      return { text, startMs, endMs: at, confidence: (random.pick(CONFIDENCES) + 0.5) / 10 };
    });
    count += length;
    const speaker = 'ABCD'[random.below(4)]!;
    const text = own.map((word) => word.text).join(' ');
    utterances.push({ speaker, startMs: own[0]!.startMs, endMs: at, confidence: 0.9, text, words: own });
    at += random.below(20) * 40;
  }
  return utterances;
}

/** Inserts a transcript into Celeste's database. @returns the path of its page */
export async function insertTranscript(
  celeste: RunningCeleste,
  person: TestUser,
  utterances: readonly Utterance[],
): Promise<string> {
  await person.post('/transcriptions', { intent: 'sample' });
  const [row] = await rows(celeste, 'SELECT id, public_id FROM transcriptions ORDER BY id DESC LIMIT 1');
  const durationMs = utterances.at(-1)!.endMs;
  await change(
    celeste,
    `UPDATE transcriptions SET status = 'succeeded', confidence_score = 90, duration_ms = ${durationMs} WHERE id = ${row!.id}`,
  );
  const at = '2026-11-20 12:00:00.000 +00:00';
  await change(
    celeste,
    `INSERT INTO transcripts (transcription_id, utterances, created_at, updated_at)
     VALUES (${row!.id}, '${JSON.stringify(utterances)}', '${at}', '${at}')`,
  );
  return `/transcriptions/${row!.public_id}`;
}
