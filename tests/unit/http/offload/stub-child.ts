import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  CONTEXT_HEADER,
  type ForwardedContext,
  SECRET_HEADER,
} from '@/app/http/offload/forward-request.server';
import type { ChildMessage, Handshake } from '@/app/http/offload/pooled-child.server';

/** Stub of a child process that answers requests: the path selects what it does with a turn. */
const tell = (message: ChildMessage) => process.send?.(message);
process.once('disconnect', () => process.exit());
const [{ secret }] = (await once(process, 'message')) as [Handshake];

const server = createServer((request, response) => {
  const { turn } = JSON.parse(String(request.headers[CONTEXT_HEADER])) as ForwardedContext;
  if (request.headers[SECRET_HEADER] !== secret) throw new Error('somebody else asked');
  response.once('close', () => tell({ finished: turn }));
  if (request.url === '/crash') process.exit(7);
  if (request.url === '/busy') for (;;);
  if (request.url === '/greedy')
    for (const kept: number[][] = []; ; ) kept.push(new Array(100_000).fill(0.5));
  let length = 0;
  request.on('data', (chunk: Buffer) => {
    length += chunk.length;
  });
  request.once('end', () => {
    response.setHeader('Set-Cookie', ['a=1', 'b=2']);
    response.end(`${process.pid} ${request.method} ${request.url} ${length}`);
  });
});
server.listen(0, '127.0.0.1', () => tell({ port: (server.address() as AddressInfo).port }));
