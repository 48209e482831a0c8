import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MeetingBot } from '@/app/integrations/meeting-bot/port';
import { AUDIO_FILE } from '@/app/integrations/meeting-bot/port';
import { readPack } from '@/app/integrations/speech/local/pack.server';
import { ReadyModels } from '@/app/integrations/speech/local/ready-models.server';
import type { StoredSegment } from '@/app/integrations/speech/port';
import { openDatabase, switchDatabase } from '@/models/database.server';
import { LiveSegment } from '@/models/live-segment.server';
import type { Meeting } from '@/models/meeting.server';
import { Transcription } from '@/models/transcription.server';
import { User } from '@/models/user.server';
import { utterancesOf } from '@/tests/factories/attempt';
import { sendToMeeting } from '@/tests/factories/meeting';
import { giveMinutes } from '@/tests/factories/minutes';
import { makeUser } from '@/tests/factories/user';
import {
  type DialogueTurn,
  playDialogue,
  readDialogue,
  type SaidTurn,
  scoreNamedText,
} from '../soak/meeting-stage';
import { findChromium } from '../support/browser';
import { startCeleste } from '../support/celeste';
import { type FakeMeet, processesOf, type Room, startFakeMeet } from '../support/fake-meet';
import { runningProcesses } from '../support/running-processes';
import { until } from '../support/until';
import { bareText } from './bare-stages';
import { importBundled } from './bundle';
import type * as Bundled from './chromium-bot';
import { markdownTable, megabytes } from './markdown';
import { wordErrors } from './metrics/wer';

const ASSISTANTS = [1, 2, 4];
const NAMES: [string, string] = ['Ana Souza', 'Bruno Lima'];
const MEASURED_MS = 60_000;
const STARTED_MS = 90_000;
const DEFAULT_MINUTES = 10;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Ticks of a second in /proc; the same on every Linux that Node runs on. */
const TICKS = 100;
const POLL_MS = 100;
const GOALS = { delayS: 20, errors: 3, right: 0.9, wrong: 0.02 };

/**
 * What an assistant costs, alone and beside others; how long its text takes, and how right it is; and its memory during
 * a long meeting. The meetings are those of a stand-in on this machine, which is lighter than the real one.
 * @param minutes of the long meeting
 */
export async function meetings(minutes = DEFAULT_MINUTES): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'celeste-meetings-'));
  const meet = await startFakeMeet();
  const turns = await readDialogue(NAMES);
  try {
    process.stdout.write(`  load average ${loadavg()[0]?.toFixed(1)}\n\n`);
    process.stdout.write(`${await costTable(meet, turns, folder)}\n`);
    process.stdout.write(`${await textFigures(meet, turns)}\n`);
    process.stdout.write(`${await longMeeting({ meet, turns, folder, minutes })}\n`);
  } finally {
    await meet.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function createBot(meet: FakeMeet): Promise<MeetingBot> {
  const { createChromiumBot } = await importBundled<typeof Bundled>('tests/bench/chromium-bot.ts');
  return createChromiumBot({
    findBrowser: findChromium,
    meetUrl: meet.url,
    profileDir: null,
    searchPath: process.env.PATH ?? '',
  });
}

interface Visit {
  room: Room;
  folder: string;
  /** Ends the meeting. @returns when the assistant has left */
  end(): Promise<void>;
}

/** An assistant in a meeting in which two people speak. */
async function startVisit(
  bot: MeetingBot,
  { meet, turns, folder }: { meet: FakeMeet; turns: DialogueTurn[]; folder: string },
): Promise<Visit> {
  const room = meet.room({ people: [...NAMES] });
  const own = path.join(folder, room.code);
  await mkdir(own, { recursive: true });
  const over = new AbortController();
  let isRecording = false;
  const visit = bot.visit({
    ...{ room: room.code, botName: 'Celeste', announcement: 'Celeste', maxWaitMs: MINUTE_MS, folder: own },
    leaveAt: new Date(Date.now() + 24 * HOUR_MS),
    signal: new AbortController().signal,
    onState: ({ phase }) => {
      isRecording ||= phase === 'recording';
    },
  });
  await until(() => isRecording, { what: 'a recording', timeoutMs: STARTED_MS });
  const speaking = playDialogue(meet, room, turns, { signal: over.signal, repeat: true });
  return {
    room,
    folder: own,
    async end() {
      over.abort();
      await speaking;
      room.happen({ do: 'end' });
      await visit;
    },
  };
}

async function costTable(meet: FakeMeet, turns: DialogueTurn[], folder: string): Promise<string> {
  const bot = await createBot(meet);
  const rows: string[][] = [];
  for (const count of ASSISTANTS) {
    const visits: Visit[] = [];
    for (let index = 0; index < count; index += 1)
      visits.push(await startVisit(bot, { meet, turns, folder }));
    const before = visits.map(({ room }) => costOf(room));
    const startedAt = performance.now();
    await sleep(MEASURED_MS);
    const seconds = (performance.now() - startedAt) / 1000;
    const costs = visits.map(({ room }) => costOf(room));
    const cores = costs.map(({ cpuS }, index) => (cpuS - before[index]!.cpuS) / seconds);
    rows.push([
      String(count),
      mean(cores).toFixed(2),
      megabytes(mean(costs.map(({ bytes }) => bytes))),
      megabytes(mean(costs.map(({ childBytes }) => childBytes))),
      (loadavg()[0] ?? 0).toFixed(1),
    ]);
    await Promise.all(visits.map((visit) => visit.end()));
  }
  const heads = ['assistants', 'cores each', 'memory each', 'of it the child process', 'load average'];
  return markdownTable(heads, rows);
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Of an assistant with its browser: seconds of processors so far, and proportional memory now. */
function costOf({ code }: Room): { cpuS: number; bytes: number; childBytes: number } {
  const all = runningProcesses();
  const { children } = processesOf(code);
  const own = new Set(children.map(({ pid }) => pid));
  // Parents come before their children in no certain order.
  for (let size = 0; size !== own.size; ) {
    size = own.size;
    for (const { pid, parent } of all) if (own.has(parent)) own.add(pid);
  }
  return {
    cpuS: [...own].reduce((sum, pid) => sum + cpuSecondsOf(pid), 0),
    bytes: [...own].reduce((sum, pid) => sum + proportionalBytesOf(pid), 0),
    childBytes: children.reduce((sum, { pid }) => sum + proportionalBytesOf(pid), 0),
  };
}

function cpuSecondsOf(pid: number): number {
  const fields = read(`/proc/${pid}/stat`)
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / TICKS;
}

const proportionalBytesOf = (pid: number) =>
  1024 * Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0);

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** Delay of the live text, and what the transcript of the whole dialogue is worth, in a running Celeste. */
async function textFigures(meet: FakeMeet, turns: DialogueTurn[]): Promise<string> {
  const celeste = await startCeleste({ env: { MEET_BASE_URL: meet.url } });
  const database = openDatabase(celeste.database);
  switchDatabase(database);
  try {
    const userId = await makeUser();
    await User.update({ consumptionRule: 'SUBSCRIPTION' }, { where: { id: userId } });
    await giveMinutes({ userId, account: 'bought', amountMs: HOUR_MS });
    const room = meet.room({ people: [...NAMES] });
    const meeting = await sendToMeeting(userId, { room: room.code });
    await until(async () => (await meeting.reload()).recordingSince, {
      what: 'a recording',
      timeoutMs: STARTED_MS,
    });
    const over = new AbortController();
    const delays = watchDelays(meeting, over.signal);
    const said = await playDialogue(meet, room, turns);
    await sleep(1000 * GOALS.delayS);
    over.abort();
    room.happen({ do: 'end' });
    const transcription = await finished(meeting);
    return await describeText({ said, turns, meeting, transcription, heard: await delays });
  } finally {
    await database.close();
    await celeste.stop();
  }
}

async function finished(meeting: Meeting): Promise<Transcription> {
  const ended = async () => {
    await meeting.reload();
    if (!meeting.transcriptionId) return null;
    const transcription = await Transcription.findByPk(meeting.transcriptionId);
    return transcription?.status === 'succeeded' && transcription;
  };
  return until(ended, { what: 'the transcription', timeoutMs: STARTED_MS });
}

/** When the text up to a moment of the recording stood in the database; in order. */
type Heard = { untilMs: number; at: number }[];

async function watchDelays({ id: meetingId }: Meeting, signal: AbortSignal): Promise<Heard> {
  const heard: Heard = [];
  while (!signal.aborted) {
    await sleep(POLL_MS);
    const last = await LiveSegment.findOne({ where: { meetingId }, order: [['number', 'DESC']] });
    if (!last) continue;
    const { words } = JSON.parse(last.content) as StoredSegment;
    const untilMs = last.startMs + (words.at(-1)?.endMs ?? 0);
    if (untilMs > (heard.at(-1)?.untilMs ?? 0)) heard.push({ untilMs, at: Date.now() });
  }
  return heard;
}

async function describeText({
  said,
  turns,
  meeting,
  transcription,
  heard,
}: {
  said: SaidTurn[];
  turns: DialogueTurn[];
  meeting: Meeting;
  transcription: Transcription;
  heard: Heard;
}): Promise<string> {
  const since = meeting.recordingSince!.getTime();
  // The last word of a turn ends a little before its sound.
  const endOf = ({ endedAt }: SaidTurn) => endedAt - since - 700;
  const delays = said
    .flatMap((turn) => {
      const shown = heard.find(({ untilMs }) => untilMs >= endOf(turn));
      return shown ? [(shown.at - turn.endedAt) / 1000] : [];
    })
    .sort((one, other) => one - other);
  const utterances = await utterancesOf(transcription);
  const reference = said.map(({ text }) => text).join(' ');
  const ours = wordErrors(reference, utterances.map(({ text }) => text).join(' ')).percent;
  const bare = wordErrors(reference, await bareTextOf(turns)).percent;
  const { right, wrong } = scoreNamedText(said, utterances, since);
  const at = (share: number) => delays[Math.min(delays.length - 1, Math.floor(share * delays.length))] ?? 0;
  return markdownTable(
    ['', 'figure', 'goal', 'met'],
    [
      ['delay of the live text, p50', `${at(0.5).toFixed(1)} s`, '', ''],
      ['the same, p95', `${at(0.95).toFixed(1)} s`, `${GOALS.delayS} s`, mark(at(0.95) <= GOALS.delayS)],
      [
        'turns whose text came',
        `${delays.length} of ${said.length}`,
        'all',
        mark(delays.length === said.length),
      ],
      [
        'word errors (bare engine on what was sent)',
        `${ours.toFixed(1)} % (${bare.toFixed(1)} %)`,
        `+ ${GOALS.errors} points`,
        mark(ours <= bare + GOALS.errors),
      ],
      [
        'speech under its true name',
        `${(100 * right).toFixed(1)} %`,
        `≥ ${100 * GOALS.right} %`,
        mark(right >= GOALS.right),
      ],
      [
        'speech under another name',
        `${(100 * wrong).toFixed(1)} %`,
        `≤ ${100 * GOALS.wrong} %`,
        mark(wrong <= GOALS.wrong),
      ],
    ],
  );
}

const mark = (isMet: boolean) => (isMet ? 'yes' : 'NO');

/** The words of the engine alone on the dialogue as it was sent, with its pauses. */
async function bareTextOf(turns: DialogueTurn[]): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'celeste-bare-'));
  try {
    const pcm = path.join(folder, 'audio.s16');
    const parts = turns.flatMap(({ samples, sampleRate, pauseMs }) => [
      Buffer.alloc(2 * Math.round((pauseMs * sampleRate) / 1000)),
      Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength),
    ]);
    await writeFile(pcm, Buffer.concat(parts));
    const demo = readPack('demo');
    const ready = new ReadyModels({ mode: 'demo', dataDir: folder, mirror: undefined, wanted: demo, demo });
    return await bareText(ready.modelsOf(await ready.choosePack(false)), pcm);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Memory of an assistant and size of its recording, over a long meeting. */
async function longMeeting({
  minutes,
  ...stage
}: {
  meet: FakeMeet;
  turns: DialogueTurn[];
  folder: string;
  minutes: number;
}): Promise<string> {
  const visit = await startVisit(await createBot(stage.meet), stage);
  const rows: string[][] = [];
  const samples = 10;
  for (let index = 0; index <= samples; index += 1) {
    if (index > 0) await sleep((minutes * MINUTE_MS) / samples);
    const { bytes, childBytes } = costOf(visit.room);
    const { size } = await stat(path.join(visit.folder, AUDIO_FILE));
    const minute = ((minutes / samples) * index).toFixed(0);
    rows.push([minute, megabytes(childBytes), megabytes(bytes), `${(size / 1e6).toFixed(1)} MB`]);
  }
  await visit.end();
  return markdownTable(['minute', 'child process', 'with its browser', 'recording on disk'], rows);
}
