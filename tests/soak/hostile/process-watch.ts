import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import type { RunningProcess } from '../../support/running-processes';
import type { CelesteGroup } from '../process-group';

export const PROCESS_ROLES = ['web', 'worker'] as const;
export type ProcessRole = (typeof PROCESS_ROLES)[number];

/** Resource usage of a process. */
export interface ResourceUsage {
  memoryMb: number;
  descriptors: number;
  /** Number of descriptors by target. */
  targets: string;
}

/** Records process ids, to detect unexpected restarts. */
export class ProcessWatch {
  readonly #group: CelesteGroup;
  readonly #known: Record<ProcessRole, Set<number>> = { web: new Set(), worker: new Set() };

  constructor(group: CelesteGroup) {
    this.#group = group;
  }

  /** Has to be called more often than a process can start and end. */
  sample(): void {
    const processes = this.#group.processes();
    for (const half of PROCESS_ROLES) {
      const found = processOf(processes, half);
      if (found) this.#known[half].add(found.pid);
    }
  }

  /** Number of processes seen so far. */
  starts(half: ProcessRole): number {
    return this.#known[half].size;
  }

  /** @throws Error while that process is not running */
  resourceUsage(half: ProcessRole): ResourceUsage {
    const found = processOf(this.#group.processes(), half);
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
      // The descriptor was closed since it was listed.
    }
    const name = target.split('/').at(-1)!;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([name, count]) => `${count} × ${name}`).join(', ');
}

/**
 * Finds the web or worker process: a child of the leader, not a fork of that process that still looks like
 * it.
 */
export function processOf(processes: RunningProcess[], half: ProcessRole): RunningProcess | undefined {
  const leaders = processes.filter(({ command }) => command.includes('/node/bin/start.js'));
  return processes.find(
    ({ command, parent }) =>
      command.includes(`/node/bin/${half}.js`) && leaders.some(({ pid }) => pid === parent),
  );
}
