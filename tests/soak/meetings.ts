import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { settings } from '@/app/config/env.server';
import { media } from '@/app/integrations/media/index.server';
import { readPiece } from '@/app/integrations/meeting-bot/read-piece.server';
import { checkLedger } from '@/app/services/billing/wallet/check-ledger.server';
import { meetingsFolder } from '@/app/services/meeting/meeting-pieces.server';
import { prepareDatabase } from '@/app/services/platform/system/prepare-database.server';
import type { Meeting } from '@/models/meeting.server';
import { MeetingPiece } from '@/models/meeting-piece.server';
import { Transcription } from '@/models/transcription.server';
import { User } from '@/models/user.server';
import { WalletTransaction } from '@/models/wallet-transaction.server';
import { utterancesOf } from '@/tests/factories/attempt';
import { sendToMeeting } from '@/tests/factories/meeting';
import { giveMinutes } from '@/tests/factories/minutes';
import { makeUser } from '@/tests/factories/user';
import {
  type FakeMeet,
  faultsOf,
  killProcesses,
  processesOf,
  type Room,
  runScenario,
  SCENARIOS,
  startFakeMeet,
} from '../support/fake-meet';
import { freePort } from '../support/free-port';
import { until } from '../support/until';
import { fillDiskInMeeting } from './meeting-on-full-disk';
import { type DialogueTurn, playDialogue, readDialogue, scoreNamedText } from './meeting-stage';
import { CelesteGroup } from './process-group';
import { Random } from './random';
import { type Figures, printProgress, type Soak } from './soak';

/** What is killed: the assistant's browser, its child process, or the worker. */
const KILLED = ['browser', 'child', 'worker'] as const;

/** 'deploy' is a worker that is told to shut down. */
export type MeetingVictim = (typeof KILLED)[number] | 'deploy';

const NAMES: [string, string] = ['Ana Souza', 'Bruno Lima'];
const KILLS_PER_MEETING = 3;
/** After the assistant came, or came back. */
const LONGEST_PAUSE_MS = 8_000;
/** What a kill may cost of the recording. */
const LOST_MS = 2_000;
/** The minute that an assistant stays after SIGTERM, a lease that ends, and a browser that starts on a busy machine. */
const RETURN_MS = 150_000;
const SCENARIOS_AT_ONCE = 2;
const HOURS_MS = 3_600_000;

/** All ways in which visits end, a full disk, then kills at random moments of meetings in which two people speak. */
export const soak: Soak = async ({ count, seed }) => {
  const scenarios = await playAllScenarios();
  const fullDisk = await fillDiskInMeeting();
  const random = new Random(seed);
  const victims = Array.from({ length: count }, () => random.pick(KILLED));
  return { ...scenarios, ...fullDisk, ...(await killInMeetings([...victims, 'deploy'], random)) };
};

async function playAllScenarios(): Promise<Figures> {
  const meet = await startFakeMeet();
  const folder = await mkdtemp(path.join(tmpdir(), 'celeste-visits-'));
  const left = [...SCENARIOS.entries()];
  try {
    const playNext = async () => {
      for (let next = left.shift(); next; next = left.shift()) {
        const [index, scenario] = next;
        const outcome = await runScenario(meet, scenario, path.join(folder, String(index)));
        printProgress(`${scenario.name}: ${outcome.end.reason}`);
        assert.deepEqual(faultsOf(scenario, outcome), [], scenario.name);
      }
    };
    await Promise.all(Array.from({ length: SCENARIOS_AT_ONCE }, playNext));
  } finally {
    await meet.close();
    await rm(folder, { recursive: true, force: true });
  }
  return { 'ways in which a visit ends': SCENARIOS.length };
}

/**
 * Kills assistants at random moments, several in each meeting, and asserts that there are never two in a room, that a
 * kill costs at most two seconds of the recording, that each meeting becomes one transcription that is charged once,
 * and that nothing is left running.
 * @throws AssertionError
 */
export async function killInMeetings(victims: readonly MeetingVictim[], random: Random): Promise<Figures> {
  await prepareDatabase();
  const meet = await startFakeMeet();
  const group = new CelesteGroup(settings.dataDir, await freePort(), {
    settings: { MEET_BASE_URL: meet.url },
  });
  await group.start();
  try {
    const turns = await readDialogue(NAMES);
    const figures = { lostMs: 0, returnMs: 0, deployMs: 0, meetings: 0, wrong: 0 };
    for (let first = 0; first < victims.length; first += KILLS_PER_MEETING) {
      const stage = await openMeeting({ meet, group, turns });
      for (const victim of victims.slice(first, first + KILLS_PER_MEETING)) {
        const { lostMs, returnMs, phase } = await stage.kill(victim, random.below(LONGEST_PAUSE_MS));
        figures.lostMs = Math.max(figures.lostMs, lostMs);
        if (victim === 'deploy') figures.deployMs = returnMs;
        else figures.returnMs = Math.max(figures.returnMs, returnMs);
        printProgress(`${victim} killed while ${phase}: ${lostMs} ms lost, back after ${returnMs} ms`);
      }
      const { wrong } = await stage.end();
      figures.meetings += 1;
      figures.wrong = Math.max(figures.wrong, wrong);
    }
    return {
      kills: victims.length,
      meetings: figures.meetings,
      'most of a recording that a kill cost, in ms': figures.lostMs,
      'longest return, in ms': figures.returnMs,
      'return after a shutdown of the worker, in ms': figures.deployMs,
      'most speech under another name, in %': Math.round(100 * figures.wrong),
    };
  } finally {
    await group.stop();
    await meet.close();
  }
}

interface Stage {
  /** Kills it after a pause, and waits until an assistant records again. */
  kill(victim: MeetingVictim, pauseMs: number): Promise<{ lostMs: number; returnMs: number; phase: string }>;
  /** Ends the meeting, and asserts what it became. */
  end(): Promise<{ right: number; wrong: number }>;
}

/** A meeting of an account of its own, in which two people speak until it ends. */
async function openMeeting({
  meet,
  group,
  turns,
}: {
  meet: FakeMeet;
  group: CelesteGroup;
  turns: DialogueTurn[];
}): Promise<Stage> {
  const userId = await makeUser();
  await User.update({ consumptionRule: 'SUBSCRIPTION' }, { where: { id: userId } });
  await giveMinutes({ userId, account: 'bought', amountMs: HOURS_MS });
  const room = meet.room({ people: [...NAMES] });
  const meeting = await sendToMeeting(userId, { room: room.code });
  const over = new AbortController();
  const speaking = playDialogue(meet, room, turns, { signal: over.signal, repeat: true });
  // Its failure is told by `end`, if nothing else failed before.
  speaking.catch(() => undefined);
  await untilRecording(meeting, 1);
  let pieceCount = 1;

  return {
    async kill(victim, pauseMs) {
      await sleep(pauseMs);
      const { phase } = await meeting.reload();
      const killedAt = Date.now();
      const piece = pieceCount;
      if (victim === 'deploy') process.kill(group.worker()!.pid, 'SIGTERM');
      else if (victim === 'worker') process.kill(group.worker()!.pid, 'SIGKILL');
      else killProcesses(room.code, victim);
      pieceCount = await untilRecording(meeting, piece + 1);
      const returnMs = Date.now() - killedAt;
      return { lostMs: await lostBefore(killedAt, meeting, piece), returnMs, phase: phase ?? 'waiting' };
    },
    async end() {
      await sleep(LONGEST_PAUSE_MS);
      over.abort();
      const said = await speaking;
      room.happen({ do: 'end' });
      await until(async () => (await meeting.reload()).endedAt, {
        what: () => `the end of a meeting that is ${meeting.status} (${meeting.phase})`,
        timeoutMs: RETURN_MS,
      });
      return assertOutcome({ meeting, room, said });
    },
  };
}

/** Waits until the visit of that number, or a later one, records. @returns its number */
async function untilRecording(meeting: Meeting, number: number): Promise<number> {
  const isRecording = async () => {
    const count = await MeetingPiece.count({ where: { meetingId: meeting.id } });
    if (count < number) return 0;
    return (await readPiece(folderOf(meeting, count))) && count;
  };
  const what = () => `visit ${number} of a meeting that is ${meeting.status} (${meeting.endReason})`;
  return until(isRecording, { what, timeoutMs: RETURN_MS });
}

const folderOf = ({ publicId }: Meeting, number: number) =>
  path.join(meetingsFolder(), publicId, String(number));

/** How much of a recording is missing before the moment of a kill, in ms. */
async function lostBefore(killedAt: number, meeting: Meeting, number: number): Promise<number> {
  const piece = await readPiece(folderOf(meeting, number));
  assert.ok(piece, `visit ${number} left a recording`);
  const { durationMs } = await media.probe(piece.audioPath);
  const lostMs = Math.max(0, killedAt - (piece.startedAt.getTime() + durationMs));
  assert.ok(lostMs <= LOST_MS, `a kill cost ${lostMs} ms`);
  return lostMs;
}

async function assertOutcome({
  meeting,
  room,
  said,
}: {
  meeting: Meeting;
  room: Room;
  said: Awaited<ReturnType<typeof playDialogue>>;
}): Promise<{ right: number; wrong: number }> {
  assert.deepEqual([meeting.status, meeting.endReason], ['completed', 'ended']);
  assert.equal(room.log.maxPresent, 1, 'the most assistants in the room at once');
  const { children, browsers } = processesOf(room.code);
  assert.deepEqual([...children, ...browsers], [], 'processes left behind');
  const transcriptions = await Transcription.findAll({ where: { userId: meeting.userId } });
  assert.deepEqual(
    transcriptions.map(({ id }) => id),
    [meeting.transcriptionId],
    'transcriptions of the meeting',
  );
  const [transcription] = transcriptions;
  await until(async () => (await transcription!.reload()).status === 'succeeded', {
    what: () => `a transcription that is ${transcription!.status} (${transcription!.errorCode})`,
    timeoutMs: RETURN_MS,
  });
  const settled = await WalletTransaction.count({ where: { userId: meeting.userId, kind: 'settle' } });
  assert.equal(settled, 1, 'charges');
  assert.deepEqual(await checkLedger(), []);
  const since = meeting.recordingSince!.getTime();
  const heard = said.filter(({ startedAt }) => startedAt >= since);
  return scoreNamedText(heard, await utterancesOf(transcription!), since);
}
