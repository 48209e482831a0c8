import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import type { RunningProcess } from '../../support/running-processes';
import type { CelesteGroup } from '../process-group';

export const HALVES = ['web', 'worker'] as const;
export type Half = (typeof HALVES)[number];

/** What a process holds. */
export interface Holdings {
  memoryMb: number;
  descriptors: number;
  /** What the descriptors lead to, and how many to each. */
  targets: string;
}

/** Notes which processes come and go, so that a restart that nobody asked for is seen. */
export class ProcessWatch {
  readonly #group: CelesteGroup;
  readonly #known: Record<Half, Set<number>> = { web: new Set(), worker: new Set() };

  constructor(group: CelesteGroup) {
    this.#group = group;
  }

  /** To be called more often than a process can be started and ended. */
  look(): void {
    const processes = this.#group.processes();
    for (const half of HALVES) {
      const found = ofHalf(processes, half);
      if (found) this.#known[half].add(found.pid);
    }
  }

  /** How many processes there were of a half so far. */
  starts(half: Half): number {
    return this.#known[half].size;
  }

  /** @throws Error while that half is not there */
  holdings(half: Half): Holdings {
    const found = ofHalf(this.#group.processes(), half);
    if (!found) throw new Error(`there is no ${half} half`);
    const status = readFileSync(`/proc/${found.pid}/status`, 'utf8');
    return {
      memoryMb: Math.round(Number(/VmRSS:\s+(\d+) kB/.exec(status)![1]) / 1024),
      descriptors: readdirSync(`/proc/${found.pid}/fd`).length,
      targets: descriptorTargets(found.pid),
    };
  }
}

function descriptorTargets(pid: number): string {
  const counts = new Map<string, number>();
  for (const descriptor of readdirSync(`/proc/${pid}/fd`)) {
    let target = 'closed';
    try {
      target = readlinkSync(`/proc/${pid}/fd/${descriptor}`).replace(/:\[\d+\]$/, '');
    } catch {
      // It was closed since it was listed.
    }
    const name = target.split('/').at(-1)!;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([name, count]) => `${count} × ${name}`).join(', ');
}

/** A half among all processes: what the leader started, and not what a half is just about to start, which looks alike. */
export function ofHalf(processes: RunningProcess[], half: Half): RunningProcess | undefined {
  const leaders = processes.filter(({ command }) => command.includes('build/node/bin/start.js'));
  return processes.find(
    ({ command, parent }) =>
      command.includes(`build/node/bin/${half}.js`) && leaders.some(({ pid }) => pid === parent),
  );
}
