import { existsSync, readdirSync, readFileSync } from 'node:fs';

const EVERY_MS = 250;
/** In what may take no more than a second. */
const OFTEN_MS = 50;

interface Process {
  pid: number;
  parent: number;
  command: string;
}

/**
 * Watches how much memory the work on recordings takes: the processes that a worker starts, and by how much the
 * worker itself grows. Linux alone tells.
 */
export class JobMemory {
  readonly #leader: number;
  readonly #idleBytes: number;
  readonly #timer: NodeJS.Timeout;
  /**
   * In bytes: all of it at its worst moment, and each part at its own. What several processes share is counted in
   * parts (the proportional set size).
   */
  readonly peak = { all: 0, workerGrowth: 0, recognizer: 0, diarizer: 0, media: 0 };

  /** @param leader the process that started the worker, which rests now */
  constructor(leader: number) {
    this.#leader = leader;
    const worker = this.#worker(processes());
    this.#idleBytes = worker ? bytesOf(worker) : 0;
    this.#timer = setInterval(() => this.#look(), EVERY_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #worker(all: Process[]): Process | undefined {
    return all.find(({ parent, command }) => parent === this.#leader && command.includes('worker'));
  }

  #look(): void {
    const all = processes();
    const worker = this.#worker(all);
    if (!worker) return;
    const children = all.filter(({ parent }) => parent === worker.pid);
    const sum = (which: Process[]) => which.reduce((total, one) => total + bytesOf(one), 0);
    const at = (stage: string) => children.filter(({ command }) => command.trimEnd().endsWith(stage));
    const parts = {
      workerGrowth: Math.max(0, bytesOf(worker) - this.#idleBytes),
      recognizer: sum(at('child.js recognize')),
      diarizer: sum(at('child.js diarize')),
      media: sum(children.filter(({ command }) => !command.includes('speech/local/child'))),
    };
    const now = { all: Object.values(parts).reduce((total, bytes) => total + bytes, 0), ...parts };
    for (const part of Object.keys(now) as (keyof typeof now)[]) {
      this.peak[part] = Math.max(this.peak[part], now[part]);
    }
  }
}

function processes(): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
        const parent = Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
        return [{ pid: Number(pid), parent, command }];
      } catch {
        // It ended meanwhile.
        return [];
      }
    });
}

/** The proportional set size of a process; 0 when it ended meanwhile. */
function bytesOf({ pid }: Process): number {
  try {
    const kilobytes = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1];
    return Number(kilobytes ?? 0) * 1024;
  } catch {
    return 0;
  }
}

/**
 * How long something takes, and how much memory the processes need that it starts, together at the worst moment.
 * 0 bytes where nothing was started, or the system does not tell.
 */
export async function measured<T>(
  work: () => Promise<T>,
): Promise<{ result: T; seconds: number; peakBytes: number }> {
  const ownProcesses = () =>
    existsSync('/proc') ? processes().filter(({ parent }) => parent === process.pid) : [];
  const before = new Set(ownProcesses().map(({ pid }) => pid));
  let peakBytes = 0;
  const timer = setInterval(() => {
    const started = ownProcesses().filter(({ pid }) => !before.has(pid));
    peakBytes = Math.max(
      peakBytes,
      started.reduce((total, one) => total + bytesOf(one), 0),
    );
  }, OFTEN_MS);
  try {
    const startedAt = performance.now();
    const result = await work();
    return { result, seconds: (performance.now() - startedAt) / 1000, peakBytes };
  } finally {
    clearInterval(timer);
  }
}
