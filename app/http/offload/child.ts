import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createRequestHandler } from '@remix-run/express';
import express, { type Request } from 'express';
import { projectDir, settings } from '@/app/config/env.server';
import { lingerOnClose } from '../lingering-close.server';
import { type LoadContext, whenTaken } from '../load-context.server';
import { answerError } from '../odd-requests.server';
import { withHonestAnswers } from '../outage.server';
import { CONTEXT_HEADER, type PassedContext, SECRET_HEADER } from './pass-on.server';
import type { ChildMessage, Introduction } from './pooled-child.server';

/** Child process that answers requests forwarded by the main process, with the routes of the same build. */
const tell = (message: ChildMessage) => process.send?.(message);

// A stop signal reaches the main process too; this one finishes its requests and exits with its parent.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
process.once('disconnect', () => process.exit());
const [{ secret }] = (await once(process, 'message')) as [Introduction];

const build = await import(pathToFileURL(path.join(projectDir, 'build/server/index.js')).href);
const answer = createRequestHandler({
  build: withHonestAnswers(build),
  getLoadContext: (_request, response): LoadContext & Record<string, unknown> => {
    const { requestId, address, isDirect } = response.locals.context as PassedContext;
    return { requestId, address, isDirect, whenTaken: () => whenTaken(response) };
  },
});

const app = express();
app.disable('x-powered-by');
app.set('trust proxy', settings.trustProxy);
app.all('*', async (request, response, next) => {
  if (request.headers[SECRET_HEADER] !== secret) return response.sendStatus(403);
  const context = takeContext(request);
  const closed = new Promise((resolve) => response.once('close', resolve));
  response.locals.context = context;
  response.locals.requestId = context.requestId;
  await answer(request, response, next);
  await closed;
  tell({ finished: context.turn });
});

app.use(answerError);

/** Takes the forwarded context out of the headers, so that routes see only the browser's own. */
function takeContext({ headers }: Request): PassedContext {
  const passed = String(headers[CONTEXT_HEADER]);
  delete headers[CONTEXT_HEADER];
  delete headers[SECRET_HEADER];
  return JSON.parse(passed) as PassedContext;
}

const server = createServer(app);
server.requestTimeout = 0;
lingerOnClose(server);
server.listen(0, '127.0.0.1', () => tell({ port: (server.address() as AddressInfo).port }));
