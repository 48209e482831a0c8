import { type ChildProcess, fork } from 'node:child_process';
import { childScript } from '@/app/config/child-script.server';
import { projectDir } from '@/app/config/env.server';
import { EngineFault } from '../port';
import type { SpeechReport, SpeechTask, Stage, StageParts } from './task';

const KILLED_AFTER_MS = 2000;
const KEPT_LOG_CHARACTERS = 2000;

/** Has glibc give large pieces of memory back as soon as they are free. Other systems take no notice. */
const SPARING = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};

/** A speech process that ended without a result: by an exit code, or by a signal. */
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

  /** Nobody else ended it, and no lack of memory. */
  get isItsOwnFault(): boolean {
    return this.signal !== 'SIGKILL' && this.signal !== 'SIGTERM';
  }
}

/** The end of what a process writes to its error output. */
function lastWords(child: ChildProcess): () => string {
  let log = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    log = (log + text).slice(-KEPT_LOG_CHARACTERS);
  });
  return () => log;
}

export interface StageListener<S extends Stage> {
  signal: AbortSignal;
  onProgress: (fraction: number) => void;
  /** A part of the result, which is kept by whoever listens. */
  onPart: (part: StageParts[S]) => void;
  /** Where what the process does now begins. */
  onBegun?: (startMs: number) => void;
}

/**
 * Runs one stage in a process of its own, which a fault in the engine ends alone.
 *
 * @throws SpeechProcessError when the process ended before all was done
 * @throws the signal's reason once the process is gone: it gets SIGTERM, and SIGKILL 2 s later
 */
export function runStage<S extends Stage>(
  task: SpeechTask<S>,
  { signal, onProgress, onPart, onBegun }: StageListener<S>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const script = childScript('app/integrations/speech/local/child.ts');
    // The stage stands in the command for whoever looks at the processes of a machine.
    const child = fork(script.path, [task.stage], {
      execArgv: ['--max-semi-space-size=1', '--expose-gc', ...script.execArgv],
      cwd: projectDir,
      // Settings and secrets of this process are none of the engine's business.
      env: { NODE_ENV: 'production', ...SPARING },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    const log = lastWords(child);
    let isDone = false;
    let killTimer: NodeJS.Timeout | undefined;

    const stop = () => {
      child.kill('SIGTERM');
      killTimer = setTimeout(() => child.kill('SIGKILL'), KILLED_AFTER_MS);
    };
    signal.addEventListener('abort', stop, { once: true });

    child.on('message', (message: SpeechReport<S>) => {
      if (message.kind === 'done') {
        isDone = true;
        // Not left to end by itself: native libraries and threads may hang on their way out.
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
    // A process that is gone before it can read its task is told of by 'close'.
    child.send(task, () => undefined);
  });
}
