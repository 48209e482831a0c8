import { Op } from 'sequelize';
import { NO_FILTER, SORTS } from '@/app/domain/library/list-query';
import { SearchableUtterance } from '@/models/searchable-utterance.server';
import { Transcription } from '@/models/transcription.server';
import { findFilteredIds } from './find-filtered-ids.server';
import { readTranscriptionRows, type TranscriptionRow } from './list-transcriptions.server';

/** Transcriptions on the desk. */
const DESK_ROWS = 5;

export interface Desk {
  /** What is being transcribed, then what is ready and unread, then the newest others. */
  rows: TranscriptionRow[];
  /** How many are ready and unread, counted up to the rows of the desk. */
  newCount: number;
}

export async function readDesk(userId: number): Promise<Desk> {
  const page = { sort: SORTS[0], backwards: false, offset: 0, limit: DESK_ROWS };
  const underway = await findFilteredIds(userId, { ...NO_FILTER, statuses: ['pending', 'processing'] }, page);
  const unread = await findUnread(userId);
  const newest = await findFilteredIds(userId, NO_FILTER, page);
  const ids = [...new Set([...underway, ...unread, ...newest])].slice(0, DESK_ROWS);
  return { rows: await readTranscriptionRows(userId, ids), newCount: unread.length };
}

async function findUnread(userId: number): Promise<number[]> {
  const rows = await Transcription.findAll({
    where: { userId, openedAt: null, status: 'succeeded' },
    order: [['id', 'DESC']],
    limit: DESK_ROWS,
    attributes: ['id'],
  });
  return rows.map(({ id }) => id);
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
  const row = await Transcription.findOne({
    where: { userId, positionMs: { [Op.gt]: 0 }, status: 'succeeded' },
    order: [['openedAt', 'DESC']],
  });
  if (!row) return null;
  const { id: transcriptionId, publicId, title, durationMs } = row;
  const positionMs = Math.min(row.positionMs ?? 0, durationMs);
  const said = await SearchableUtterance.findOne({
    where: { transcriptionId, startMs: { [Op.lte]: positionMs } },
    order: [['startMs', 'DESC']],
    attributes: ['speaker', 'text'],
  });
  return {
    publicId,
    title,
    positionMs,
    durationMs,
    said: said && { speaker: said.speaker, text: said.text },
  };
}
