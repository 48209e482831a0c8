import http from 'node:http';

/** What a prober saw. */
export interface Probed {
  /** How long each answer took, in ms. */
  times: number[];
  failed: number;
}

/**
 * Asks for an address every few milliseconds, whether the last answer has come or not, from a process of its own.
 * Told to begin it forgets what it saw; told to end it waits for the last answer and tells.
 */
const [address = '', everyMs] = process.argv.slice(2);
const agent = new http.Agent({ keepAlive: true });
let probed: Probed = { times: [], failed: 0 };
let underway = 0;

function ask(): void {
  const startedAt = performance.now();
  underway += 1;
  const settle = (isGood: boolean) => {
    underway -= 1;
    if (!isGood) probed.failed += 1;
    probed.times.push(performance.now() - startedAt);
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
  probed = { times: [], failed: 0 };
});
