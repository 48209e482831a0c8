import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { access, constants } from 'node:fs/promises';
import { childScript } from '@/app/config/child-script.server';
import { isLoopback } from '@/app/config/is-loopback.server';
import {
  type ChildState,
  DEFAULT_DURATIONS,
  type Durations,
  FAREWELL_MS,
  type FromChild,
  PING_MS,
  type ToChild,
  type VisitTask,
} from './meet/task';
import type { MeetingBot, VisitEnd, VisitRequest, VisitState } from './port';
import { readPiece } from './read-piece.server';
import { makeScratchFolder, removeScratchFolder } from './scratch-folder.server';

/** A child that was told to stop is killed after this time. */
const KILL_MS = 3 * FAREWELL_MS;
const STDERR_TAIL_CHARACTERS = 2_000;

export interface ChromiumBotOptions {
  /** Path of the browser; looked up at each use, so that it can be installed later. */
  findBrowser(): string | undefined;
  /** Where meetings are, without a trailing slash. */
  meetUrl: string;
  /** A browser profile that is signed in to an account of the operator's own. */
  profileDir: string | null;
  searchPath: string;
  /** Shorter ones, for tests. */
  durations?: Partial<Durations>;
}

/** An assistant that visits Google Meet with a Chromium of its own. */
export function createChromiumBot(options: ChromiumBotOptions): MeetingBot {
  return {
    async obstacle() {
      const browser = options.findBrowser();
      const canRun =
        browser &&
        (await access(browser, constants.X_OK).then(
          () => true,
          () => false,
        ));
      return canRun ? null : 'no-browser';
    },
    async visit(request) {
      const executablePath = options.findBrowser();
      if (request.signal.aborted) return { reason: 'stopped' };
      if (!executablePath) return { reason: 'no-browser' };
      const scratch = await makeScratchFolder();
      try {
        return await runChild(taskOf(request, executablePath, options), request, scratch, options.searchPath);
      } finally {
        await removeScratchFolder(scratch);
      }
    },
    readPiece,
  };
}

function taskOf(request: VisitRequest, executablePath: string, options: ChromiumBotOptions): VisitTask {
  const { room, botName, announcement, maxWaitMs, leaveAt, folder } = request;
  return {
    executablePath,
    // A stand-in on this machine sends its sound over loopback, which browsers do not use by themselves.
    browserArgs: isLoopback(new URL(options.meetUrl).hostname) ? ['--allow-loopback-in-peer-connection'] : [],
    profileDir: options.profileDir,
    url: `${options.meetUrl}/${encodeURIComponent(room)}?hl=en`,
    botName,
    announcement,
    maxWaitMs,
    leaveAt: leaveAt.getTime(),
    folder,
    durations: { ...DEFAULT_DURATIONS, ...options.durations },
  };
}

async function runChild(
  task: VisitTask,
  { room, signal, onState }: VisitRequest,
  scratch: string,
  searchPath: string,
): Promise<VisitEnd> {
  const script = childScript('app/integrations/meeting-bot/meet/child.ts');
  // The room is an argument only to be visible in process lists.
  const child = fork(script.path, [room], {
    execArgv: ['--max-semi-space-size=2', ...script.execArgv],
    // Minimal environment: neither child nor browser must see this process's settings and secrets.
    env: { NODE_ENV: 'production', PATH: searchPath, HOME: scratch, TMPDIR: scratch, LANG: 'en_US.UTF-8' },
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const groups = new Set(child.pid ? [child.pid] : []);
  const killAll = () => {
    for (const group of groups) killGroup(group);
  };
  const outcome = listen(child, groups, onState);
  const send = (message: ToChild) => child.connected && child.send(message, () => undefined);
  const ping = setInterval(() => send({ kind: 'ping' }), PING_MS);
  let killTimer: NodeJS.Timeout | undefined;
  const stop = () => {
    send({ kind: 'stop' });
    killTimer = setTimeout(killAll, KILL_MS);
  };
  signal.addEventListener('abort', stop, { once: true });
  process.once('exit', killAll);
  try {
    send({ kind: 'task', task });
    if (signal.aborted) stop();
    const problem = await once(child, 'close').then(
      () => outcome.log(),
      (error: Error) => `could not be started: ${error.message}`,
    );
    return outcome.end() ?? (signal.aborted ? { reason: 'stopped' } : { reason: 'crashed', detail: problem });
  } finally {
    clearInterval(ping);
    clearTimeout(killTimer);
    signal.removeEventListener('abort', stop);
    process.removeListener('exit', killAll);
    killAll();
  }
}

function listen(child: ChildProcess, groups: Set<number>, onState: (state: VisitState) => void) {
  let end: VisitEnd | undefined;
  let log = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    log = (log + text).slice(-STDERR_TAIL_CHARACTERS);
  });
  child.on('message', (message: FromChild) => {
    if (message.kind === 'end') end = message.end;
    else if (message.kind === 'browser') groups.add(message.pid);
    else onState(toVisitState(message.state));
  });
  child.on('exit', (code, killedBy) => {
    log = `ended with ${killedBy ?? code}. ${log}`;
    // The browser keeps the child's stderr open.
    for (const group of groups) killGroup(group);
  });
  return { end: () => end, log: () => log.trim() };
}

function toVisitState(state: ChildState): VisitState {
  switch (state.phase) {
    case 'entering':
      return state;
    case 'lobby':
      return { phase: 'lobby', lastsUntil: new Date(state.lastsUntil) };
    case 'recording':
      return { ...state, since: new Date(state.since) };
  }
}

function killGroup(group: number): void {
  try {
    process.kill(-group, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
