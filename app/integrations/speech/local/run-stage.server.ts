import { type ChildProcess, fork } from 'node:child_process';
import { childScript } from '@/app/config/child-script.server';
import { projectDir } from '@/app/config/env.server';
import { EngineFault } from '../port';
import type { SpeechReport, SpeechTask, Stage, StageResults } from './task';

const KILLED_AFTER_MS = 2000;
const KEPT_LOG_CHARACTERS = 2000;

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
}

/** The end of what a process writes to its error output. */
function lastWords(child: ChildProcess): () => string {
  let log = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    log = (log + text).slice(-KEPT_LOG_CHARACTERS);
  });
  return () => log;
}

/**
 * Runs one stage in a process of its own, which a fault in the engine ends alone.
 *
 * @throws SpeechProcessError when the process ended without a result
 * @throws the signal's reason once the process is gone: it gets SIGTERM, and SIGKILL 2 s later
 */
export function runStage<S extends Stage>(
  task: SpeechTask & { stage: S },
  { signal, onProgress }: { signal: AbortSignal; onProgress: (fraction: number) => void },
): Promise<StageResults[S]> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const script = childScript('app/integrations/speech/local/child.ts');
    const child = fork(script.path, [], {
      execArgv: script.execArgv,
      cwd: projectDir,
      // Settings and secrets of this process are none of the engine's business.
      env: { NODE_ENV: 'production' },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    const log = lastWords(child);
    let result: StageResults[S] | undefined;
    let killTimer: NodeJS.Timeout | undefined;

    const stop = () => {
      child.kill('SIGTERM');
      killTimer = setTimeout(() => child.kill('SIGKILL'), KILLED_AFTER_MS);
    };
    signal.addEventListener('abort', stop, { once: true });

    child.on('message', (message: SpeechReport<S>) => {
      if (message.kind === 'done') {
        result = message.result;
        // Not left to end by itself: native libraries and threads may hang on their way out.
        child.kill('SIGKILL');
      } else if (!signal.aborted) onProgress(message.fraction);
    });
    child.on('error', reject);
    child.on('close', (code, killedBy) => {
      clearTimeout(killTimer);
      signal.removeEventListener('abort', stop);
      if (signal.aborted) reject(signal.reason);
      else if (result) resolve(result);
      else reject(new SpeechProcessError(task.stage, code, killedBy, log()));
    });
    // A process that is gone before it can read its task is told of by 'close'.
    child.send(task, () => undefined);
  });
}
