import { execFileSync } from 'node:child_process';

/** The ids of running processes that have the text in their command line, ourselves left out. */
export function processesWith(text: string): number[] {
  return execFileSync('ps', ['-A', '-ww', '-o', 'pid=,stat=,args='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, state, ...args]) => !state?.startsWith('Z') && args.join(' ').includes(text))
    .map(([pid]) => Number(pid))
    .filter((pid) => pid !== process.pid);
}

/** Looks until `isSo`, which a test that waits in vain ends by its time-out. */
export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 20));
}
