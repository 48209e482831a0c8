import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AUDIO_FILE } from '@/app/integrations/meeting-bot/port';
import type { Meeting } from '@/models/meeting.server';
import { followText } from '../transcription/live/follow-text.server';

interface GrowingPiece {
  folder: string;
  /** When its first sample was heard. */
  since: Date;
  /** Settled once the assistant has left. */
  left: Promise<unknown>;
}

/** What is recognized of a meeting while it goes on. It never disturbs the recording. */
export class MeetingText {
  readonly #meeting: Pick<Meeting, 'id' | 'language'>;
  readonly #stop = new AbortController();
  readonly #pieces: Promise<void>[] = [];

  #firstSince: Date | null;

  constructor(meeting: Pick<Meeting, 'id' | 'language' | 'recordingSince'>) {
    this.#meeting = meeting;
    this.#firstSince = meeting.recordingSince;
  }

  /** Begins with what a visit records. */
  follow({ folder, since, left }: GrowingPiece): void {
    const { id: meetingId, language } = this.#meeting;
    this.#firstSince ??= since;
    const text = followText({
      source: { meetingId },
      recordingPath: path.join(folder, AUDIO_FILE),
      startMs: since.getTime() - this.#firstSince.getTime(),
      language,
      ended: left,
      signal: this.#stop.signal,
    });
    // Everything but the stop is logged there.
    this.#pieces.push(text.catch(() => undefined));
  }

  /** Waits until everything recorded is recognized, and stops then, or when that takes too long. */
  async finish(atMostMs: number): Promise<void> {
    await Promise.race([Promise.all(this.#pieces), sleep(atMostMs, undefined, { ref: false })]);
    await this.stop();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#pieces);
  }
}
