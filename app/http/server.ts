import { randomUUID } from 'node:crypto';
import { createServer, type Server, type ServerResponse } from 'node:http';
import path from 'node:path';
import type { GetLoadContextFunction } from '@remix-run/express';
import type { ServerBuild } from '@remix-run/node';
import express, { type Express, type RequestHandler } from 'express';
import expressStaticGzip from 'express-static-gzip';
import helmet from 'helmet';
import { buildDir, otherBuildDirs } from '@/app/config/build-folder.server';
import { settings } from '@/app/config/env.server';
import { log } from '@/app/config/log.server';
import { withLogContext } from '@/app/config/log-context.server';
import { allowApiOrigins } from './api/allow-origins.server';
import { answerCalls } from './api/answer-calls.server';
import { bypassRemixOriginCheck } from './forms/same-origin.server';
import { redactPath, staticSegmentsOf } from './headers/redact-path';
import { offload } from './offload/offload.server';
import { answerPages } from './server/answer-pages.server';
import { compressAnswers } from './server/compression.server';
import { limitConnections } from './server/connection-limit.server';
import { leaveGracefully } from './server/draining.server';
import { lingerOnClose } from './server/lingering-close.server';
import { callerOf, type LoadContext, type Rejection, responseContext } from './server/load-context.server';
import { closeForMaintenance } from './server/maintenance.server';
import { errorHandler, rejectConnect, rejectMalformedRequests } from './server/malformed-requests.server';
import { metricsHandler, observeRequest } from './server/metrics.server';
import { closeForOutage } from './server/outage.server';
import { prepareBuild } from './server/prepare-build.server';
import { takeTurns } from './server/take-turns.server';
import { traceRequest } from './server/trace-request.server';
import { setWriteTimeout } from './server/write-timeout.server';

/** The Remix build: a finished one, or the development server's view of the source. */
export interface RemixSource {
  build: ServerBuild | (() => Promise<ServerBuild>);
  middleware?: RequestHandler;
}

const TIMEOUTS = {
  headersTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
  // An upload may take hours on a slow connection; body readers enforce a minimum rate (pacedBody).
  requestTimeout: 0,
  // Longer than proxies and clients keep idle connections, so that none is closed while a request is in
  // flight.
  keepAliveTimeout: 75_000,
};

export async function startServer({ build, middleware }: RemixSource): Promise<Server> {
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', settings.trustProxy);
  const { routes } = typeof build === 'function' ? await build() : build;
  const words = staticSegmentsOf(routes);
  app.use(requestLog(words));
  app.use(leaveGracefully);
  app.use(rejectMalformedRequests);
  app.use(takeTurns(), logUnderRequest);
  app.use(compressAnswers);
  if (middleware) app.use(middleware);
  else serveFiles(app);
  app.use(traceRequest(words));
  app.use(securityHeaders, defaultHeaders);
  app.use('/api', allowApiOrigins);
  app.use('/shared', protectSharedUrl);
  app.use(redirectsForIslands);
  app.get('/metrics', metricsHandler);
  app.all('*', bypassRemixOriginCheck, closeForOutage, closeForMaintenance);
  // The development server's view of the source is this process's alone.
  if (typeof build !== 'function') app.all('*', offload(build));
  const prepared = { build: prepareBuild(build), getLoadContext };
  app.all('*', answerCalls(prepared), answerPages(prepared));
  app.use(errorHandler);

  const server = createServer(TIMEOUTS, app);
  lingerOnClose(server);
  setWriteTimeout(server);
  rejectConnect(server);
  if (settings.connectionsPerAddress) limitConnections(server, settings.connectionsPerAddress);
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
  ...callerOf(request, response),
  refusal: response.locals.refusal as Rejection | undefined,
  ...responseContext(response),
  isOutage: response.locals.isOutage === true,
});

// The CSP for scripts and styles needs a nonce and is set where documents are rendered. Headers that only
// Internet Explorer, Flash and Acrobat read are left out: they cost room in the first flight of each page.
const securityHeaders = helmet({
  contentSecurityPolicy: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
  // A stricter policy makes browsers post forms with `Origin: null`.
  referrerPolicy: { policy: 'same-origin' },
  strictTransportSecurity: settings.publicUrl.startsWith('https://'),
});

/** Headers of responses that do not set them: no caching, no framing, no active content. */
const DEFAULT_HEADERS = {
  'Cache-Control': 'private, no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
};

const defaultHeaders: RequestHandler = (_request, response, next) => {
  const writeHead = response.writeHead.bind(response) as (...rest: unknown[]) => typeof response;
  response.writeHead = (...rest: unknown[]) => {
    for (const [name, value] of Object.entries(DEFAULT_HEADERS))
      if (!response.hasHeader(name)) response.setHeader(name, value);
    return writeHead(...rest);
  };
  next();
};

/** The URL of a shared transcription is its only secret: it must not leak by Referer or search engines. */
const protectSharedUrl: RequestHandler = (_request, response, next) => {
  response.setHeader('Referrer-Policy', 'no-referrer');
  response.setHeader('X-Robots-Tag', 'noindex, nofollow');
  next();
};

/**
 * Serves the files compressed by the build. Headers are for files alone: on a slow connection the others would
 * weigh as much as an icon.
 */
function serveFiles(app: Express): void {
  const client = path.join(buildDir(), 'client');
  const setHeaders = (response: ServerResponse) => {
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.removeHeader('X-Request-Id');
  };
  const shared = { redirect: false, setHeaders };
  // A file whose name carries its hash is never asked for again: there is nothing to revalidate or resume.
  const forGood = { immutable: true, maxAge: '1y', etag: false, lastModified: false, acceptRanges: false };
  const assetsOf = (folder: string) =>
    serveCompressed(path.join(folder, 'client/assets'), { ...shared, ...forGood });
  app.use('/assets', assetsOf(buildDir()), assetsOfOtherBuilds(assetsOf));
  app.use(serveCompressed(client, { ...shared, maxAge: '1h' }));
}

/** Pages that were open during an upgrade load the rest of their scripts and styles from their own build. */
function assetsOfOtherBuilds(assetsOf: (folder: string) => RequestHandler): RequestHandler {
  const known = new Map<string, RequestHandler>();
  const handlerOf = (folder: string) => {
    const handler = known.get(folder) ?? assetsOf(folder);
    known.set(folder, handler);
    return handler;
  };
  return (request, response, next) => {
    const tryNext = ([folder, ...rest]: string[]): void => {
      if (folder) handlerOf(folder)(request, response, () => tryNext(rest));
      else next();
    };
    tryNext(otherBuildDirs());
  };
}

/** Looks only for names with an extension, as all files have; whoever answers other paths does so with all headers. */
function serveCompressed(folder: string, options: object): RequestHandler {
  const serve = expressStaticGzip(folder, {
    enableBrotli: true,
    orderPreference: ['br'],
    index: false,
    serveStatic: { ...options, index: false },
  });
  return (request, response, next) => {
    if (path.extname(request.path) !== '' && isDecodable(request.path)) serve(request, response, next);
    else next();
  };
}

function isDecodable(urlPath: string): boolean {
  try {
    decodeURIComponent(urlPath);
    return true;
  } catch {
    return false;
  }
}

/**
 * An island's fetch gets 204 with X-Location for a redirect: its target may be a page for the whole window. With
 * X-Quiet the toast is left out, which the next page would show much too late.
 */
const redirectsForIslands: RequestHandler = (request, response, next) => {
  const isQuiet = request.get('X-Quiet') !== undefined;
  if (isQuiet || request.get('X-Dialog')) {
    const writeHead = response.writeHead.bind(response) as (
      status: number,
      ...rest: unknown[]
    ) => typeof response;
    response.writeHead = (status: number, ...rest: unknown[]) => {
      const target = response.getHeader('Location');
      if (status < 300 || status > 399 || !target) return writeHead(status, ...rest);
      response.removeHeader('Location');
      response.setHeader('X-Location', target);
      if (isQuiet) dropToast(response);
      return writeHead(204);
    };
  }
  next();
};

function dropToast(response: ServerResponse): void {
  const cookies = [response.getHeader('Set-Cookie') ?? []].flat().map(String);
  response.removeHeader('Set-Cookie');
  const others = cookies.filter((cookie) => !/^(__Host-)?toast=/.test(cookie));
  if (others.length > 0) response.setHeader('Set-Cookie', others);
}

/** After waiting for its turn, since another request may have woken it. */
const logUnderRequest: RequestHandler = (_request, response, next) =>
  withLogContext({ requestId: response.locals.requestId as string }, next);

/** Access log: one line per request, without query, ids, secrets in paths, IP addresses or user agents. */
const requestLog =
  (words: Set<string>): RequestHandler =>
  (request, response, next) => {
    const startedAt = performance.now();
    const requestId = randomUUID();
    // Each layer waits for the end of the answer: a dozen, beyond Node's default of ten.
    response.setMaxListeners(20);
    const { method } = request;
    Object.assign(response.locals, { requestId, startedAt: Date.now() });
    response.setHeader('X-Request-Id', requestId);
    response.on('close', () => {
      const durationMs = Math.round(performance.now() - startedAt);
      const { statusCode: status, locals } = response;
      const { traceId } = locals as { traceId?: string };
      observeRequest(request, response, durationMs);
      const path = redactPath(request.path, words);
      log.info({ requestId, traceId, method, path, status, durationMs }, 'request');
    });
    next();
  };
