import { setTimeout as sleep } from 'node:timers/promises';
import { runningProcesses } from '../../support/running-processes';

/** Ids of running speech processes started by `parent`, of one stage if given. */
export function speechProcessesOf(parent: number, stage = ''): number[] {
  return runningProcesses()
    .filter((found) => found.parent === parent)
    .filter(({ command }) => command.includes('integrations/speech/local/child') && command.endsWith(stage))
    .map(({ pid }) => pid);
}

/** Waits until `parent` has started a speech process. @returns its id */
export async function speechProcessOf(parent: number): Promise<number> {
  for (;;) {
    const [pid] = speechProcessesOf(parent);
    if (pid) return pid;
    await sleep(20);
  }
}

/** Waits until a process has exited. */
export async function untilGone(pid: number): Promise<void> {
  for (;;) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    await sleep(20);
  }
}
