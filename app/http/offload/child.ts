import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createRequestHandler } from '@remix-run/express';
import express, { type Request } from 'express';
import { projectDir, settings } from '@/app/config/env.server';
import { type LoadContext, whenTaken } from '../load-context.server';
import { CONTEXT_HEADER, type PassedContext } from './pass-on.server';
import type { ChildMessage, Introduction } from './pooled-child.server';

/** Answers what another process of ours passes on, with the routes of the same build, and nobody else. */
const tell = (message: ChildMessage) => process.send?.(message);

// Who stops Celeste stops the process that asks; this one ends with it, and what it is asked meanwhile is answered.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
process.once('disconnect', () => process.exit());
const [{ secret }] = (await once(process, 'message')) as [Introduction];

const build = await import(pathToFileURL(path.join(projectDir, 'build/server/index.js')).href);
const answer = createRequestHandler({
  build,
  getLoadContext: (_request, response): LoadContext & Record<string, unknown> => {
    const { requestId, address, isDirect } = response.locals.context as PassedContext;
    return { requestId, address, isDirect, whenTaken: () => whenTaken(response) };
  },
});

const app = express();
app.disable('x-powered-by');
app.set('trust proxy', settings.trustProxy);
app.all('*', async (request, response, next) => {
  const context = takeContext(request);
  if (context?.secret !== secret) return response.sendStatus(403);
  const closed = new Promise((resolve) => response.once('close', resolve));
  response.locals.context = context;
  await answer(request, response, next);
  await closed;
  tell({ finished: context.turn });
});

function takeContext({ headers }: Request): PassedContext | null {
  const passed = headers[CONTEXT_HEADER];
  delete headers[CONTEXT_HEADER];
  return typeof passed === 'string' ? (JSON.parse(passed) as PassedContext) : null;
}

const server = createServer(app);
server.requestTimeout = 0;
server.listen(0, '127.0.0.1', () => tell({ port: (server.address() as AddressInfo).port }));
