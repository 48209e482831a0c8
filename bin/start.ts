import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { buildDir } from '@/app/config/build-folder.server';
import { exitUnlessComplete } from '@/app/config/env.server';
import { exitIfPortInUse } from '@/app/config/port-in-use.server';
import { shutdownSignal } from '@/app/config/shutdown-signal.server';

const RESTART_MS = 1_000;
/** Both processes normally stop within seconds; later they are killed. */
const KILL_TIMEOUT_MS = 10_000;
/** A worker whose assistant is in a meeting stays a minute, and then stores what it recorded. */
const MEETING_KILL_TIMEOUT_MS = 80_000;

/** IPC message of a child process. */
interface ChildMessage {
  /** The web process listens at this URL. */
  address?: string;
  /** The web process has stopped listening, and finishes its open requests. */
  isClosed?: true;
  /** The worker was told to stop, and has an assistant in a meeting. */
  isInMeeting?: true;
}

const stop = new AbortController();
const children = new Set<ChildProcess>();
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

/** Supervises one process: restarts it whenever it ends, until shutdown. */
function supervise(command: 'web' | 'worker', hasAnswered = false): void {
  const child = fork(path.join(buildDir(), `node/bin/${command}.js`), { stdio: 'inherit' });
  children.add(child);
  let answered = hasAnswered;
  let isReplaced = false;
  const replace = () => {
    isReplaced = true;
    if (!stop.signal.aborted) supervise(command, answered);
  };
  child.on('message', ({ address, isClosed, isInMeeting }: ChildMessage) => {
    if (address && !answered) process.stdout.write(`Celeste is at ${address}\n`);
    if (address) answered = true;
    if (isClosed && !isReplaced) replace();
    if (isInMeeting) inMeeting.add(child);
    // Ctrl-C reaches all processes, in any order.
    if (isInMeeting && stop.signal.aborted) killAfter(child, MEETING_KILL_TIMEOUT_MS);
  });
  child.on('exit', (code) => {
    children.delete(child);
    // A web process that never listened has printed the reason: a wrong setting, or a port in use.
    if (command === 'web' && !answered) stopAll(code ?? 1);
    else if (stop.signal.aborted) exitWhenAlone();
    else if (!isReplaced) setTimeout(replace, RESTART_MS);
  });
}

function stopAll(code: number): void {
  process.exitCode = code;
  stop.abort();
}

function exitWhenAlone(): void {
  if (children.size === 0) process.exit();
}

stop.signal.addEventListener('abort', () => {
  for (const child of children) {
    child.kill('SIGTERM');
    killAfter(child, inMeeting.has(child) ? MEETING_KILL_TIMEOUT_MS : KILL_TIMEOUT_MS);
  }
  exitWhenAlone();
});
shutdownSignal().addEventListener('abort', () => stop.abort());

exitUnlessComplete();
await exitIfPortInUse('npm start');
supervise('web');
supervise('worker');
