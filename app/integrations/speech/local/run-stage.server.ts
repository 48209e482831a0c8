import { type ChildProcess, fork } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import os from 'node:os';
import { childScript } from '@/app/config/child-script.server';
import { projectDir } from '@/app/config/env.server';
import { EngineFault } from '../port';
import { RECORDING_ENDED, type SpeechReport, type SpeechTask, type Stage, type StageParts } from './task';

const SIGKILL_DELAY_MS = 2000;
const STDERR_TAIL_CHARACTERS = 2000;

/** Makes glibc return large free blocks to the system immediately. Ignored by other C libraries. */
const MALLOC_ENVIRONMENT = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};

export class SpeechProcessError extends EngineFault {
  override readonly name = 'SpeechProcessError';

  constructor(
    stage: Stage,
    readonly code: number | null,
    readonly signal: NodeJS.Signals | null,
    log: string,
  ) {
    super(
      'died',
      `The ${stage} process ended with ${signal ?? `code ${code}`}: ${log.trim() || 'it said nothing'}`,
    );
  }

  /** Whether the process crashed by itself: SIGTERM is sent by others, SIGKILL also by the OOM killer. */
  get isCrash(): boolean {
    return this.signal !== 'SIGKILL' && this.signal !== 'SIGTERM';
  }
}

function collectStderr(child: ChildProcess): () => string {
  let log = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    log = (log + text).slice(-STDERR_TAIL_CHARACTERS);
  });
  return () => log;
}

/** Of 1000: of all processes it is the first to go when memory runs out. */
const OOM_SCORE = '800';

/**
 * Whatever records or answers must not wait for speech to be recognized. Threads inherit the priority, so this comes
 * first.
 */
function giveWay({ pid }: ChildProcess): void {
  if (!pid) return;
  try {
    os.setPriority(pid, os.constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has already ended, which its 'exit' event reports.
  }
}

/** A recording must not end because of the recognition of what it records. */
function goFirstWithoutMemory({ pid }: ChildProcess): void {
  // Only Linux has it, and only there is memory promised that does not exist.
  if (pid) writeFile(`/proc/${pid}/oom_score_adj`, OOM_SCORE).catch(() => undefined);
}

export interface StageListener<S extends Stage> {
  signal: AbortSignal;
  onProgress: (fraction: number) => void;
  onPart: (part: StageParts[S]) => void;
  /** Called with the start of the segment that the process begins. */
  onBegun?: (startMs: number) => void;
  /** Of the recording that the stage 'follow' waits for: settled when it does not grow any more. */
  ended?: Promise<unknown>;
}

/**
 * The process isolates crashes of the native engine.
 * @throws SpeechProcessError when it exited before it was done; the signal's reason once it is gone (SIGTERM,
 *   and SIGKILL 2 s later)
 */
export function runStage<S extends Stage>(
  task: SpeechTask<S>,
  { signal, onProgress, onPart, onBegun, ended }: StageListener<S>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const script = childScript('app/integrations/speech/local/child.ts');
    // The stage is an argument only to be visible in process lists.
    const child = fork(script.path, [task.stage], {
      execArgv: ['--max-semi-space-size=1', '--expose-gc', ...script.execArgv],
      cwd: projectDir,
      // Minimal environment: the engine must not see this process's settings and secrets.
      env: { NODE_ENV: 'production', ...MALLOC_ENVIRONMENT },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    giveWay(child);
    if (task.stage === 'follow') goFirstWithoutMemory(child);
    const log = collectStderr(child);
    let isDone = false;
    let killTimer: NodeJS.Timeout | undefined;

    const stop = () => {
      child.kill('SIGTERM');
      killTimer = setTimeout(() => child.kill('SIGKILL'), SIGKILL_DELAY_MS);
    };
    signal.addEventListener('abort', stop, { once: true });

    child.on('message', (message: SpeechReport<S>) => {
      if (message.kind === 'done') {
        isDone = true;
        // Killed at once: native libraries and threads may hang on exit.
        child.kill('SIGKILL');
      } else if (message.kind === 'part') onPart(message.part);
      else if (message.kind === 'begun') onBegun?.(message.startMs);
      else if (!signal.aborted) onProgress(message.fraction);
    });
    child.on('error', reject);
    child.on('close', (code, killedBy) => {
      clearTimeout(killTimer);
      signal.removeEventListener('abort', stop);
      if (signal.aborted) reject(signal.reason);
      else if (isDone) resolve();
      else reject(new SpeechProcessError(task.stage, code, killedBy, log()));
    });
    // A process that exits before it reads its task is reported by 'close'.
    child.send(task, () => undefined);
    const tellEnd = () => {
      if (child.connected) child.send(RECORDING_ENDED, () => undefined);
    };
    ended?.then(tellEnd, tellEnd);
  });
}
