import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import path from 'node:path';
import { createRequestHandler, type GetLoadContextFunction } from '@remix-run/express';
import type { ServerBuild } from '@remix-run/node';
import compression from 'compression';
import express, { type Express, type RequestHandler } from 'express';
import helmet from 'helmet';
import { projectDir, settings } from '@/app/config/env.server';
import { log } from '@/app/config/log.server';
import { isForwarded } from './is-forwarded';
import { metricsHandler, observeRequest } from './metrics.server';
import { settleOrigin } from './same-origin.server';

/** Where requests go: a finished build, or the development server's view of the source. */
export interface RemixSource {
  build: ServerBuild | (() => Promise<ServerBuild>);
  /** Serves the source's own modules in development. */
  middleware?: RequestHandler;
}

/** What loaders and actions get beside the request. */
export interface LoadContext {
  requestId: string;
  /** The network address of the caller, behind as many proxies as TRUST_PROXY says. */
  address: string;
  /** No proxy passed the request on. */
  isDirect: boolean;
}

/** Serves Celeste on the settings' address. Resolves once it listens. */
export async function startServer({ build, middleware }: RemixSource): Promise<Server> {
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', settings.trustProxy);
  app.use(requestLog);
  app.use(securityHeaders);
  app.use(compression());
  if (middleware) app.use(middleware);
  else serveFiles(app);
  app.get('/metrics', metricsHandler);
  app.all('*', settleOrigin, createRequestHandler({ build, getLoadContext }));

  const server = createServer(app);
  // A recording may take hours to arrive on a slow line; headers still have their own limit.
  server.requestTimeout = 0;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(settings.port, settings.host, resolve);
  });
  return server;
}

const getLoadContext: GetLoadContextFunction = (
  request,
  response,
): LoadContext & Record<string, unknown> => ({
  requestId: response.locals.requestId as string,
  address: request.ip ?? '',
  isDirect: !isForwarded(request.headers),
});

// The policy for scripts and styles needs a nonce and is set where documents are rendered.
const securityHeaders = helmet({
  contentSecurityPolicy: false,
  // A stricter policy makes browsers post forms with `Origin: null`.
  referrerPolicy: { policy: 'same-origin' },
  strictTransportSecurity: settings.publicUrl.startsWith('https://'),
});

function serveFiles(app: Express): void {
  const client = path.join(projectDir, 'build/client');
  app.use('/assets', express.static(path.join(client, 'assets'), { immutable: true, maxAge: '1y' }));
  app.use(express.static(client, { maxAge: '1h' }));
}

/** One line a request, without query, secrets in paths, addresses or agents. */
const requestLog: RequestHandler = (request, response, next) => {
  const startedAt = performance.now();
  const requestId = randomUUID();
  response.locals.requestId = requestId;
  response.setHeader('X-Request-Id', requestId);
  response.on('close', () => {
    const { method } = request;
    const durationMs = Math.round(performance.now() - startedAt);
    const { statusCode: status } = response;
    observeRequest(method, status, durationMs);
    log.info({ requestId, method, path: pathToLog(request.path), status, durationMs }, 'request');
  });
  next();
};

const pathToLog = (requested: string) =>
  requested.replace(/^\/(validation|login-admin-as-user)\/.*/, '/$1/…');
