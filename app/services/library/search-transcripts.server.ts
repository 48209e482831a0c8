import { QueryTypes } from 'sequelize';
import { HITS_PER_PAGE, type HitPlace } from '@/app/domain/library/search-query';
import { database } from '@/models/database.server';
import { matchWords } from '@/models/word-index.server';

/** An utterance that contains all the words. */
export interface Hit {
  id: number;
  publicId: string;
  title: string;
  speaker: string;
  startMs: number;
  text: string;
  /** Index of the utterance in the transcript, from 0. */
  position: number;
}

export interface HitPage {
  hits: Hit[];
  /** Cursor to pass as `before` for the next page; null on the last. */
  older: number | null;
  /** Cursor to pass as `after` for the previous page; null on the first. */
  newer: number | null;
}

/** Newest transcription first, each in the order of its utterances; `words` are from searchableWords. */
export async function searchTranscripts(userId: number, words: string[], place: HitPlace): Promise<HitPage> {
  if (words.length === 0) return { hits: [], older: null, newer: null };
  const backwards = place.after !== undefined;
  const found = await findHits(userId, words, place, backwards);
  const hits = found.slice(0, HITS_PER_PAGE);
  if (backwards) hits.reverse();
  const isMore = found.length > HITS_PER_PAGE;
  const hasNewer = backwards ? isMore : place.before !== undefined;
  const hasOlder = backwards || isMore;
  return {
    hits,
    older: hasOlder ? (hits.at(-1)?.id ?? null) : null,
    newer: hasNewer ? (hits[0]?.id ?? null) : null,
  };
}

function findHits(userId: number, words: string[], place: HitPlace, backwards: boolean): Promise<Hit[]> {
  const match = matchWords('searchable_utterances', userId, words);
  return database().query<Hit>(
    `SELECT ${match.id} AS id, n.public_id AS publicId, n.title, found.speaker, found.start_ms AS startMs,
      found.text, found.position
    FROM ${match.from} JOIN transcriptions n ON n.id = found.transcription_id
    WHERE ${match.where} AND n.user_id = :userId AND ${match.id} ${backwards ? '>' : '<'} :edge
    ORDER BY ${match.id} ${backwards ? 'ASC' : 'DESC'} LIMIT :limit`,
    {
      type: QueryTypes.SELECT,
      replacements: {
        ...match.values,
        userId,
        edge: place.after ?? place.before ?? Number.MAX_SAFE_INTEGER,
        limit: HITS_PER_PAGE + 1,
      },
    },
  );
}
