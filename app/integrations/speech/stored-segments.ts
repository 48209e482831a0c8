import type { CheckpointStore, StoredSegment } from './port';

/** Segments of earlier attempts; deletes them when they are from another engine or model. */
export async function resumeStoredSegments(
  notes: Pick<CheckpointStore, 'readSegments' | 'deleteSegments'>,
  by: string,
): Promise<StoredSegment[]> {
  const pieces = await notes.readSegments();
  if (pieces.every((piece) => piece.by === by)) return pieces;
  await notes.deleteSegments();
  return [];
}
