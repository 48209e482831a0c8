import type { HeardPiece, WorkNotes } from './port';

/** What an engine heard in earlier attempts; what another one heard, or another model, is forgotten. */
export async function takePieces(notes: WorkNotes, by: string): Promise<HeardPiece[]> {
  const pieces = await notes.readPieces();
  if (pieces.every((piece) => piece.by === by)) return pieces;
  await notes.dropPieces();
  return [];
}
