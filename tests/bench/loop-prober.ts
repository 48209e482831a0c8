import http from 'node:http';

/** Measurements of the prober. */
export interface Probed {
  /** Response times, in ms. */
  times: number[];
  failed: number;
}

/**
 * Child process: polls a URL every few milliseconds, without waiting for the last response. The message
 * 'begin' resets the measurements; on 'end' it waits for pending responses and sends the results.
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
