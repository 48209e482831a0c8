import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { withTimeout } from '@/app/config/with-timeout.server';

const STDERR_TAIL_CHARACTERS = 4_000;
/** Maximum characters of stdout: in total or, with a line listener, per line. */
const MAX_OUTPUT_CHARACTERS = 1_000_000;

interface ProgramOptions {
  env: NodeJS.ProcessEnv;
  onLine?: (line: string) => void;
}

export interface ProgramResult {
  exitCode: number;
  /** Its stdout; without the lines that a listener received. */
  output: string;
  stderrTail: string;
}

/**
 * In a process group of its own, without a shell; the group is killed on timeout or abort.
 * @returns null when the program does not exist or is not executable
 * @throws the signal's reason when aborted; Error on timeout or too much output
 */
export function runProgram(
  program: string,
  args: string[],
  options: ProgramOptions & { timeoutMs: number; signal: AbortSignal },
): Promise<ProgramResult | null> {
  return withTimeout(options, (stop) => runUntil(stop, program, args, options));
}

async function runUntil(
  stop: AbortSignal,
  program: string,
  args: string[],
  options: ProgramOptions,
): Promise<ProgramResult | null> {
  const child = spawn(program, args, {
    shell: false,
    detached: true,
    env: options.env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close');
  closed.catch(() => {});
  const kill = () => killGroup(child.pid);
  stop.addEventListener('abort', kill);
  let output = '';
  let stderrTail = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderrTail = (stderrTail + text).slice(-STDERR_TAIL_CHARACTERS);
  });
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    if (options.onLine) {
      const lines = output.split('\n');
      output = lines.pop()!;
      lines.forEach(options.onLine);
    }
    if (output.length > MAX_OUTPUT_CHARACTERS) kill();
  });
  try {
    const [exitCode] = (await closed) as [number | null];
    stop.throwIfAborted();
    if (output.length > MAX_OUTPUT_CHARACTERS)
      throw new Error(`${path.basename(program)} writes without end`);
    return { exitCode: exitCode ?? -1, output, stderrTail };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'EACCES') return null;
    throw error;
  } finally {
    stop.removeEventListener('abort', kill);
  }
}

function killGroup(pid: number | undefined): void {
  try {
    if (pid) process.kill(-pid, 'SIGKILL');
  } catch (error) {
    // The group has already exited.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
