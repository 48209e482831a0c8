import { type ChildOptions, PooledChild, type Turn } from './pooled-child.server';

export interface PoolOptions extends ChildOptions {
  /** Maximum number of child processes. Each is started on demand. */
  children: number;
  concurrency: number;
  /** Concurrent requests per account; further ones wait and let other accounts pass. */
  concurrencyPerAccount: number;
}

interface QueuedRequest {
  account: string;
  start(child: PooledChild): void;
  fail(error: unknown): void;
}

/** Child processes that answer requests, so that long work does not block this one; fair by account. */
export class ChildPool {
  readonly #options: PoolOptions;
  #children: PooledChild[] = [];
  #waiting: QueuedRequest[] = [];

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** Waits for a free child. @throws the signal's reason; Error when no child process can be started */
  turn(account: string, signal: AbortSignal): Promise<Turn> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const leave = () => {
        this.#remove(waiting);
        reject(signal.reason);
      };
      const waiting: QueuedRequest = {
        account,
        start: (child) => {
          signal.removeEventListener('abort', leave);
          child.startTurn(account, signal).then(resolve, reject);
        },
        fail: (error) => {
          signal.removeEventListener('abort', leave);
          reject(error);
        },
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting.push(waiting);
      this.#startWaiting();
    });
  }

  close(): void {
    for (const child of this.#children) child.kill();
  }

  #startWaiting(): void {
    this.#children = this.#children.filter(({ isAlive }) => isAlive);
    const next = this.#waiting.find(({ account }) => this.#mayBegin(account));
    if (!next) return;
    try {
      const child = this.#freeChild();
      if (!child) return;
      this.#remove(next);
      next.start(child);
    } catch (error) {
      // Spawning itself failed. Each waiting request tries once, so that none waits for ever.
      this.#remove(next);
      next.fail(error);
    }
    this.#startWaiting();
  }

  #remove(waiting: QueuedRequest): void {
    this.#waiting = this.#waiting.filter((one) => one !== waiting);
  }

  #mayBegin(account: string): boolean {
    const busy = this.#children.flatMap(({ accounts }) => accounts).filter((one) => one === account);
    return busy.length < this.#options.concurrencyPerAccount;
  }

  #freeChild(): PooledChild | undefined {
    const { children, concurrency } = this.#options;
    const free = this.#children.find(({ accounts }) => accounts.length < concurrency);
    if (free || this.#children.length >= children) return free;
    const child = new PooledChild(this.#options, () => this.#startWaiting());
    this.#children.push(child);
    return child;
  }
}
