import '@/tests/support/data-folder';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ServerBuild } from '@remix-run/node';
import express, { type ErrorRequestHandler } from 'express';
import { ConnectionRefusedError } from 'sequelize';
import { expect, it, vi } from 'vitest';
import { offload } from '@/app/http/offload/offload.server';
import { measureText } from '@/app/services/platform/offload/measure-text.server';

vi.mock('@/app/services/platform/offload/measure-text.server', () => ({ measureText: vi.fn() }));

const route = { id: 'routes/document/document', path: 'documents/:publicId' };
const build = { routes: { [route.id]: route } } as unknown as ServerBuild;

/** The result of a request when measuring its text fails. */
async function askedWhile(error: Error): Promise<unknown> {
  vi.mocked(measureText).mockRejectedValueOnce(error);
  const app = express();
  app.all('*', offload(build));
  app.all('*', ({ method, originalUrl }, response) => {
    response.json([method, originalUrl, response.locals.isOutage]);
  });
  const failed: ErrorRequestHandler = ({ message }, _request, response, _next) => {
    response.json(message);
  };
  app.use(failed);
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    return await (await fetch(`http://127.0.0.1:${port}/documents/abc`, { method: 'POST' })).json();
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

it('shows the outage page when the database fails before the request is routed', async () => {
  const away = new ConnectionRefusedError(new Error('connect ECONNREFUSED'));
  expect(await askedWhile(away)).toEqual(['GET', '/outage', true]);
});

it('passes other errors on', async () => {
  expect(await askedWhile(new TypeError('undefined is not a function'))).toBe('undefined is not a function');
});
