import { once } from 'node:events';
import net from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningCeleste, startCeleste } from '@/tests/support/celeste';

const MOST = 5;

let celeste: RunningCeleste;

beforeAll(async () => {
  celeste = await startCeleste({ command: 'web', env: { CONNECTIONS_PER_ADDRESS: String(MOST) } });
});

afterAll(() => celeste.stop());

/** An idle connection. */
async function connect(): Promise<net.Socket> {
  const socket = net.connect(Number(new URL(celeste.address).port), '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** The response; '' when the connection is closed without one. */
async function ask(socket: net.Socket): Promise<string> {
  socket.write('GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n');
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    answer += text;
  });
  await new Promise((resolve) => socket.once('close', resolve));
  return answer.split('\r\n')[0]!;
}

it('limits the connections per IP address', async () => {
  const held = await Promise.all(Array.from({ length: MOST }, connect));
  expect(await ask(await connect())).toBe('');
  expect(await ask(await connect())).toBe('');
  expect(await ask(held[0]!)).toBe('HTTP/1.1 200 OK');
  // A slot is free again.
  await expect.poll(async () => ask(await connect())).toBe('HTTP/1.1 200 OK');
  for (const socket of held) socket.destroy();
});
