import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { type RunningCeleste, startCeleste } from '@/tests/support/celeste';
import { freePort } from '@/tests/support/free-port';
import { signUp, type TestUser } from '@/tests/support/test-user';
import { SLOW } from '@/tests/support/until';
import { silence } from '../transcription/recordings';
import { filesIn } from './data-dir';

const running: RunningCeleste[] = [];

afterEach(async () => {
  for (const celeste of running.splice(0)) await celeste.stop();
});

async function start(command: 'start' | 'web', env: Record<string, string>): Promise<RunningCeleste> {
  const celeste = await startCeleste({ command, env });
  running.push(celeste);
  return celeste;
}

/** On a connection of its own, as a load balancer's. Null when nobody listens. */
const ask = (address: string, path: string) =>
  fetch(address + path, { headers: { Connection: 'close' } }).then(
    async (answer) => ({ status: answer.status, body: await answer.text() }),
    () => null,
  );

const hasEnded = ({ process: { exitCode, signalCode } }: RunningCeleste) =>
  exitCode !== null || signalCode !== null;

/** The pieces of an upload by tus, with a body that is sent in two halves. */
async function halfPiece(celeste: RunningCeleste, person: TestUser, bytes: Buffer) {
  const begun = await person.beginUpload({ sizeBytes: bytes.length });
  const { address } = JSON.parse(begun.body) as { address: string };
  const request = http.request(`${celeste.address}${address}`, {
    method: 'PATCH',
    headers: {
      Cookie: person.cookieHeader(),
      Origin: celeste.address,
      'Tus-Resumable': '1.0.0',
      'Upload-Offset': '0',
      'Content-Type': 'application/offset+octet-stream',
      'Content-Length': bytes.length,
    },
  });
  request.on('error', () => undefined);
  const half = Math.floor(bytes.length / 2);
  request.write(bytes.subarray(0, half));
  return async () => {
    request.end(bytes.subarray(half));
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    return answer.resume();
  };
}

/** A form with a recording, whose second half is sent later. */
function halfForm(celeste: RunningCeleste, person: TestUser) {
  const part = (disposition: string) => `--b\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`;
  const bytes = silence(2);
  const fields = `${part('name="submissionId"')}${randomUUID()}\r\n`;
  const head = Buffer.from(`${fields}${part('name="file"; filename="fala.wav"')}`);
  const end = Buffer.from('\r\n--b--\r\n');
  const request = http.request(`${celeste.address}/transcriptions`, {
    method: 'POST',
    headers: {
      Cookie: person.cookieHeader(),
      Origin: celeste.address,
      'Content-Type': 'multipart/form-data; boundary=b',
      'Content-Length': head.length + bytes.length + end.length,
    },
  });
  request.on('error', () => undefined);
  request.write(Buffer.concat([head, bytes.subarray(0, bytes.length / 2)]));
  return async () => {
    request.end(Buffer.concat([bytes.subarray(bytes.length / 2), end]));
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    return { status: answer.statusCode, text: await text(answer) };
  };
}

describe('on SIGTERM', () => {
  it('tells /readyz at once, answers on, lets uploads end, and then exits', async () => {
    const celeste = await start('web', { DRAIN_SECONDS: '60' });
    const person = await signUp(celeste);
    const finishForm = halfForm(celeste, person);
    const finishPiece = await halfPiece(celeste, person, silence(2));
    await expect.poll(() => filesIn(celeste), SLOW).toHaveLength(2);
    expect(await ask(celeste.address, '/readyz')).toMatchObject({ status: 200 });

    celeste.process.kill('SIGTERM');
    await expect
      .poll(() => ask(celeste.address, '/readyz'), SLOW)
      .toEqual({ status: 503, body: 'not ready: this process is being stopped\n' });
    expect(await ask(celeste.address, '/healthz')).toMatchObject({ status: 200 });
    const piece = await finishPiece();
    expect([piece.statusCode, piece.headers.connection]).toEqual([204, 'close']);
    expect(await finishForm()).toMatchObject({ status: 303 });
    await expect.poll(() => hasEnded(celeste), SLOW).toBe(true);
    expect(celeste.process.exitCode).toBe(0);
  });

  it.each(['start', 'web'] as const)('exits at once when nothing is open (%s)', async (command) => {
    const celeste = await start(command, { DRAIN_SECONDS: '60' });
    const startedAt = performance.now();
    celeste.process.kill('SIGTERM');
    await once(celeste.process, 'exit');
    // Within a second on an idle machine.
    expect(performance.now() - startedAt).toBeLessThan(8_000);
  });

  it('ends after DRAIN_SECONDS, whatever is open', async () => {
    const celeste = await start('web', { DRAIN_SECONDS: '0' });
    const person = await signUp(celeste);
    halfForm(celeste, person);
    await expect.poll(() => filesIn(celeste), SLOW).toHaveLength(1);
    celeste.process.kill('SIGTERM');
    await once(celeste.process, 'exit');
  });

  it('behind a balancer listens on for a while, though nothing is open', async () => {
    const port = await freePort();
    const env = {
      PORT: String(port),
      PUBLIC_URL: 'https://celeste.example.org',
      SESSION_SECRET: randomUUID(),
      DRAIN_SECONDS: '5',
    };
    const celeste = await start('web', env);
    const address = `http://127.0.0.1:${port}`;
    celeste.process.kill('SIGTERM');
    await expect.poll(() => ask(address, '/readyz'), SLOW).toMatchObject({ status: 503 });
    expect(await ask(address, '/healthz')).toMatchObject({ status: 200 });
    expect(hasEnded(celeste)).toBe(false);
  });
});
