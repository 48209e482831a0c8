import { parseSearch } from '@/app/domain/library/searchable-words';
import { userScopedTerms } from '@/app/domain/library/user-scoped-terms';
import { searchTranscripts } from '@/app/services/library/search-transcripts.server';
import { indexTranscript } from '@/app/services/transcript/index-transcript.server';
import { database } from '@/models/database.server';
import { Random } from '../soak/random';
import { onEachDatabase } from './on-each-database';

const DEFAULT_TRANSCRIPTS = 500;
const WORDS_PER_TRANSCRIPT = 100_000;
const WORDS_PER_UTTERANCE = 40;
/** Different texts; each transcript draws from them. */
const POOL = 20_000;
const VOCABULARY = 30_000;
const RUNS = 20;
const LIMIT_MS = 50;

const FUNCTION_WORDS =
  'a de que o e é do da em um para não com uma os no se na por mais as dos como mas foi ao ele das tem à seu sua ou ser quando muito há nos já está eu também só pelo'.split(
    ' ',
  );

const SYLLABLES = 'ba co di fé gu la mão ni po ru sã te vi xá zo ção'.split(' ');

const wordAt = (rank: number) =>
  FUNCTION_WORDS[rank] ??
  [rank, rank >> 4, rank >> 8, rank >> 12].map((digits) => SYLLABLES[digits & 15]).join('');

/** A rank by Zipf's law. */
const rankOf = (random: () => number) => Math.floor(VOCABULARY ** random()) - 1;

/**
 * Searches of one user among transcripts of 100,000 words each, whose words are as frequent as those of a language: each
 * kind of search, and the 95th percentile of all of them in random order.
 * @param transcripts number of transcripts; fewer for a trial
 */
export function search(transcripts = DEFAULT_TRANSCRIPTS): Promise<void> {
  return onEachDatabase(async (userId) => {
    await fillTranscripts(userId, transcripts, WORDS_PER_TRANSCRIPT);
    const all: number[] = [];
    for (const { name, times, hits } of await searchTimes(userId, transcripts, RUNS)) {
      all.push(...times);
      const figures = `p50 ${percentile(times, 0.5).toFixed(1)}, p95 ${percentile(times, 0.95).toFixed(1)} ms`;
      process.stdout.write(`    ${name.padEnd(26)} ${figures}, ${hits} hits\n`);
    }
    process.stdout.write(
      `    ${'all'.padEnd(26)} p95 ${percentile(all, 0.95).toFixed(1)} ms (at most ${LIMIT_MS})\n`,
    );
  });
}

/** Through the service, with the same few thousand utterances in another order in each. */
export async function fillTranscripts(userId: number, transcripts: number, wordsEach: number): Promise<void> {
  const startedAt = performance.now();
  const source = new Random(1);
  const random = () => source.next();
  const pool = Array.from({ length: POOL }, () =>
    Array.from({ length: WORDS_PER_UTTERANCE }, () => wordAt(rankOf(random))).join(' '),
  );
  const queries = database().getQueryInterface();
  for (let id = 1; id <= transcripts; id += 1) {
    const utterances = Array.from({ length: wordsEach / WORDS_PER_UTTERANCE }, (_, position) => ({
      speaker: 'A',
      startMs: position * 15_000,
      text: `${source.pick(pool)}${position === 0 ? ` processo ${id} custou R$ ${id}.500,00` : ''}`,
    }));
    await database().transaction(async (transaction) => {
      await queries.bulkInsert('transcriptions', [transcriptionRow(userId, id)], { transaction });
      await indexTranscript(id, utterances, transaction);
    });
  }
  const words = (transcripts * wordsEach) / 1e6;
  const tookMs = performance.now() - startedAt;
  process.stdout.write(
    `    ${words} million words indexed in ${(tookMs / 1000).toFixed(0)} s, ${(tookMs / transcripts).toFixed(0)} ms each\n`,
  );
}

function transcriptionRow(userId: number, id: number) {
  const publicId = String(id).padStart(22, '0');
  const createdAt = new Date(Date.parse('2020-01-01T00:00:00Z') + id * 60_000);
  return {
    id,
    public_id: publicId,
    user_id: userId,
    title: `Reunião ${id}`,
    title_words: userScopedTerms(userId, `Reunião ${id}`),
    is_favourite: false,
    file_name: 'a.mp3',
    language: 'pt',
    is_sample: false,
    storage_key: publicId,
    size_bytes: 1,
    duration_ms: 36_000_000,
    status: 'succeeded',
    progress_percent: 100,
    has_speakers: true,
    created_at: createdAt,
    updated_at: createdAt,
  };
}

/** How long searches of each kind take, in ms. */
export async function searchTimes(
  userId: number,
  transcripts: number,
  runs: number,
): Promise<{ name: string; times: number[]; hits: number }[]> {
  const source = new Random(2);
  const random = () => source.next();
  const rank = (from: number, to: number) => wordAt(from + Math.floor(random() * (to - from)));
  const any = () => 1 + Math.floor(random() * transcripts);
  const kinds: Record<string, () => string> = {
    'a rare word': () => rank(10_000, VOCABULARY),
    'a word': () => rank(500, 5_000),
    'a frequent word': () => rank(60, 300),
    'a short word': () => FUNCTION_WORDS[Math.floor(random() * 10)]!,
    'two words': () => `${rank(60, 1_000)} ${rank(60, 1_000)}`,
    'a rare and a short word': () => `de ${rank(5_000, VOCABULARY)}`,
    'short words': () => 'a de que o não',
    'a phrase of short words': () => '"de que o"',
    'a phrase': () => `"${rank(0, 40)} ${rank(60, 500)}"`,
    'a long phrase': () => `"${rank(0, 5)} ${rank(0, 5)} ${rank(0, 5)} ${rank(0, 5)} ${rank(60, 90)}"`,
    money: () => `R$ ${any()}.500`,
    'a number': () => `processo ${any()}`,
    'no text': () => 'ornitorrinco',
  };
  const measured: { name: string; times: number[]; hits: number }[] = [];
  for (const [name, ask] of Object.entries(kinds)) {
    const times: number[] = [];
    let hits = 0;
    for (let run = 0; run < runs; run += 1) {
      const { terms } = parseSearch(ask());
      const startedAt = performance.now();
      hits += (await searchTranscripts(userId, terms, {})).hitCount;
      times.push(performance.now() - startedAt);
    }
    measured.push({ name, times, hits: Math.round(hits / runs) });
  }
  return measured;
}

export const percentile = (times: number[], share: number): number =>
  times.toSorted((one, other) => one - other)[Math.min(times.length - 1, Math.floor(times.length * share))]!;
