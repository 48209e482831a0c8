import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { lingerOnClose } from '@/app/http/server/lingering-close.server';

afterEach(() => {
  vi.useRealTimers();
});

it('stops watching a connection that was closed before its answer was done', async () => {
  const server = createServer();
  lingerOnClose(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sender = net.connect((server.address() as AddressInfo).port, '127.0.0.1');
  sender.write('POST / HTTP/1.1\r\nHost: any\r\nContent-Length: 1000\r\n\r\nbegun');
  const [request, response] = (await once(server, 'request')) as [IncomingMessage, ServerResponse];
  for (const stream of [request, request.socket]) stream.on('error', () => undefined);
  response.writeHead(413);
  sender.destroy();
  await new Promise((resolve) => request.socket.once('close', resolve));

  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  request.socket.destroySoon();
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(60_000);
  expect(vi.getTimerCount()).toBe(0);
  server.close();
});
