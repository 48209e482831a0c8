import { database } from '@/models/database.server';
import { readTranscriptionRows, type TranscriptionRow } from './list-transcriptions.server';

/** Transcriptions on the desk. */
const DESK_ROWS = 5;

export interface Desk {
  /** What is being transcribed, then what is ready and unread, then the newest others. */
  rows: TranscriptionRow[];
  /** How many are ready and unread, counted up to the rows of the desk. */
  newCount: number;
}

const NEWEST = 'user_id = :userId';
const UNDERWAY = `${NEWEST} AND status IN ('pending', 'processing')`;
const UNREAD = `${NEWEST} AND status = 'succeeded' AND opened_at IS NULL`;

const newestOf = (where: string, kind: string) =>
  `SELECT id, '${kind}' AS kind FROM (SELECT id FROM transcriptions WHERE ${where}
    ORDER BY id DESC LIMIT ${DESK_ROWS}) AS ${kind}`;

const ON_DESK = [newestOf(UNDERWAY, 'underway'), newestOf(UNREAD, 'unread'), newestOf(NEWEST, 'newest')];

export async function readDesk(userId: number): Promise<Desk> {
  const found = await database().select<{ id: number; kind: 'underway' | 'unread' | 'newest' }>(
    ON_DESK.join(' UNION ALL '),
    { userId },
  );
  const idsOf = (kind: string) =>
    found
      .filter((row) => row.kind === kind)
      .map(({ id }) => id)
      .sort((one, other) => other - one);
  const unread = idsOf('unread');
  const ids = [...new Set([...idsOf('underway'), ...unread, ...idsOf('newest')])].slice(0, DESK_ROWS);
  return { rows: await readTranscriptionRows(userId, ids), newCount: unread.length };
}

/** The text that was read last, and where its owner stopped. */
export interface ReadingPlace {
  publicId: string;
  title: string;
  positionMs: number;
  durationMs: number;
  /** What is said there; null while the text is not indexed. */
  said: { speaker: string; text: string } | null;
}

/** Null before a reader came to a time of a recording. A text that was only opened has no place to go on from. */
export async function findReadingPlace(userId: number): Promise<ReadingPlace | null> {
  const [row] = await database().select<PlaceRow>(PLACE, { userId });
  if (!row) return null;
  const { publicId, title, positionMs, durationMs, speaker, text } = row;
  const said = speaker === null || text === null ? null : { speaker, text };
  return { publicId, title, positionMs, durationMs, said };
}

type PlaceRow = Omit<ReadingPlace, 'said'> & { speaker: string | null; text: string | null };

const PLACE = `SELECT place.public_id AS publicId, place.title AS title, place.positionMs AS positionMs,
  place.duration_ms AS durationMs, said.speaker AS speaker, said.text AS text
FROM (SELECT id, public_id, title, duration_ms,
    CASE WHEN position_ms < duration_ms THEN position_ms ELSE duration_ms END AS positionMs
  FROM transcriptions WHERE user_id = :userId AND position_ms > 0 AND status = 'succeeded'
  ORDER BY opened_at DESC LIMIT 1) AS place
LEFT JOIN searchable_utterances said ON said.id = (SELECT id FROM searchable_utterances
  WHERE transcription_id = place.id AND start_ms <= place.positionMs ORDER BY start_ms DESC LIMIT 1)`;
