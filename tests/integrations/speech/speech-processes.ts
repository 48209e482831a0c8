import { runningProcesses } from '../../support/running-processes';
import { until } from '../../support/until';

/** A stage of a short recording is over soon. */
const INTERVAL_MS = 5;

/** Ids of running speech processes started by `parent`, of one stage if given. */
export function speechProcessesOf(parent: number, stage = ''): number[] {
  return runningProcesses()
    .filter((found) => found.parent === parent)
    .filter(({ command }) => command.includes('integrations/speech/local/child') && command.endsWith(stage))
    .map(({ pid }) => pid);
}

/** Waits until `parent` has started a speech process, of one stage if given. @returns its id */
export function speechProcessOf(parent: number, stage = ''): Promise<number> {
  const what = `a speech process of ${parent} ${stage}`;
  return until(() => speechProcessesOf(parent, stage)[0], { what, intervalMs: INTERVAL_MS });
}

/** Waits until a process has exited. */
export async function untilGone(pid: number): Promise<void> {
  await until(() => !isRunning(pid), { what: `the end of process ${pid}` });
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
