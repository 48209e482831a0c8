import type { Server } from 'node:http';
import type { ErrorRequestHandler, RequestHandler } from 'express';
import { log } from '@/app/config/log.server';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
/** The longest of ours has some 250 characters, without its query. */
const PATH_LENGTH = 2048;

/** What load balancers ask for in HTTP/1.0, which knows no Host. */
const HEALTH_CHECKS = ['/healthz', '/readyz'];

/**
 * Refuses what no browser of a user's sends, before anything tries to make sense of it: methods that mirror or
 * tunnel (405), addresses in absolute form or with a backslash, hosts that are none or several, Remix's old way of
 * asking for data (400), and endless paths (414).
 */
export const refuseOddRequests: RequestHandler = (request, response, next) => {
  const { method, url, headers, headersDistinct, httpVersion } = request;
  const [path = '', query = ''] = url.split(/\?(.*)/s);
  if (!METHODS.includes(method)) return void response.set('Allow', METHODS.join(', ')).status(405).end();
  if (path.length > PATH_LENGTH) return void response.status(414).end();
  const hosts = headersDistinct.host ?? [];
  const needsHost = httpVersion !== '1.0' || !HEALTH_CHECKS.includes(path);
  const isSound =
    path.startsWith('/') &&
    !path.includes('\\') &&
    (hosts.length === 1 || (hosts.length === 0 && !needsHost)) &&
    [...hosts, ...listed(headers['x-forwarded-host'])].every(isHost) &&
    !new URLSearchParams(query).has('_data');
  if (!isSound) return void response.status(400).end();
  next();
};

const listed = (header: string | string[] | undefined) =>
  header === undefined
    ? []
    : String(header)
        .split(',')
        .map((part) => part.trim());

/** A name or an address, with or without a port (RFC 9110, section 7.2). */
const isHost = (host: string) =>
  /^([\w.-]{1,253}|\[[\da-f:.]+\])(:\d{1,5})?$/i.test(host) && URL.canParse(`http://${host}`);

/** Answers a request that broke before or after Remix had it, without words about how. */
export const answerError: ErrorRequestHandler = (error: { status?: unknown }, _request, response, _next) => {
  // The browser went away while it was answered.
  if (response.closed) return;
  const status = Number(error.status);
  const isTheirs = status >= 400 && status < 500;
  if (!isTheirs) log.error({ error, requestId: response.locals.requestId }, 'a request failed');
  if (response.headersSent) return void response.destroy();
  response.status(isTheirs ? status : 500).end();
};

/** Refuses to be a proxy in words; Node would hang up without any. */
export function refuseTunnels(server: Server): void {
  server.on('connect', (_request, socket) => {
    socket.on('error', () => socket.destroy());
    socket.end('HTTP/1.1 405 Method Not Allowed\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  });
}
