import { existsSync, readdirSync, readFileSync } from 'node:fs';

const SAMPLE_MS = 250;
/** For work that may take less than a second. */
const FAST_SAMPLE_MS = 50;

interface Process {
  pid: number;
  parent: number;
  command: string;
}

/**
 * Measures the memory used for recordings: the child processes of a worker, and the growth of the worker
 * itself. Linux only.
 */
export class JobMemory {
  readonly #leader: number;
  readonly #idleBytes: number;
  readonly #timer: NodeJS.Timeout;
  /**
   * Peaks in bytes, of the sum and of each part separately. Shared memory is divided among its processes
   * (proportional set size).
   */
  readonly peak = { all: 0, workerGrowth: 0, recognizer: 0, diarizer: 0, media: 0 };

  /** @param leader process that started the worker, which has to be idle */
  constructor(leader: number) {
    this.#leader = leader;
    const worker = this.#worker(processes());
    this.#idleBytes = worker ? bytesOf(worker) : 0;
    this.#timer = setInterval(() => this.#look(), SAMPLE_MS);
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
        // The process ended meanwhile.
        return [];
      }
    });
}

/** Proportional set size of a process; 0 when it has ended. */
function bytesOf({ pid }: Process): number {
  try {
    const kilobytes = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1];
    return Number(kilobytes ?? 0) * 1024;
  } catch {
    return 0;
  }
}

/**
 * Measures the time of some work, and the peak memory of the child processes it starts, together; 0 bytes
 * without any, or where the system does not report it.
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
  }, FAST_SAMPLE_MS);
  try {
    const startedAt = performance.now();
    const result = await work();
    return { result, seconds: (performance.now() - startedAt) / 1000, peakBytes };
  } finally {
    clearInterval(timer);
  }
}
