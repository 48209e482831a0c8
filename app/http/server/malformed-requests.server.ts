import type { Server } from 'node:http';
import type { ErrorRequestHandler, RequestHandler } from 'express';
import { log } from '@/app/config/log.server';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
/** The longest path of ours has some 250 characters, without its query. */
const MAX_PATH_LENGTH = 2048;

/** Encoded, as U+2028 and U+2029 too: patterns of routes end there. */
const LINE_BREAK = /%(0a|0d|e2%80%a[89])/i;

/** Load balancers may send health checks in HTTP/1.0, which has no Host header. */
const HEALTH_CHECKS = ['/healthz', '/readyz'];

/**
 * Rejects other methods (405), odd targets, a wrong Host, Remix's legacy `_data` (400) and overlong paths
 * (414).
 */
export const rejectMalformedRequests: RequestHandler = (request, response, next) => {
  const { method, url, headers, headersDistinct, httpVersion } = request;
  const [path = '', query = ''] = url.split(/\?(.*)/s);
  if (!METHODS.includes(method)) return void response.set('Allow', METHODS.join(', ')).status(405).end();
  if (path.length > MAX_PATH_LENGTH) return void response.status(414).end();
  const hosts = headersDistinct.host ?? [];
  const needsHost = httpVersion !== '1.0' || !HEALTH_CHECKS.includes(path);
  const isValid =
    path.startsWith('/') &&
    !path.includes('\\') &&
    !LINE_BREAK.test(path) &&
    (hosts.length === 1 || (hosts.length === 0 && !needsHost)) &&
    [...hosts, ...splitHeader(headers['x-forwarded-host'])].every(isHost) &&
    !new URLSearchParams(query).has('_data');
  if (!isValid) return void response.status(400).end();
  next();
};

const splitHeader = (header: string | string[] | undefined) =>
  header === undefined
    ? []
    : String(header)
        .split(',')
        .map((part) => part.trim());

/** A hostname or IP address, with or without a port (RFC 9110, section 7.2). */
const isHost = (host: string) =>
  /^([\w.-]{1,253}|\[[\da-f:.]+\])(:\d{1,5})?$/i.test(host) && URL.canParse(`http://${host}`);

/** Express error handler: responds with the status alone, without details. */
export const errorHandler: ErrorRequestHandler = (error: { status?: unknown }, _request, response, _next) => {
  // The browser disconnected.
  if (response.closed) return;
  const status = Number(error.status);
  const isClientError = status >= 400 && status < 500;
  if (!isClientError) log.error({ error, requestId: response.locals.requestId }, 'a request failed');
  if (response.headersSent) return void response.destroy();
  response.status(isClientError ? status : 500).end();
};

/** Rejects CONNECT with status 405; Node would close the connection without a response. */
export function rejectConnect(server: Server): void {
  server.on('connect', (_request, socket) => {
    socket.on('error', () => socket.destroy());
    socket.end('HTTP/1.1 405 Method Not Allowed\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  });
}
