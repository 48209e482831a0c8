import type { HeardPiece, WorkNotes } from './port';

/**
 * Reads the segments that earlier attempts recognized; deletes them when they are from another engine or
 * model.
 */
export async function takePieces(notes: WorkNotes, by: string): Promise<HeardPiece[]> {
  const pieces = await notes.readPieces();
  if (pieces.every((piece) => piece.by === by)) return pieces;
  await notes.dropPieces();
  return [];
}
