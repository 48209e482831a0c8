import { QueryTypes } from 'sequelize';
import { NO_FILTER } from '@/app/domain/library/list-query';
import { foldedTokens, parseSearch } from '@/app/domain/library/searchable-words';
import { encodePlaces, placeOf } from '@/app/domain/library/term-places';
import { userScopedTerms } from '@/app/domain/library/user-scoped-terms';
import { listTranscriptions } from '@/app/services/library/list-transcriptions.server';
import { searchTranscripts } from '@/app/services/library/search-transcripts.server';
import { database } from '@/models/database.server';
import { SearchableUtterance } from '@/models/searchable-utterance.server';
import { medianMs, onEachDatabase } from './on-each-database';

const DEFAULT_ROWS = 1_000_000;
const ROWS_AT_ONCE = 2_000;
const RUNS = 15;
/** For queries that scan every row. */
const SLOW_RUNS = 3;
const PAGE_SIZE = 5;

/** Combined into words that each occur in some of the titles and texts, so that searches are selective. */
const SYLLABLES = [
  'ba',
  'co',
  'di',
  'fé',
  'gu',
  'la',
  'mão',
  'ni',
  'po',
  'ru',
  'sã',
  'te',
  'vi',
  'xá',
  'zo',
  'ção',
];

/** One of 4,096 made-up words. */
const word = (number: number) =>
  [number, number >> 4, number >> 8].map((digits) => SYLLABLES[digits & 15]).join('');

/** Multiplicative hash: scatters neighbouring numbers. */
const scattered = (number: number) => Math.imul(number, 2_654_435_761) >>> 8;

const titleOf = (row: number) => `Entrevista ${word(scattered(row))} ${word(scattered(row + 7))} ${row}`;

/** Twenty words that one in two hundred texts has, and one that ten texts have. */
const textOf = (row: number, rows: number) =>
  `${Array.from({ length: 20 }, (_, place) => word(scattered(row * 20 + place))).join(' ')} ${caseOf(row, rows)}`;

const caseOf = (row: number, rows: number) => `processo${row % Math.floor(rows / 10)}`;

/**
 * A library of a million transcriptions of one user, each with one utterance: compares the last page of the
 * list with the first, filters, and search with LIKE over the same rows.
 * @param rows number of transcriptions; fewer for a trial
 */
export function library(rows = DEFAULT_ROWS): Promise<void> {
  return onEachDatabase(async (userId) => {
    await fill(userId, rows);
    await printLists(userId, rows);
    await printSearch(userId, rows);
  });
}

/** Inserted by SQL: through the models, a million rows would take an hour. */
async function fill(userId: number, rows: number): Promise<void> {
  const startedAt = performance.now();
  const queries = database().getQueryInterface();
  const firstMoment = Date.parse('2020-01-01T00:00:00Z');
  for (let from = 1; from <= rows; from += ROWS_AT_ONCE) {
    const ids = Array.from({ length: Math.min(ROWS_AT_ONCE, rows + 1 - from) }, (_, n) => from + n);
    const transcriptions = ids.map((id) => ({
      id,
      public_id: publicIdOf(id),
      user_id: userId,
      title: titleOf(id),
      title_words: userScopedTerms(userId, titleOf(id)),
      is_favourite: id % 1000 === 0,
      file_name: 'a.mp3',
      language: 'pt',
      is_sample: false,
      storage_key: publicIdOf(id),
      size_bytes: 1,
      duration_ms: 1,
      status: 'succeeded',
      progress_percent: 100,
      has_speakers: true,
      created_at: new Date(firstMoment + id * 60_000),
      updated_at: new Date(firstMoment + id * 60_000),
    }));
    const utterances = ids.map((id) => ({
      id: SearchableUtterance.idAt(id, 0),
      transcription_id: id,
      position: 0,
      speaker: 'A',
      start_ms: 0,
      text: textOf(id, rows),
    }));
    const terms = ids.flatMap((id) =>
      foldedTokens(textOf(id, rows)).map((term, place) => ({
        transcription_id: id,
        user_id: userId,
        term,
        places: encodePlaces([placeOf(0, place)]),
      })),
    );
    await database().transaction(async (transaction) => {
      await queries.bulkInsert('transcriptions', transcriptions, { transaction });
      await queries.bulkInsert('searchable_utterances', utterances, { transaction });
      await queries.bulkInsert('transcript_terms', terms, { transaction });
    });
  }
  process.stdout.write(`    filled in ${((performance.now() - startedAt) / 1000).toFixed(0)} s\n`);
}

const publicIdOf = (id: number) => String(id).padStart(22, '0');

function print(what: string, ms: number, comparison = ''): void {
  process.stdout.write(`    ${what.padEnd(34)} ${ms.toFixed(2).padStart(9)} ms ${comparison}\n`);
}

const ratio = (ms: number, peerMs: number) => {
  const times = ms / peerMs;
  return times >= 0.1 ? times.toFixed(2) : `1/${Math.round(1 / times)}`;
};

async function printLists(userId: number, rows: number): Promise<void> {
  const list = (
    filter: Partial<typeof NO_FILTER> = {},
    place: Parameters<typeof listTranscriptions>[2] = { number: 1 },
  ) => medianMs(RUNS, () => listTranscriptions(userId, PAGE_SIZE, place, { ...NO_FILTER, ...filter }));
  const first = await list();
  print('list, first page', first);
  const last = await list({}, { last: true });
  print('list, last page', last, `${ratio(last, first)} × the first (at most 2)`);
  const middle = await list({}, { before: publicIdOf(rows >> 1) });
  print('list, page in the middle', middle, `${ratio(middle, first)} × the first`);
  const rare = { words: parseSearch(word(scattered(rows >> 1))).terms };
  const day = new Date(Date.parse('2020-01-01T00:00:00Z') + (rows >> 1) * 60_000);
  const period = { from: day, until: new Date(day.getTime() + 86_400_000) };
  const filters = {
    'name, one word': rare,
    'name, a word of every title': { words: ['entrevista'] },
    'name, no title': { words: ['ornitorrinco'] },
    'one day in the middle': period,
    'name and day': { ...rare, ...period },
    favourites: { isFavourite: true },
  };
  for (const [name, filter] of Object.entries(filters)) {
    const firstOfFiltered = await list(filter);
    print(
      `filter: ${name}, first page`,
      firstOfFiltered,
      `${ratio(firstOfFiltered, first)} × the list's first`,
    );
    const lastOfFiltered = await list(filter, { last: true });
    print(
      `filter: ${name}, last page`,
      lastOfFiltered,
      `${ratio(lastOfFiltered, firstOfFiltered)} × its first`,
    );
  }
}

async function printSearch(userId: number, rows: number): Promise<void> {
  const asked = {
    'a rare word': caseOf(rows >> 1, rows),
    'two words': `${word(scattered(rows * 20))} ${word(scattered(rows * 20 + 1))}`,
    'no text': 'ornitorrinco',
    'a frequent word': word(scattered(rows * 10)),
  };
  for (const [name, words] of Object.entries(asked)) {
    const find = () => searchTranscripts(userId, parseSearch(words).terms, {});
    const { hitCount } = await find();
    const search = await medianMs(RUNS, find);
    const all = await medianMs(SLOW_RUNS, () => searchByLike(userId, words));
    const page = await medianMs(SLOW_RUNS, () => searchByLike(userId, words, 'ORDER BY u.id DESC LIMIT 21'));
    const comparison = [
      `${ratio(search, all)} of LIKE in all texts, ${all.toFixed(0)} ms (at most 1/50);`,
      `${ratio(search, page)} of one that stops after a page, ${page.toFixed(0)} ms`,
    ];
    print(`search: ${name}, ${hitCount} hits`, search, comparison.join(' '));
  }
}

/** The search without an index. */
const searchByLike = (userId: number, words: string, page = '') => {
  const likes = words.split(' ').map((asked) => `u.text LIKE '%${asked}%'`);
  return database().query(
    `SELECT u.*, n.title FROM searchable_utterances u JOIN transcriptions n ON n.id = u.transcription_id
    WHERE n.user_id = ${userId} AND ${likes.join(' AND ')} ${page}`,
    { type: QueryTypes.SELECT },
  );
};
