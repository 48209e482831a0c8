import { FairQueue } from './fair-queue';
import { type ChildOptions, type Occupant, PooledChild, type Turn } from './pooled-child.server';

export interface PoolOptions extends ChildOptions {
  /** Maximum number of child processes. Each is started on demand. */
  children: number;
  concurrency: number;
  /** Concurrent requests per account; further ones wait and let other accounts pass. */
  concurrencyPerAccount: number;
  /** Concurrent requests about long texts, of all accounts; the other processes stay free for short ones. */
  longAtOnce: number;
  /** Processes that are kept ready once `keepWarm` was called. */
  warm: number;
}

/** A process that ends as soon as it starts must not be started in a loop. */
const WARM_AGAIN_MS = 1_000;

interface QueuedRequest extends Occupant {
  start(child: PooledChild): void;
  fail(error: unknown): void;
}

/** Child processes that answer requests, so that long work does not block this one; fair by account. */
export class ChildPool {
  readonly #options: PoolOptions;
  #children: PooledChild[] = [];
  readonly #queue = new FairQueue<QueuedRequest>();
  #warming: NodeJS.Timeout | undefined;
  #isWarm = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /**
   * Waits for a free child.
   * @param isLong whether the request is about a long text
   * @throws the signal's reason; Error when no child process can be started
   */
  turn(account: string, signal: AbortSignal, { isLong = false } = {}): Promise<Turn> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const leave = () => {
        this.#queue.remove(waiting);
        reject(signal.reason);
      };
      const waiting: QueuedRequest = {
        account,
        isLong,
        start: (child) => {
          signal.removeEventListener('abort', leave);
          child.startTurn({ account, isLong }, signal).then(resolve, reject);
        },
        fail: (error) => {
          signal.removeEventListener('abort', leave);
          reject(error);
        },
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#queue.add(waiting);
      this.#startWaiting();
    });
  }

  /** From now on some processes wait for requests, with all they need loaded; one that ends is replaced. */
  keepWarm(): void {
    // One that still loads would notice only afterwards that this process has ended.
    if (!this.#isWarm) process.once('exit', () => this.close());
    this.#isWarm = true;
    this.#children = this.#children.filter(({ isAlive }) => isAlive);
    try {
      while (this.#children.length < this.#options.warm) this.#start(true);
    } catch {
      // Without memory or file descriptors for one more process; requests start theirs when they come.
      this.#warmLater();
    }
  }

  close(): void {
    this.#isWarm = false;
    clearTimeout(this.#warming);
    for (const child of this.#children) child.kill();
  }

  #startWaiting(): void {
    this.#children = this.#children.filter(({ isAlive }) => isAlive);
    if (this.#isWarm && this.#children.length < this.#options.warm) this.#warmLater();
    const next = this.#queue.next((waiting) => this.#mayBegin(waiting));
    if (!next) return;
    try {
      const child = this.#freeChild();
      if (!child) return;
      this.#queue.begin(next);
      next.start(child);
    } catch (error) {
      // Spawning itself failed. Each waiting request tries once, so that none waits for ever.
      this.#queue.remove(next);
      next.fail(error);
    }
    this.#startWaiting();
  }

  #mayBegin({ account, isLong }: Occupant): boolean {
    const { concurrencyPerAccount, longAtOnce } = this.#options;
    const running = this.#children.flatMap(({ occupants }) => occupants);
    if (isLong && running.filter((one) => one.isLong).length >= longAtOnce) return false;
    return running.filter((one) => one.account === account).length < concurrencyPerAccount;
  }

  #freeChild(): PooledChild | undefined {
    const { children, concurrency } = this.#options;
    const free = this.#children.find(({ occupants }) => occupants.length < concurrency);
    if (free || this.#children.length >= children) return free;
    return this.#start(false);
  }

  #start(isWarm: boolean): PooledChild {
    const child = new PooledChild(this.#options, () => this.#startWaiting(), isWarm);
    this.#children.push(child);
    return child;
  }

  #warmLater(): void {
    clearTimeout(this.#warming);
    this.#warming = setTimeout(() => this.#isWarm && this.keepWarm(), WARM_AGAIN_MS).unref();
  }
}
