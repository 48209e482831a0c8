import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { projectDir } from '@/app/config/env.server';
import { type Measurement, record } from '@/app/config/metrics.server';
import { takeSpan } from '@/app/config/start-tracing.server';
import type { ForwardedSpan } from '@/app/config/tracing-sdk.server';
import { announceJobs } from '@/app/services/platform/jobs/announce-jobs.server';

export interface ChildOptions {
  script: { path: string; execArgv: string[] };
  /** From the start of a turn to the end of its response; then the process is killed. Null for none. */
  deadlineMs: number | null;
  /** Idle time after which the process ends, which frees its heap. */
  idleMs: number;
  /** Heap limit of each process; V8 aborts the process beyond it. */
  heapMb: number;
  /** Turns after which a process ends, so that no leak of a library grows; null for any number. */
  maxTurns: number | null;
}

/** First IPC message to a child process. It rejects requests without the secret. */
export interface Handshake {
  secret: string;
  /** Loads the writers of files before the first request. */
  isWarm: boolean;
}

/** From a child: the port on which it listens, the turn that it has finished, what to count, a span, or that a job is due. */
export type ChildMessage =
  | { port: number }
  | { finished: string }
  | { measured: Measurement }
  | { span: ForwardedSpan }
  | { hasJobs: true };

/** A request's turn in a child process. It ends when the process reports so, or dies. */
export interface Turn {
  id: string;
  port: number;
  secret: string;
  /**
   * The browser disconnected: kills the process unless it finishes soon. A process shared with other requests
   * is kept, since the request may never have reached it.
   */
  abandon(): void;
  hasTimeout: boolean;
  failure(): Promise<TurnFailure>;
}

/** Timeout, heap limit exceeded, or the process ended by itself. */
export type TurnFailure = 'timeout' | 'memory' | 'crash';

/** nice value as of setpriority(2): a third of the processor time of a process at 0. */
const NICENESS = 5;
const ABANDON_GRACE_MS = 2_000;
/** Maximum time from the closed connections of a dead process to its 'exit' event. */
const EXIT_EVENT_TIMEOUT_MS = 1_000;
/** Signal with which V8 aborts at its heap limit. */
const HEAP_LIMIT_SIGNAL: NodeJS.Signals = 'SIGABRT';

/** A request as far as it decides which others may begin. */
export interface Occupant {
  account: string;
  /** Whether it is about a long text. */
  isLong: boolean;
}

interface RunningTurn {
  occupant: Occupant;
  timers: NodeJS.Timeout[];
  hasTimedOut: boolean;
}

export class PooledChild {
  readonly #process: ChildProcess;
  readonly #options: ChildOptions;
  readonly #secret = randomBytes(32).toString('base64url');
  readonly #port: Promise<number>;
  readonly #endedBy: Promise<NodeJS.Signals | null>;
  readonly #running = new Map<string, RunningTurn>();
  readonly #whenFree: () => void;
  #turns = 0;
  #idle: NodeJS.Timeout | undefined;
  isAlive = true;

  /**
   * @param whenFree called whenever a turn has ended, and when the process has
   * @param isWarm started before a request needs it
   */
  constructor(options: ChildOptions, whenFree: () => void, isWarm = false) {
    const { script, heapMb } = options;
    this.#options = options;
    this.#whenFree = whenFree;
    this.#process = fork(script.path, [], {
      cwd: projectDir,
      execArgv: [...script.execArgv, `--max-old-space-size=${heapMb}`],
    });
    lowerPriority(this.#process);
    this.#port = new Promise((resolve, reject) => {
      this.#process.on('message', (message: ChildMessage) => {
        if ('port' in message) resolve(message.port);
        else if ('finished' in message) this.#end(message.finished);
        else if ('measured' in message) record(message.measured);
        else if ('span' in message) takeSpan(message.span);
        else announceJobs();
      });
      const end = (reason: Error) => {
        reject(reason);
        this.#endAll();
      };
      // A process that could not be started emits 'error' and never 'exit'.
      this.#process.on('error', end);
      this.#process.once('exit', (code, signal) =>
        end(new Error(`a process that answers requests ended with ${signal ?? `code ${code}`}`)),
      );
    });
    this.#port.catch(() => undefined);
    this.#endedBy = new Promise((resolve) => this.#process.once('exit', (_code, signal) => resolve(signal)));
    // Without free file descriptors there is no IPC channel either.
    if (this.#process.connected) {
      this.#process.send({ secret: this.#secret, isWarm } satisfies Handshake, () => undefined);
    }
  }

  /** Its requests in progress. */
  get occupants(): Occupant[] {
    return [...this.#running.values()].map(({ occupant }) => occupant);
  }

  /** @throws Error when the process ends before it listens; the signal's reason when it aborts first */
  async startTurn(occupant: Occupant, signal: AbortSignal): Promise<Turn> {
    const id = randomUUID();
    const turn: RunningTurn = { occupant, timers: [], hasTimedOut: false };
    const after = (ms: number, act: () => void) => {
      if (this.#running.has(id)) turn.timers.push(setTimeout(act, ms));
    };
    const timeOut = () => {
      turn.hasTimedOut = true;
      this.kill();
    };
    clearTimeout(this.#idle);
    this.#turns += 1;
    this.#running.set(id, turn);
    const { deadlineMs } = this.#options;
    if (deadlineMs !== null) after(deadlineMs, timeOut);
    const port = await this.#portUnless(signal).catch((error: unknown) => {
      this.#end(id);
      throw error;
    });
    return {
      id,
      port,
      secret: this.#secret,
      hasTimeout: deadlineMs !== null,
      abandon: () => after(ABANDON_GRACE_MS, () => (this.#running.size === 1 ? this.kill() : this.#end(id))),
      failure: () => this.#failureOf(turn),
    };
  }

  kill(): void {
    this.isAlive = false;
    this.#process.kill('SIGKILL');
  }

  async #failureOf({ hasTimedOut }: RunningTurn): Promise<TurnFailure> {
    if (hasTimedOut) return 'timeout';
    const endedBy = await Promise.race([this.#endedBy, sleep(EXIT_EVENT_TIMEOUT_MS, null, { ref: false })]);
    return endedBy === HEAP_LIMIT_SIGNAL ? 'memory' : 'crash';
  }

  #portUnless(signal: AbortSignal): Promise<number> {
    return new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      this.#port.then(resolve, reject);
    });
  }

  #endAll(): void {
    this.isAlive = false;
    for (const id of [...this.#running.keys()]) this.#end(id);
    clearTimeout(this.#idle);
    this.#whenFree();
  }

  /** Without a request: ends at once after its last turn, else when none comes. */
  #rest(): void {
    const { idleMs, maxTurns } = this.#options;
    if (maxTurns !== null && this.#turns >= maxTurns) this.kill();
    else this.#idle = setTimeout(() => this.kill(), idleMs).unref();
  }

  /** Ends a turn. Idempotent: an abandoned turn ends again when its process has finished. */
  #end(id: string): void {
    const turn = this.#running.get(id);
    if (!turn) return;
    for (const timer of turn.timers) clearTimeout(timer);
    this.#running.delete(id);
    if (this.#running.size === 0) this.#rest();
    this.#whenFree();
  }
}

/** Lowers the child's priority below that of the main process, which serves everyone. */
function lowerPriority({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, NICENESS);
  } catch {
    // It has already ended, which its 'exit' event reports.
  }
}
