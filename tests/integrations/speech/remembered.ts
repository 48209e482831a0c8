import type { HeardPiece, WorkNotes } from '@/app/integrations/speech/port';

/** In-memory checkpoints of one transcription, serialised like those in the database. */
export class RememberedNotes implements WorkNotes {
  readonly #kept = new Map<string, string>();
  #pieces: string[] = [];

  async read(key: string): Promise<unknown> {
    return JSON.parse(this.#kept.get(key) ?? 'null');
  }

  async write(key: string, value: unknown): Promise<void> {
    this.#kept.set(key, JSON.stringify(value));
  }

  async readPieces(): Promise<HeardPiece[]> {
    return this.#pieces.map((piece) => JSON.parse(piece));
  }

  async addPiece(piece: HeardPiece): Promise<void> {
    this.#pieces.push(JSON.stringify(piece));
  }

  async dropPieces(): Promise<void> {
    this.#pieces = [];
  }
}
