import { randomUUID } from 'node:crypto';
import net from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { type RunningCeleste, sharedCeleste } from '@/tests/support/celeste';
import { signUp, type TestUser } from '@/tests/support/test-user';
import { messageBeside } from './page';

const MEGABYTE = 1_000_000;

let celeste: RunningCeleste;
let person: TestUser;

beforeAll(async () => {
  celeste = await sharedCeleste();
  person = await signUp(celeste);
});

/**
 * Sends the whole body before reading the response, as a browser does.
 * @returns null when the connection was reset
 */
async function sendAllThenRead(
  headers: Record<string, string | number>,
  head: string,
  fillerBytes: number,
): Promise<{ status: number; body: string } | null> {
  const { host, hostname, port } = new URL(celeste.address);
  const socket = net.connect(Number(port), hostname);
  const failed = new Promise<null>((resolve) => socket.once('error', () => resolve(null)));
  const sendAndRead = async () => {
    const all = { Host: host, Origin: celeste.address, Cookie: person.cookieHeader(), ...headers };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.pause();
    socket.write(`POST /transcriptions HTTP/1.1\r\n${lines.join('')}\r\n${head}`);
    const filler = Buffer.alloc(MEGABYTE);
    for (let at = 0; at < fillerBytes; at += filler.length) {
      const chunk = filler.subarray(0, Math.min(filler.length, fillerBytes - at));
      await new Promise<void>((resolve) => socket.write(chunk, () => resolve()));
    }
    let answer = '';
    for await (const text of socket.setEncoding('utf8')) answer += text;
    const [, status, body] = /^HTTP\/1\.1 (\d{3}).*?\r\n\r\n(.*)$/s.exec(answer)!;
    return { status: Number(status), body: body! };
  };
  return Promise.race([sendAndRead().catch(() => null), failed]);
}

const part = (disposition: string, value = '') =>
  `--b\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${value}`;

describe('a rejected request body', () => {
  it('of a 70 MB zip file gets an error page, while every health check succeeds', async () => {
    const head = `${part('name="submissionId"', `${randomUUID()}\r\n`)}${part('name="file"; filename="a.zip"')}`;
    let isOver = false;
    const checked = async () => {
      let checks = 0;
      for (; !isOver; checks += 1) expect((await fetch(`${celeste.address}/healthz`)).status).toBe(200);
      return checks;
    };
    const checking = checked();
    const answer = await sendAllThenRead(
      {
        'Content-Type': 'multipart/form-data; boundary=b',
        Connection: 'close',
        'Content-Length': head.length + 70 * MEGABYTE,
      },
      head,
      70 * MEGABYTE,
    );
    isOver = true;
    expect(await checking).toBeGreaterThan(3);
    expect(answer?.status).toBe(415);
    expect(messageBeside(answer!.body, 'file')).toBe('Formato de arquivo não suportado');
    expect(celeste.process.exitCode).toBeNull();
  });

  it('is rejected by its Content-Length, before the file has arrived', async () => {
    const head = `${part('name="submissionId"', `${randomUUID()}\r\n`)}${part('name="file"; filename="a.wav"')}`;
    const answer = await sendAllThenRead(
      { 'Content-Type': 'multipart/form-data; boundary=b', 'Content-Length': 6 * 1024 ** 3 },
      head,
      MEGABYTE,
    );
    expect(answer?.status).toBe(413);
    expect(messageBeside(answer!.body, 'file')).toBe('O arquivo é grande demais. O limite é de 5 GB.');
  });

  it('of a form that is too large gets a response too', async () => {
    const answer = await sendAllThenRead(
      { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': 8 * MEGABYTE },
      'intent=sample&filler=',
      8 * MEGABYTE - 'intent=sample&filler='.length,
    );
    expect(answer?.status).toBe(400);
  });

  it('is rejected for endless fields before the file', async () => {
    const length = 8 * MEGABYTE;
    const answer = await sendAllThenRead(
      { 'Content-Type': 'multipart/form-data; boundary=b', 'Content-Length': length },
      part('name="language"'),
      length - part('name="language"').length,
    );
    expect(answer?.status).toBe(400);
  });
});
