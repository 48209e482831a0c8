import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { projectDir } from '@/app/config/env.server';

export interface ChildOptions {
  script: { path: string; execArgv: string[] };
  /** From the beginning of a turn to the end of its answer; past it the process is killed. Null for no end. */
  deadlineMs: number | null;
  /** So long it stays without work; then it ends, and what its heap grew to is free again. */
  idleMs: number;
  /** The heap of each; past it the process ends by itself. */
  heapMb: number;
}

/** What a child is told first. Who does not know the secret is not answered. */
export interface Introduction {
  secret: string;
}

/** What a child tells: the loopback port on which it listens, or the turn that it is done with. */
export type ChildMessage = { port: number } | { finished: string };

/** A request's turn in a child. It ends when the child says so, or dies. */
export interface Turn {
  id: string;
  port: number;
  secret: string;
  /**
   * Tells that nobody waits for the answer any more: what does not end soon by itself is killed. Where others need its
   * process its turn ends alone, since the request may never have reached it.
   */
  abandon(): void;
  /** Whether it may take only so long. */
  isTimed: boolean;
  /** Why it was not answered. */
  failure(): Promise<TurnFailure>;
}

/** It took too long, needed more memory than the process may have, or the process ended by itself. */
export type TurnFailure = 'timeout' | 'memory' | 'crash';

/** Of its processes, as setpriority(2) has it: a third of the processor time of one that is not nice. */
const NICENESS = 5;
/** So long may work go on that nobody waits for any more. */
const ABANDONED_MS = 2_000;
/** So long after its connections a process that ended is known to have. */
const EXIT_MS = 1_000;
/** How V8 ends a process whose heap is full. */
const HEAP_FULL: NodeJS.Signals = 'SIGABRT';

interface RunningTurn {
  account: string;
  timers: NodeJS.Timeout[];
  hasTimedOut: boolean;
}

/** A process that answers requests for this one. */
export class PooledChild {
  readonly #process: ChildProcess;
  readonly #options: ChildOptions;
  readonly #secret = randomBytes(32).toString('base64url');
  readonly #port: Promise<number>;
  readonly #endedBy: Promise<NodeJS.Signals | null>;
  readonly #running = new Map<string, RunningTurn>();
  readonly #whenFree: () => void;
  #idle: NodeJS.Timeout | undefined;
  isAlive = true;

  /** @param whenFree called whenever a turn has ended, and when the process has */
  constructor(options: ChildOptions, whenFree: () => void) {
    const { script, heapMb } = options;
    this.#options = options;
    this.#whenFree = whenFree;
    this.#process = fork(script.path, [], {
      cwd: projectDir,
      execArgv: [...script.execArgv, `--max-old-space-size=${heapMb}`],
    });
    giveWay(this.#process);
    this.#port = new Promise((resolve, reject) => {
      this.#process.on('message', (message: ChildMessage) => {
        if ('port' in message) resolve(message.port);
        else this.#end(message.finished);
      });
      const end = (reason: Error) => {
        reject(reason);
        this.#endAll();
      };
      // A process that could not be started says so here, and never that it ended.
      this.#process.on('error', end);
      this.#process.once('exit', (code, signal) =>
        end(new Error(`a process that answers requests ended with ${signal ?? `code ${code}`}`)),
      );
    });
    this.#port.catch(() => undefined);
    this.#endedBy = new Promise((resolve) => this.#process.once('exit', (_code, signal) => resolve(signal)));
    // Without room for another file there is no channel either.
    if (this.#process.connected) {
      this.#process.send({ secret: this.#secret } satisfies Introduction, () => undefined);
    }
  }

  /** Whose requests it is answering. */
  get accounts(): string[] {
    return [...this.#running.values()].map(({ account }) => account);
  }

  /**
   * Begins a turn.
   * @throws Error when the process ends before it listens; the signal's reason when it aborts before that
   */
  async begin(account: string, signal: AbortSignal): Promise<Turn> {
    const id = randomUUID();
    const turn: RunningTurn = { account, timers: [], hasTimedOut: false };
    const after = (ms: number, act: () => void) => {
      if (this.#running.has(id)) turn.timers.push(setTimeout(act, ms));
    };
    const timeOut = () => {
      turn.hasTimedOut = true;
      this.kill();
    };
    clearTimeout(this.#idle);
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
      isTimed: deadlineMs !== null,
      abandon: () => after(ABANDONED_MS, () => (this.#running.size === 1 ? this.kill() : this.#end(id))),
      failure: () => this.#failureOf(turn),
    };
  }

  kill(): void {
    this.isAlive = false;
    this.#process.kill('SIGKILL');
  }

  async #failureOf({ hasTimedOut }: RunningTurn): Promise<TurnFailure> {
    if (hasTimedOut) return 'timeout';
    const endedBy = await Promise.race([this.#endedBy, sleep(EXIT_MS, null, { ref: false })]);
    return endedBy === HEAP_FULL ? 'memory' : 'crash';
  }

  #portUnless(signal: AbortSignal): Promise<number> {
    return new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      this.#port.then(resolve, reject);
    });
  }

  /** Ends every turn: there is no process, or no longer. */
  #endAll(): void {
    this.isAlive = false;
    for (const id of [...this.#running.keys()]) this.#end(id);
    clearTimeout(this.#idle);
    this.#whenFree();
  }

  /** Ends a turn. One that was abandoned may end once more, when its process is done with it. */
  #end(id: string): void {
    const turn = this.#running.get(id);
    if (!turn) return;
    for (const timer of turn.timers) clearTimeout(timer);
    this.#running.delete(id);
    if (this.#running.size === 0) this.#idle = setTimeout(() => this.kill(), this.#options.idleMs).unref();
    this.#whenFree();
  }
}

/** Where all processors are taken, the process that answers everybody comes before one that answers a few. */
function giveWay({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, NICENESS);
  } catch {
    // It has ended already, which is told by its exit.
  }
}
