import { runningProcesses } from '../../support/running-processes';

/** Ids of the running processes whose command line contains the text, without this process. */
export function processesWith(text: string): number[] {
  return runningProcesses()
    .filter(({ pid, command }) => pid !== process.pid && command.includes(text))
    .map(({ pid }) => pid);
}
