import { type FileHandle, open, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { AUDIO_FILE } from '../port';
import type { Evidence } from './evidence';
import { START_FILE, TIMELINE_FILE } from './task';

/** Appends what comes to the files of a visit at once and in order, so that a kill leaves all but the last second. */
export class PieceWriter {
  readonly #audio: FileHandle;
  readonly #timeline: FileHandle;
  readonly #onError: (error: NodeJS.ErrnoException) => void;
  #last: Promise<unknown> = Promise.resolve();

  private constructor(
    audio: FileHandle,
    timeline: FileHandle,
    onError: (error: NodeJS.ErrnoException) => void,
  ) {
    this.#audio = audio;
    this.#timeline = timeline;
    this.#onError = onError;
  }

  /** @param onError called when something could not be written */
  static async create(
    folder: string,
    startedAt: Date,
    onError: (error: NodeJS.ErrnoException) => void,
  ): Promise<PieceWriter> {
    await writeFile(path.join(folder, START_FILE), JSON.stringify({ startedAt: startedAt.toISOString() }));
    const audio = await open(path.join(folder, AUDIO_FILE), 'a');
    return new PieceWriter(audio, await open(path.join(folder, TIMELINE_FILE), 'a'), onError);
  }

  addSound(chunk: Buffer): void {
    this.#enqueue(() => this.#audio.appendFile(chunk));
  }

  addEvidence(evidence: Evidence): void {
    this.#enqueue(() => this.#timeline.appendFile(`${JSON.stringify(evidence)}\n`));
  }

  async close(): Promise<void> {
    await this.#last;
    await Promise.all([this.#audio.close(), this.#timeline.close()]);
  }

  #enqueue(write: () => Promise<void>): void {
    this.#last = this.#last.then(write).catch(this.#onError);
  }
}
