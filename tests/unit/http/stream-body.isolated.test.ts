import '@/tests/support/data-folder';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { streamBody } from '@/app/http/bytes/bytes.server';
import { responseContext } from '@/app/http/server/load-context.server';

const endless = () =>
  new Readable({
    read() {
      this.push(Buffer.alloc(1000));
    },
  });

/** A response whose browser disconnects, and the browser's way to do so. */
async function openResponse(): Promise<{ response: ServerResponse; disconnect: () => Promise<void> }> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const browser = new AbortController();
  const { port } = server.address() as AddressInfo;
  fetch(`http://127.0.0.1:${port}`, { signal: browser.signal }).catch(() => undefined);
  const [, response] = (await once(server, 'request')) as [unknown, ServerResponse];
  const disconnect = async () => {
    browser.abort();
    await once(response, 'close');
    server.close();
  };
  return { response, disconnect };
}

/** Its own signal never aborts: its link to the connection has been garbage-collected. */
const request = new Request('http://localhost/');

it('closes its source when the browser disconnects, also when the request does not tell', async () => {
  const { response, disconnect } = await openResponse();
  const source = endless();
  const reader = streamBody({ request, context: { ...responseContext(response) } }, source).getReader();
  expect((await reader.read()).value).toHaveLength(1000);
  await disconnect();
  expect(source.destroyed).toBe(true);
  expect((await reader.read()).done).toBe(true);
});

it('closes its source at once when the browser has disconnected before', async () => {
  const { response, disconnect } = await openResponse();
  await disconnect();
  const source = endless();
  streamBody({ request, context: { ...responseContext(response) } }, source);
  expect(source.destroyed).toBe(true);
});
