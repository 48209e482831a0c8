import { mkdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { VisitedPiece } from '@/app/integrations/meeting-bot/port';
import type { RoomScript } from './room';
import { createQuickBot } from './run-scenario';
import type { FakeMeet } from './server';
import type { SpokenTurn } from './speakers';
import { voice } from './voices';

/** Somebody speaks for so many seconds, after a pause of so many ms. */
export interface Line {
  name: string;
  pitch: number;
  seconds: number;
  pauseMs: number;
}

const CONNECTION_MS = 1_500;
/** A voice arrives so much after it was spoken: the receiver keeps some of it against jitter. */
const TRAVEL_MS = 110;

/**
 * Attends a meeting in which voices are heard, and leaves it after the last one.
 * @param folder for the visit; is made
 * @returns what was recorded, and when each voice was heard there
 */
export async function attendDialogue(
  meet: FakeMeet,
  script: RoomScript,
  lines: Line[],
  folder: string,
): Promise<{ piece: VisitedPiece; truth: SpokenTurn[] }> {
  await mkdir(folder, { recursive: true });
  const room = meet.room(script);
  const bot = createQuickBot(meet);
  const stop = new AbortController();
  const truth: SpokenTurn[] = [];
  let begin: (() => void) | undefined;
  const recording = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const visit = bot.visit({
    room: room.code,
    botName: 'Assistente (gravando)',
    announcement: 'This meeting is recorded.',
    maxWaitMs: 30_000,
    leaveAt: new Date(Date.now() + 600_000),
    folder,
    signal: stop.signal,
    onState: ({ phase }) => phase === 'recording' && begin?.(),
  });
  const early = visit.then((end) => {
    if (!stop.signal.aborted) throw new Error(`The visit ended early: ${JSON.stringify(end)}`);
  });
  await Promise.race([recording, early]);
  await sleep(CONNECTION_MS);
  for (const { name, pitch, seconds, pauseMs } of lines) {
    await sleep(pauseMs);
    const { startedAt, endedAt } = await meet.speakers.say(room, { name, ...voice(pitch, seconds) });
    truth.push({ name, startedAt: startedAt + TRAVEL_MS, endedAt: endedAt + TRAVEL_MS });
  }
  await sleep(CONNECTION_MS);
  stop.abort();
  await visit;
  const piece = await bot.readPiece(folder);
  if (!piece) throw new Error('Nothing was recorded');
  return { piece, truth };
}
