import { runningProcesses } from '../../support/running-processes';

/** The ids of running processes that have the text in their command line, ourselves left out. */
export function processesWith(text: string): number[] {
  return runningProcesses()
    .filter(({ pid, command }) => pid !== process.pid && command.includes(text))
    .map(({ pid }) => pid);
}

/** Looks until `isSo`, which a test that waits in vain ends by its time-out. */
export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 20));
}
