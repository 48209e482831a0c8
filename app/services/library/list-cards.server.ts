import type { ListFilter } from '@/app/domain/library/list-query';
import { Transcription } from '@/models/transcription.server';
import { pick } from '../platform/pick';
import { countFiltered, findFilteredIds } from './find-filtered-ids.server';

const FIELDS = ['publicId', 'title', 'status', 'durationMs', 'createdAt', 'updatedAt'] as const;

/** A page of transcriptions by number, newest first, with the number of all that match. Empty past the end. */
export async function listCards(
  userId: number,
  filter: ListFilter,
  { page, limit }: { page: number; limit: number },
) {
  const range = { sort: '-date', backwards: false, offset: (page - 1) * limit, limit } as const;
  const id = await findFilteredIds(userId, filter, range);
  const rows = await Transcription.findAll({
    where: { userId, id },
    attributes: [...FIELDS, 'recordingGoneAt'],
    order: [['id', 'DESC']],
  });
  const count = await countFiltered(userId, filter);
  return {
    rows: rows.map((row) => ({ ...pick(row, ...FIELDS), hasRecording: row.recordingGoneAt === null })),
    count,
  };
}

/** Names and statuses of the newest transcriptions, at most `limit`. */
export async function listNames(userId: number, limit: number) {
  const rows = await Transcription.findAll({
    where: { userId },
    attributes: ['publicId', 'title', 'status'],
    order: [['id', 'DESC']],
    limit,
  });
  return rows.map((row) => pick(row, 'publicId', 'title', 'status'));
}
