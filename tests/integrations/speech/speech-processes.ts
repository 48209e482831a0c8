import { setTimeout as sleep } from 'node:timers/promises';
import { runningProcesses } from '../../support/running-processes';

/** Ids of the running speech processes that `parent` started, of one stage where it is given. */
export function speechProcessesOf(parent: number, stage = ''): number[] {
  return runningProcesses()
    .filter((found) => found.parent === parent)
    .filter(({ command }) => command.includes('integrations/speech/local/child') && command.endsWith(stage))
    .map(({ pid }) => pid);
}

/** Waits until the process `parent` has started a speech process, and answers with its id. */
export async function speechProcessOf(parent: number): Promise<number> {
  for (;;) {
    const [pid] = speechProcessesOf(parent);
    if (pid) return pid;
    await sleep(20);
  }
}

/** Waits until a process is gone. */
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
