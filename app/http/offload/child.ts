import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import express, { type Request, type Response } from 'express';
import { buildDir } from '@/app/config/build-folder.server';
import { settings } from '@/app/config/env.server';
import { withLogContext } from '@/app/config/log-context.server';
import { sendMeasurements } from '@/app/config/metrics.server';
import { forwardSpansTo } from '@/app/config/start-tracing.server';
import { beginTrace, runUnder } from '@/app/config/tracing.server';
import { onJobsAnnounced } from '@/app/services/platform/jobs/announce-jobs.server';
import { answerCalls } from '../api/answer-calls.server';
import { answerPages } from '../server/answer-pages.server';
import { compressAnswers } from '../server/compression.server';
import { lingerOnClose } from '../server/lingering-close.server';
import { type LoadContext, responseContext } from '../server/load-context.server';
import { errorHandler } from '../server/malformed-requests.server';
import { prepareBuild } from '../server/prepare-build.server';
import { CONTEXT_HEADER, type ForwardedContext, SECRET_HEADER } from './forward-request.server';
import type { ChildMessage, Handshake } from './pooled-child.server';

/** Child process that answers requests forwarded by the main process, with the routes of the same build. */
const sendMessage = (message: ChildMessage) => process.send?.(message);

sendMeasurements((measured) => sendMessage({ measured }));

// A stop signal reaches the main process too; this one finishes its requests and exits with its parent.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
process.once('disconnect', () => process.exit());
onJobsAnnounced(() => sendMessage({ hasJobs: true }));
const [{ secret, isWarm }] = (await once(process, 'message')) as [Handshake];

await forwardSpansTo((span) => sendMessage({ span }));

const build = await import(pathToFileURL(path.join(buildDir(), 'server/index.js')).href);
const prepared = {
  build: prepareBuild(build),
  getLoadContext: (_request: Request, response: Response): LoadContext & Record<string, unknown> => {
    const { turn: _turn, traceparent: _traceparent, ...caller } = response.locals.context as ForwardedContext;
    return { ...caller, ...responseContext(response) };
  },
};

const app = express();
app.disable('x-powered-by');
app.set('trust proxy', settings.trustProxy);
// Here, so that a long text crosses to the main process compressed.
app.use(compressAnswers);
app.all('*', async (request, response, next) => {
  if (request.headers[SECRET_HEADER] !== secret) return response.sendStatus(403);
  const context = extractContext(request);
  const closed = new Promise((resolve) => response.once('close', resolve));
  response.locals.context = context;
  response.locals.requestId = context.requestId;
  const { requestId, traceparent } = context;
  const span = traceparent
    ? beginTrace('answer in child process', { kind: 'internal' }, traceparent)
    : undefined;
  runUnder(span, () => withLogContext({ requestId }, next));
  await closed;
  span?.end();
  sendMessage({ finished: context.turn });
});
app.all('*', answerCalls(prepared), answerPages(prepared));

app.use(errorHandler);

/** Takes the forwarded context out of the headers, so that routes see only the browser's own. */
function extractContext({ headers }: Request): ForwardedContext {
  const passed = String(headers[CONTEXT_HEADER]);
  delete headers[CONTEXT_HEADER];
  delete headers[SECRET_HEADER];
  return JSON.parse(passed) as ForwardedContext;
}

const server = createServer(app);
server.requestTimeout = 0;
lingerOnClose(server);
server.listen(0, '127.0.0.1', () => sendMessage({ port: (server.address() as AddressInfo).port }));
if (isWarm) await build.entry.module.warmUp().catch(() => undefined);
