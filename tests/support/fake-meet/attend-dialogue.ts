import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Evidence } from '@/app/integrations/meeting-bot/meet/evidence';
import type { VisitedPiece, VisitState } from '@/app/integrations/meeting-bot/port';
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
/** A voice arrives at most so much after it was spoken, also on a machine that is busy. */
const MAX_TRAVEL_MS = 1_000;
const TRAVEL_STEP_MS = 20;

/**
 * Attends a meeting in which voices are heard, and leaves it after the last one.
 * @param folder for the visit; is made
 * @returns what was recorded, when each voice was heard there, and what the assistant said of itself
 */
export async function attendDialogue(
  meet: FakeMeet,
  script: RoomScript,
  lines: Line[],
  folder: string,
): Promise<{ piece: VisitedPiece; truth: SpokenTurn[]; states: VisitState[] }> {
  await mkdir(folder, { recursive: true });
  const room = meet.room(script);
  const bot = createQuickBot(meet);
  const stop = new AbortController();
  const truth: SpokenTurn[] = [];
  const states: VisitState[] = [];
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
    onState(state) {
      states.push(state);
      if (state.phase === 'recording') begin?.();
    },
  });
  const early = visit.then((end) => {
    if (!stop.signal.aborted) throw new Error(`The visit ended early: ${JSON.stringify(end)}`);
  });
  await Promise.race([recording, early]);
  await sleep(CONNECTION_MS);
  for (const { name, pitch, seconds, pauseMs } of lines) {
    await sleep(pauseMs);
    truth.push(await meet.speakers.say(room, { name, ...voice(pitch, seconds) }));
  }
  await sleep(CONNECTION_MS);
  stop.abort();
  await visit;
  const piece = await bot.readPiece(folder);
  if (!piece) throw new Error('Nothing was recorded');
  const sound = await soundOf(folder, piece.startedAt.getTime());
  return { piece, truth: truth.map((turn) => arrivalOf(turn, sound)), states };
}

type Stretch = Pick<SpokenTurn, 'startedAt' | 'endedAt'>;

/** When the assistant heard anything, in ms since 1970. */
async function soundOf(folder: string, startedAt: number): Promise<Stretch[]> {
  const lines = (await readFile(path.join(folder, 'timeline.jsonl'), 'utf8')).split('\n').filter(Boolean);
  return lines
    .map((line) => JSON.parse(line) as Evidence)
    .filter((evidence) => evidence.kind === 'sound')
    .map(({ startMs, endMs }) => ({ startedAt: startedAt + startMs, endedAt: startedAt + endMs }));
}

/** A turn as late as fits best to what was heard. */
function arrivalOf({ name, startedAt, endedAt }: SpokenTurn, sound: Stretch[]): SpokenTurn {
  let best = { delayMs: 0, heardMs: 0 };
  for (let delayMs = 0; delayMs <= MAX_TRAVEL_MS; delayMs += TRAVEL_STEP_MS) {
    const heardMs = heardWithin(sound, startedAt + delayMs, endedAt + delayMs);
    if (heardMs > best.heardMs) best = { delayMs, heardMs };
  }
  return { name, startedAt: startedAt + best.delayMs, endedAt: endedAt + best.delayMs };
}

/** The open lines of a stretch end before its last one, so that only the longest counts. */
const heardWithin = (sound: Stretch[], from: number, to: number) =>
  Math.max(0, ...sound.map(({ startedAt, endedAt }) => Math.min(to, endedAt) - Math.max(from, startedAt)));
