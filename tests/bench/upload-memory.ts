import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import { startCeleste } from '../support/celeste';
import { signUp } from '../support/person';

const USUAL_GIGABYTES = 2;
const CHUNK = Buffer.alloc(1024 * 1024, 1);
const BOUNDARY = 'celeste-bench';

/**
 * The server's memory while a recording of so many gigabytes arrives by the plain form, against the same server idle.
 * Linux only.
 */
export async function uploadMemory(gigabytes = USUAL_GIGABYTES): Promise<void> {
  const celeste = await startCeleste({ command: 'web' });
  try {
    const person = await signUp(celeste);
    for (let visit = 0; visit < 20; visit += 1) await person.get('/transcriptions');
    const residentMb = () => {
      const status = readFileSync(`/proc/${celeste.process.pid}/status`, 'utf8');
      return Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1024;
    };
    const idle = residentMb();
    let peak = idle;
    const watch = setInterval(() => {
      peak = Math.max(peak, residentMb());
    }, 50);
    await send(celeste.address, person.cookieHeader(), gigabytes);
    clearInterval(watch);
    process.stdout.write(
      `  idle ${idle.toFixed(0)} MB, peak during ${gigabytes} GB ${peak.toFixed(0)} MB, growth ${(peak - idle).toFixed(0)} MB (target ≤ 50 MB)\n`,
    );
  } finally {
    await celeste.stop();
  }
}

async function send(address: string, cookie: string, gigabytes: number): Promise<void> {
  const field = (name: string, value: string) =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const head = `${field('submissionId', randomUUID())}${field('language', 'pt')}--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="big.wav"\r\n\r\n`;
  const request = http.request(`${address}/transcriptions`, {
    method: 'POST',
    headers: { Cookie: cookie, Origin: address, 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` },
  });
  const answered = once(request, 'response');
  request.write(head);
  for (let sent = 0; sent < gigabytes * 1024; sent += 1) {
    if (!request.write(CHUNK)) await once(request, 'drain');
  }
  request.end(`\r\n--${BOUNDARY}--\r\n`);
  const [response] = (await answered) as [http.IncomingMessage];
  response.resume();
}
