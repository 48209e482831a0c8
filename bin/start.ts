import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { buildDir } from '@/app/config/build-folder.server';
import { exitUnlessComplete, settings } from '@/app/config/env.server';
import { watchHeartbeats } from '@/app/config/heartbeat.server';
import { log } from '@/app/config/log.server';
import { exitIfPortInUse } from '@/app/config/port-in-use.server';
import { shutdownSignal } from '@/app/config/shutdown-signal.server';

type Half = 'web' | 'worker';

const RESTART_MS = 1_000;
/** Both processes normally stop within seconds, a web process once it is drained; later they are killed. */
const KILL_TIMEOUT_MS: Record<Half, number> = { web: settings.drainMs + 10_000, worker: 10_000 };
/** A worker whose assistant is in a meeting stays a minute, and then stores what it recorded. */
const MEETING_KILL_TIMEOUT_MS = 80_000;

/** Which processes each command supervises; the first one ends all when it cannot start. */
const COMMANDS: Record<string, { typed: string; halves: Half[] }> = {
  start: { typed: 'npm start', halves: ['web', 'worker'] },
  web: { typed: 'npm run web', halves: ['web'] },
  worker: { typed: 'npm run worker', halves: ['worker'] },
};

/** IPC message of a child process. */
interface ChildMessage {
  /** The web process listens at this URL. */
  address?: string;
  /** The worker waits for jobs. */
  isWaiting?: true;
  /** The web process has stopped listening, and finishes its open requests. */
  isClosed?: true;
  /** The web process has enqueued a job. */
  hasJobs?: true;
  /** The worker was told to stop, and has an assistant in a meeting. */
  isInMeeting?: true;
}

// The name of the script itself when it is run directly.
const { typed, halves } = COMMANDS[process.argv[1] ?? ''] ?? COMMANDS.start!;
const stop = new AbortController();
const children = new Map<ChildProcess, Half>();
/** Workers that were told to stop while an assistant of theirs was in a meeting. */
const inMeeting = new Set<ChildProcess>();
const killTimers = new Map<ChildProcess, NodeJS.Timeout>();

function killAfter(child: ChildProcess, ms: number): void {
  clearTimeout(killTimers.get(child));
  killTimers.set(
    child,
    setTimeout(() => child.kill('SIGKILL'), ms),
  );
}

/** Supervises one process: restarts it whenever it ends or its event loop is blocked, until shutdown. */
function supervise(half: Half, hasAnswered = false): void {
  const child = fork(path.join(buildDir(), `node/bin/${half}.js`), [typed], { stdio: 'inherit' });
  children.set(child, half);
  let answered = hasAnswered;
  let isReplaced = false;
  const replace = () => {
    isReplaced = true;
    if (!stop.signal.aborted) supervise(half, answered);
  };
  child.on('message', ({ address, isWaiting, isClosed, hasJobs, isInMeeting }: ChildMessage) => {
    if ((address || isWaiting) && !answered) {
      if (half === halves[0]) announce(address);
      answered = true;
    }
    if (isClosed && !isReplaced) replace();
    if (hasJobs) wakeWorker();
    if (isInMeeting) giveTimeForMeeting(child);
  });
  watchHeartbeats(child, () => {
    log.error({ process: half, blockedPid: child.pid }, 'a process was blocked for 30 s: it is restarted');
    child.kill('SIGKILL');
  });
  child.on('exit', (code) => {
    children.delete(child);
    clearTimeout(killTimers.get(child));
    if (stop.signal.aborted) exitWhenAlone();
    // A process that never came up has printed the reason: a wrong setting, or a port in use.
    else if (half === halves[0] && !answered) stopAll(code ?? 1);
    else if (!isReplaced) setTimeout(replace, RESTART_MS);
  });
}

function giveTimeForMeeting(child: ChildProcess): void {
  inMeeting.add(child);
  // Ctrl-C reaches all processes, in any order.
  if (stop.signal.aborted) killAfter(child, MEETING_KILL_TIMEOUT_MS);
}

function wakeWorker(): void {
  for (const [child, half] of children) {
    if (half === 'worker') child.send({ hasJobs: true }, () => undefined);
  }
}

function announce(address: string | undefined): void {
  process.stdout.write(address ? `Celeste is at ${address}\n` : 'The worker waits for recordings.\n');
}

function stopAll(code: number): void {
  process.exitCode = code;
  stop.abort();
}

function exitWhenAlone(): void {
  if (children.size === 0) process.exit();
}

stop.signal.addEventListener('abort', () => {
  for (const [child, half] of children) {
    child.kill('SIGTERM');
    killAfter(child, inMeeting.has(child) ? MEETING_KILL_TIMEOUT_MS : KILL_TIMEOUT_MS[half]);
  }
  exitWhenAlone();
});
shutdownSignal().addEventListener('abort', () => stop.abort());

exitUnlessComplete();
if (halves.includes('web')) await exitIfPortInUse(typed);
for (const half of halves) supervise(half);
