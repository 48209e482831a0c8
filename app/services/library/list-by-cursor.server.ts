import { type ListFilter, SORTS } from '@/app/domain/library/list-query';
import { findFilteredIds } from './find-filtered-ids.server';
import { readTranscriptionRows, type TranscriptionRow } from './list-transcriptions.server';

/**
 * The newest transcriptions that match a filter, below the row of a cursor, which may be deleted meanwhile.
 * @param place.below internal id; null for the first page
 * @returns the rows, and the internal id below which the next page begins; null on the last
 */
export async function listByCursor(
  userId: number,
  filter: ListFilter,
  { below, limit }: { below: number | null; limit: number },
): Promise<{ rows: TranscriptionRow[]; next: number | null }> {
  const range = { sort: SORTS[0], backwards: false, offset: 0, limit: limit + 1 };
  const from = below === null ? {} : { from: { id: below, key: below } };
  const found = await findFilteredIds(userId, filter, { ...range, ...from });
  const ids = found.slice(0, limit);
  const rows = await readTranscriptionRows(userId, ids);
  return { rows, next: found.length > limit ? ids.at(-1)! : null };
}
