import { readFileSync } from 'node:fs';
import http from 'node:http';

/** What a prober saw. */
export interface Probed {
  /** How long each answer took, in ms. */
  times: number[];
  /** How much of that the server's thread was at work, in ms: the rest it waited for a processor. */
  works: number[];
  failed: number;
}

/**
 * Asks for an address every few milliseconds, whether the last answer has come or not, from a process of its own.
 * Told to begin it forgets what it saw; told to end it waits for the last answer and tells.
 */
const [address = '', everyMs, pid] = process.argv.slice(2);
const agent = new http.Agent({ keepAlive: true });
let probed: Probed = { times: [], works: [], failed: 0 };
let underway = 0;

/** Of /proc, in ms. */
const TICK_MS = 10;

/** Processor time of the server's first thread so far; 0 where the system does not tell (Linux: proc_pid_stat). */
function workMs(): number {
  try {
    const told = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8').split(') ')[1]!;
    const [user, system] = told.split(' ').slice(11, 13).map(Number) as [number, number];
    return (user + system) * TICK_MS;
  } catch {
    return 0;
  }
}

function ask(): void {
  const [startedAt, worked] = [performance.now(), workMs()];
  underway += 1;
  const settle = (isGood: boolean) => {
    underway -= 1;
    if (!isGood) probed.failed += 1;
    probed.times.push(performance.now() - startedAt);
    probed.works.push(workMs() - worked);
  };
  http
    .get(address, { agent }, (answer) => answer.resume().once('end', () => settle(answer.statusCode === 200)))
    .once('error', () => settle(false));
}

function tell(): void {
  if (underway > 0) setImmediate(tell);
  else process.send!(probed);
}

setInterval(ask, Number(everyMs));
process.on('message', (told) => {
  if (told === 'end') return tell();
  probed = { times: [], works: [], failed: 0 };
});
