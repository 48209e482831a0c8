import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import inspector from 'node:inspector';

/** IPC message of a process whose event loop turns. */
interface Heartbeat {
  /** A debugger is attached, and may halt the process for as long as somebody thinks. */
  heartbeat: 'running' | 'debugged';
}

const INTERVAL_MS = 5_000;
/** Intervals without a heartbeat after which an event loop counts as blocked: 30 s. */
const MAX_MISSED = 6;

/** Tells the parent process that this event loop turns. To be called once what may block for long at start is done. */
export function sendHeartbeats({ intervalMs = INTERVAL_MS } = {}): void {
  const send = () => {
    if (!process.connected) return;
    const heartbeat = inspector.url() === undefined ? 'running' : 'debugged';
    process.send?.({ heartbeat } satisfies Heartbeat);
  };
  send();
  setInterval(send, intervalMs).unref();
}

/**
 * Calls `onBlocked` once when a child process misses its heartbeats, from the first one on. Time is counted in ticks of
 * this process, so that nobody is blamed for the sleep of the machine or a stop of the whole group. Nor is a process
 * that was suspended by a signal, or is being debugged.
 */
export function watchHeartbeats(
  child: ChildProcess,
  onBlocked: () => void,
  { intervalMs = INTERVAL_MS } = {},
): void {
  let missed = 0;
  let last: Heartbeat['heartbeat'] | null = null;
  child.on('message', (message: Partial<Heartbeat>) => {
    if (!message.heartbeat) return;
    last = message.heartbeat;
    missed = 0;
  });
  const timer = setInterval(() => {
    missed = last === 'running' && !isSuspended(child.pid) ? missed + 1 : 0;
    if (missed <= MAX_MISSED) return;
    clearInterval(timer);
    onBlocked();
  }, intervalMs);
  child.once('exit', () => clearInterval(timer));
}

/** Stopped by SIGSTOP or a tracer, as the system tells it; false where there is no /proc. */
function isSuspended(pid: number | undefined): boolean {
  try {
    // Skips the program's name, which may contain anything.
    return /\) [Tt] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
