import type { CheckpointStore, StoredSegment } from '@/app/integrations/speech/port';

/** In-memory checkpoints of one transcription, serialised like those in the database. */
export class InMemoryCheckpoints implements CheckpointStore {
  readonly #kept = new Map<string, string>();
  #pieces: string[] = [];

  async read(key: string): Promise<unknown> {
    return JSON.parse(this.#kept.get(key) ?? 'null');
  }

  async write(key: string, value: unknown): Promise<void> {
    this.#kept.set(key, JSON.stringify(value));
  }

  async readSegments(): Promise<StoredSegment[]> {
    return this.#pieces.map((piece) => JSON.parse(piece));
  }

  async addSegment(piece: StoredSegment): Promise<void> {
    this.#pieces.push(JSON.stringify(piece));
  }

  async deleteSegments(): Promise<void> {
    this.#pieces = [];
  }
}
