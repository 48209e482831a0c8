import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';

const STDERR_TAIL_CHARACTERS = 4_000;
const MEMORY_CHECK_MS = 250;

/** The whole environment of a child: no secrets, and messages in the locale that the parsers expect. */
export const childEnvironment: NodeJS.ProcessEnv = { NODE_ENV: 'production', LC_ALL: 'C' };

/** Stopped at a limit or killed by a signal; a malicious or damaged file may have caused it. */
export class ChildFailure extends Error {
  override name = 'ChildFailure';
}

export interface ChildResult<Result> {
  exitCode: number;
  stderrTail: string;
  result: Result;
}

interface ChildLimits {
  timeoutMs: number;
  /** Resident memory (RSS), checked on systems with /proc. */
  maxMemoryBytes: number;
  signal?: AbortSignal | undefined;
}

/**
 * Reads a child's stdout with `consume` until both have ended, and never leaves the child running. A child
 * with an IPC channel sends 'done' after its output and is then killed, since native libraries may hang on
 * exit.
 * @param consume returns `enough` to stop a child that has more output
 * @throws ChildFailure at a limit, or when killed by a signal; Error when it could not be started; the
 *   signal's reason when aborted; any error of `consume`
 */
export async function runChild<Result>(
  child: ChildProcess,
  limits: ChildLimits,
  consume: (stdout: Readable) => Promise<{ result: Result; enough?: boolean }>,
): Promise<ChildResult<Result>> {
  let failure: string | undefined;
  let stderrTail = '';
  let isDone = false;
  const kill = () => child.kill('SIGKILL');
  const stop = (reason: string) => {
    failure = reason;
    kill();
  };
  const timer = setTimeout(() => stop(`took more than ${limits.timeoutMs} ms`), limits.timeoutMs);
  const memoryTimer = setInterval(async () => {
    if ((await residentBytes(child.pid)) > limits.maxMemoryBytes) {
      stop(`took more than ${limits.maxMemoryBytes} bytes of memory`);
    }
  }, MEMORY_CHECK_MS);
  limits.signal?.addEventListener('abort', kill);
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    stderrTail = (stderrTail + text).slice(-STDERR_TAIL_CHARACTERS);
  });
  // Node discards unread stdout when a child exits; this listener keeps it for a reader that starts later.
  child.stdout!.on('readable', () => {});
  child.once('message', () => {
    isDone = true;
    kill();
  });
  const closed = once(child, 'close');
  closed.catch(kill);
  try {
    if (limits.signal?.aborted) kill();
    const consumed = await consume(child.stdout!).finally(() => {
      if (!child.stdout!.readableEnded) kill();
    });
    const [exitCode, killedBy] = (await closed.catch((error: Error) => {
      throw new Error(`child process could not be started: ${error.message}`);
    })) as [number | null, string | null];
    limits.signal?.throwIfAborted();
    if (failure) throw new ChildFailure(`child process ${failure}`);
    if (consumed.enough || isDone) return { exitCode: 0, stderrTail, result: consumed.result };
    if (exitCode === null) throw new ChildFailure(`child process ended by ${killedBy}: ${stderrTail}`);
    return { exitCode, stderrTail, result: consumed.result };
  } finally {
    clearTimeout(timer);
    clearInterval(memoryTimer);
    limits.signal?.removeEventListener('abort', kill);
    await closed.catch(() => {});
  }
}

async function residentBytes(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s*(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
}
