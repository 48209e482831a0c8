import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { exitUnlessComplete, projectDir } from '@/app/config/env.server';
import { exitIfPortInUse } from '@/app/config/port-in-use.server';
import { shutdownSignal } from '@/app/config/shutdown-signal.server';

const RESTART_MS = 1_000;
/**
 * Both processes normally stop within seconds; later they are killed. A worker whose assistant is in a meeting stays a
 * minute, and then stores what it recorded.
 */
const KILL_TIMEOUT_MS = { web: 10_000, worker: 80_000 };

/** IPC message of a child process. */
interface ChildMessage {
  /** The web process listens at this URL. */
  address?: string;
  /** The web process has stopped listening, and finishes its open requests. */
  isClosed?: true;
}

const stop = new AbortController();
const children = new Map<ChildProcess, keyof typeof KILL_TIMEOUT_MS>();

/** Supervises one process: restarts it whenever it ends, until shutdown. */
function supervise(command: 'web' | 'worker', hasAnswered = false): void {
  const child = fork(path.join(projectDir, `build/node/bin/${command}.js`), { stdio: 'inherit' });
  children.set(child, command);
  let answered = hasAnswered;
  let isReplaced = false;
  const replace = () => {
    isReplaced = true;
    if (!stop.signal.aborted) supervise(command, answered);
  };
  child.on('message', ({ address, isClosed }: ChildMessage) => {
    if (address && !answered) process.stdout.write(`Celeste is at ${address}\n`);
    if (address) answered = true;
    if (isClosed && !isReplaced) replace();
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
  for (const [child, command] of children) {
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), KILL_TIMEOUT_MS[command]);
  }
  exitWhenAlone();
});
shutdownSignal().addEventListener('abort', () => stop.abort());

exitUnlessComplete();
await exitIfPortInUse('npm start');
supervise('web');
supervise('worker');
