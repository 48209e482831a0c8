import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { MeetingTimeline } from '@/app/domain/meeting/timeline';
import type { MeetingBot, VisitEnd, VisitRequest } from '@/app/integrations/meeting-bot/port';

type Script = (request: VisitRequest) => Promise<VisitEnd>;

/** An assistant whose visits a test writes, without a browser. */
export class ScriptedBot implements MeetingBot {
  obstacleNow: 'no-browser' | null = null;
  readonly visits: VisitRequest[] = [];
  /** Of the visits to come, in order; the last one repeats. */
  scripts: Script[] = [];
  #last: Script | undefined;

  async obstacle(): Promise<'no-browser' | null> {
    return this.obstacleNow;
  }

  async visit(request: VisitRequest): Promise<VisitEnd> {
    this.visits.push(request);
    this.#last = this.scripts.shift() ?? this.#last;
    return this.#last!(request);
  }

  async readPiece(folder: string) {
    const meta = path.join(folder, 'piece.json');
    if (!existsSync(meta)) return null;
    const { startedAt, ...piece } = JSON.parse(await readFile(meta, 'utf8'));
    return { audioPath: path.join(folder, 'audio.wav'), startedAt: new Date(startedAt), ...piece };
  }
}

/** Leaves a recording in the folder of a visit, as the assistant does while it listens. */
export async function record(
  folder: string,
  {
    audio,
    startedAt = new Date(),
    timeline = { people: [], spoken: [] },
    isUnheard = false,
  }: {
    audio: Buffer;
    startedAt?: Date;
    timeline?: MeetingTimeline;
    isUnheard?: boolean;
  },
): Promise<void> {
  await writeFile(path.join(folder, 'audio.wav'), audio);
  await writeFile(path.join(folder, 'piece.json'), JSON.stringify({ startedAt, timeline, isUnheard }));
}

/** Resolves when the assistant is called back. */
export const untilCalledBack = ({ signal }: VisitRequest): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve());
  });
