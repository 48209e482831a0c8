import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** A process that runs now. */
export interface RunningProcess {
  pid: number;
  parent: number;
  group: number;
  /** The program and its arguments, joined by blanks. */
  command: string;
}

/** All processes but zombies: from /proc where there is one, so that no program is needed; else from ps. */
export function runningProcesses(): RunningProcess[] {
  return process.platform === 'linux' ? fromProc() : fromPs();
}

function fromProc(): RunningProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        // The name of the program stands in brackets, and may hold any character itself.
        const [state, parent, group] = readFileSync(`/proc/${name}/stat`, 'utf8')
          .replace(/^.*\) /s, '')
          .split(' ');
        if (state === 'Z' || state === 'X') return [];
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0').join(' ').trim();
        return [{ pid: Number(name), parent: Number(parent), group: Number(group), command }];
      } catch {
        // It ended since it was listed.
        return [];
      }
    });
}

function fromPs(): RunningProcess[] {
  return execFileSync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,pgid=,stat=,args='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([pid, , , state]) => pid && !state?.startsWith('Z'))
    .map(([pid, parent, group, , ...args]) => ({
      pid: Number(pid),
      parent: Number(parent),
      group: Number(group),
      command: args.join(' '),
    }));
}
