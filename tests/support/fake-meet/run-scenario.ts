import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import {
  type ChromiumBotOptions,
  createChromiumBot,
} from '@/app/integrations/meeting-bot/chromium-bot.server';
import type { MeetingBot, VisitEnd, VisitedPiece, VisitState } from '@/app/integrations/meeting-bot/port';
import { findChromium } from '../browser';
import { runningProcesses } from '../running-processes';
import type { RoomLog } from './room';
import type { Scenario } from './scenarios';
import type { FakeMeet } from './server';

/** Everything takes a fraction of its usual time, and more than a busy machine needs. */
const SHORT_DURATIONS = {
  load: 8_000,
  wayIn: 8_000,
  settle: 1_500,
  look: 250,
  alone: 2_500,
  nobody: 3_500,
  silence: 3_000,
  unheard: 3_000,
  gone: 3_500,
};

/** The assistant as it is, for a stand-in and with little patience. */
export const createQuickBot = (meet: FakeMeet, options: Partial<ChromiumBotOptions> = {}): MeetingBot =>
  createChromiumBot({
    findBrowser: findChromium,
    meetUrl: meet.url,
    profileDir: null,
    searchPath: process.env.PATH ?? '',
    durations: SHORT_DURATIONS,
    ...options,
  });

export interface Outcome {
  code: string;
  end: VisitEnd;
  states: VisitState[];
  piece: VisitedPiece | null;
  log: RoomLog;
}

/** The processes of visits to a room: the children, and their browsers. */
export function processesOf(code: string) {
  const all = runningProcesses();
  const children = all.filter(
    ({ command }) => command.includes('meeting-bot/meet/child') && command.endsWith(code),
  );
  const browsers = all.filter(({ parent }) => children.some(({ pid }) => pid === parent));
  return { children, browsers };
}

/** Kills the child of the visits to a room, or all of its browser, whose first process may be a script. */
export function killProcesses(code: string, which: 'child' | 'browser'): void {
  const { children, browsers } = processesOf(code);
  const own = new Set(children.map(({ group }) => group));
  const groups = new Set(browsers.map(({ group }) => group).filter((group) => !own.has(group)));
  const targets = which === 'child' ? children.map(({ pid }) => pid) : [...groups].map((group) => -group);
  for (const target of targets) {
    try {
      process.kill(target, 'SIGKILL');
    } catch (error) {
      // It has ended meanwhile.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

/** @param folder for the visit; is made */
export async function runScenario(meet: FakeMeet, scenario: Scenario, folder: string): Promise<Outcome> {
  await mkdir(folder, { recursive: true });
  const room = meet.room(scenario.room);
  const code = scenario.isUnknown ? [...room.code].reverse().join('') : room.code;
  const bot = createQuickBot(meet);
  const stop = new AbortController();
  const states: VisitState[] = [];
  const timers: NodeJS.Timeout[] = [];

  const act = () => {
    if (scenario.act?.do === 'stop') stop.abort();
    if (scenario.act?.do === 'kill-child') killProcesses(code, 'child');
    if (scenario.act?.do === 'kill-browser') killProcesses(code, 'browser');
  };
  const end = await bot.visit({
    room: code,
    botName: 'Assistente de Ana (gravando)',
    announcement: `Ana records this: ${code}`,
    maxWaitMs: scenario.maxWaitMs ?? 20_000,
    leaveAt: new Date(Date.now() + (scenario.leaveAfterMs ?? 120_000)),
    folder,
    signal: stop.signal,
    onState(state) {
      const isFirst = states.every(({ phase }) => phase !== state.phase);
      states.push(state);
      if (isFirst && scenario.act?.in === state.phase) timers.push(setTimeout(act, scenario.act.afterMs));
    },
  });
  for (const timer of timers) clearTimeout(timer);
  return { code, end, states, piece: await bot.readPiece(path.resolve(folder)), log: room.log };
}

/** What is not as the scenario says; nothing when all is well. */
export function faultsOf({ expected }: Scenario, { end, piece, log }: Outcome): string[] {
  const faults: string[] = [];
  const compare = (what: string, found: unknown, wanted: unknown) => {
    if (wanted !== undefined && !isDeepStrictEqual(found, wanted)) {
      faults.push(`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`);
    }
  };
  compare('reason', end.reason, expected.reason);
  if (!end.detail?.includes(expected.detail ?? '') && expected.detail) faults.push(`detail: ${end.detail}`);
  compare('knocks', log.knocks.length, expected.knocks);
  compare('admissions', log.admissions, expected.admissions);
  compare('lines in the chat', log.chat.length, expected.lines);
  compare('recorded', piece !== null, expected.isRecorded);
  compare('people', piece?.timeline.people, expected.people);
  compare('names without voices', piece?.timeline.spoken ?? [], []);
  compare('speech seen without voices', piece?.isUnheard ?? false, false);
  compare(
    'devices that were on',
    log.knocks.filter((knock) => knock.isMicrophoneOn || knock.isCameraOn),
    [],
  );
  compare('most at once', Math.max(1, log.maxPresent), 1);
  return faults;
}
