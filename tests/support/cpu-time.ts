import { readFileSync } from 'node:fs';
import type { RunningCeleste } from './celeste';

/** Of the kernel's clock (proc(5)), 100 a second on every usual machine. */
const TICK_MS = 10;

/** CPU time of the server and its child processes so far, in ms. Linux only. */
export const cpuMs = ({ process: { pid } }: RunningCeleste): number => cpuMsOf(pid!);

/** CPU time of a process and its children so far, in ms. Linux only. */
export function cpuMsOf(pid: number): number {
  // The name of the program, in brackets, may contain spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
  const own = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * TICK_MS;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').match(/\d+/g) ?? [];
  return children.reduce((sum, child) => sum + cpuMsOf(Number(child)), own);
}
