import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { setWriteTimeout } from '@/app/http/server/write-timeout.server';

/** Long beside what a loaded machine takes to move a morsel, since each pause of the tests is a multiple. */
const SILENCE_MS = 400;
/** More than the socket buffers of a connection hold. */
const LONG = Buffer.alloc(64 * 1024 ** 2, 'a');

/** Bytes read before each pause: enough for the system to free buffer space. */
const MORSEL_BYTES = 4 * 1024 ** 2;

let server: Server;

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function serve(listener: RequestListener): Promise<void> {
  server = createServer({ keepAliveTimeout: 30_000 }, listener);
  setWriteTimeout(server, SILENCE_MS);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
}

/** A connection that has sent a request, and reads only on demand. */
async function ask(): Promise<net.Socket> {
  const socket = net.connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write('GET / HTTP/1.1\r\nHost: any\r\n\r\n');
  return socket;
}

/** @returns the number of bytes before the end of the connection, or of the response */
async function take(socket: net.Socket, rest: () => Promise<void>): Promise<number> {
  let bytes = 0;
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    const isTimeToRest = Math.floor(bytes / MORSEL_BYTES) < Math.floor((bytes + chunk.length) / MORSEL_BYTES);
    bytes += chunk.length;
    if (bytes > LONG.length) break;
    if (isTimeToRest) await rest();
  }
  return bytes;
}

it('destroys a connection that reads nothing of its response', async () => {
  let hasEnded = false;
  await serve((_request, response) => {
    response.once('close', () => {
      hasEnded = true;
    });
    response.end(LONG);
  });
  const socket = await ask();
  await expect.poll(() => hasEnded).toBe(true);
  expect(await take(socket, async () => undefined).catch(() => 0)).toBeLessThan(LONG.length);
});

it('keeps a connection that reads one long chunk slowly', async () => {
  await serve((_request, response) => void response.end(LONG));
  const startedAt = performance.now();
  const bytes = await take(await ask(), () => sleep(SILENCE_MS / 4));
  expect(bytes).toBeGreaterThan(LONG.length);
  expect(performance.now() - startedAt).toBeGreaterThan(3 * SILENCE_MS);
});

it('keeps a connection while its response is being made, and for its next request', async () => {
  await serve(async (_request, response) => {
    await sleep(3 * SILENCE_MS);
    response.end('made');
  });
  const socket = await ask();
  for (const round of ['first', 'second']) {
    const [answer] = await Promise.race([once(socket.resume(), 'data'), once(socket, 'close')]);
    expect([round, String(answer)]).toEqual([round, expect.stringContaining('made')]);
    await sleep(3 * SILENCE_MS);
    if (round === 'first') socket.write('GET / HTTP/1.1\r\nHost: any\r\n\r\n');
  }
  expect(socket.closed).toBe(false);
  socket.destroy();
});
