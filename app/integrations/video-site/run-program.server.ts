import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { within } from '@/app/config/timed-signal.server';

const COMPLAINT_LENGTH = 4_000;
/** Maximum characters of stdout: in total or, with a line listener, per line. */
const OUTPUT_LENGTH = 1_000_000;

interface ProgramOptions {
  env: NodeJS.ProcessEnv;
  onLine?: (line: string) => void;
}

export interface ProgramEnd {
  exitCode: number;
  /** Its stdout; without the lines that a listener received. */
  output: string;
  /** The tail of its stderr. */
  complaint: string;
}

/**
 * Runs a program without a shell, in its own process group. The whole group is killed on timeout or abort.
 * @returns null when the program does not exist or is not executable
 * @throws the signal's reason when aborted; Error on timeout or too much output
 */
export function runProgram(
  program: string,
  args: string[],
  options: ProgramOptions & { timeoutMs: number; signal: AbortSignal },
): Promise<ProgramEnd | null> {
  return within(options, (stop) => runUntil(stop, program, args, options));
}

async function runUntil(
  stop: AbortSignal,
  program: string,
  args: string[],
  options: ProgramOptions,
): Promise<ProgramEnd | null> {
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
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-COMPLAINT_LENGTH);
  });
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    if (options.onLine) {
      const lines = output.split('\n');
      output = lines.pop()!;
      lines.forEach(options.onLine);
    }
    if (output.length > OUTPUT_LENGTH) kill();
  });
  try {
    const [exitCode] = (await closed) as [number | null];
    stop.throwIfAborted();
    if (output.length > OUTPUT_LENGTH) throw new Error(`${path.basename(program)} writes without end`);
    return { exitCode: exitCode ?? -1, output, complaint };
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
