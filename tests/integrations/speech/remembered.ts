import type { HeardPiece, WorkNotes } from '@/app/integrations/speech/port';

/** Notes of one work, kept as the database keeps them. */
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
