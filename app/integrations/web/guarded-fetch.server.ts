import { type LookupAddress, lookup as resolve } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { traceRequestTo } from '@/app/config/traced-fetch.server';
import { withTimeout } from '@/app/config/with-timeout.server';
import { AddressForbidden, type GuardedFetch, type GuardedRequest } from './port';

export interface Policy {
  /** Also addresses of `http:`. */
  allowsHttp: boolean;
  isAllowed(address: string): boolean;
  /** The resolver of names; the system's when absent. */
  resolve?: LookupFunction;
}

const REDIRECTS = [301, 302, 303, 307, 308];

/** Headers that stay with the origin that they were meant for. */
const PRIVATE_HEADERS = ['authorization', 'cookie'];

/**
 * Guards against server-side request forgery. The addresses of a name are checked when it is resolved, and the
 * connection goes to one of those, so that a name cannot resolve to another one meanwhile; the address of the open
 * connection is checked once more, before anything is sent.
 */
export function createGuardedFetch(policy: Policy): GuardedFetch {
  return (url, request) =>
    traceRequestTo(url, request.method ?? 'GET', () => fetchGuarded(url, request, policy));
}

async function fetchGuarded(url: string, request: GuardedRequest, policy: Policy): Promise<Response> {
  const { timeoutMs, maxRedirects = 0 } = request;
  const signal = request.signal ?? new AbortController().signal;
  const controller = new AbortController();
  const stop = () => controller.abort(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  const answer = await withTimeout({ signal, timeoutMs }, (guard) =>
    followRedirects({ url, request, left: maxRedirects, policy, guard, end: controller.signal }),
  ).catch((error) => {
    signal.removeEventListener('abort', stop);
    throw error;
  });
  answer.once('close', () => signal.removeEventListener('abort', stop));
  return toResponse(answer);
}

interface Hop {
  url: string;
  request: GuardedRequest;
  left: number;
  policy: Policy;
  /** Ends the wait for headers. */
  guard: AbortSignal;
  /** Ends the body. */
  end: AbortSignal;
}

async function followRedirects(hop: Hop): Promise<http.IncomingMessage> {
  const target = checkUrl(hop.url, hop.policy);
  const answer = await send(target, hop);
  const { location } = answer.headers;
  const isFollowed = hop.left > 0 && location !== undefined && REDIRECTS.includes(answer.statusCode!);
  if (!isFollowed) return answer;
  answer.destroy();
  if (!URL.canParse(location, target)) throw new AddressForbidden('invalid');
  const next = new URL(location, target);
  const request = next.origin === target.origin ? hop.request : withoutPrivateHeaders(hop.request);
  return followRedirects({ ...hop, url: next.href, request, left: hop.left - 1 });
}

const withoutPrivateHeaders = ({ headers = {}, ...request }: GuardedRequest): GuardedRequest => ({
  ...request,
  headers: Object.fromEntries(
    Object.entries(headers).filter(([name]) => !PRIVATE_HEADERS.includes(name.toLowerCase())),
  ),
});

/** The parser of URLs has brought decimal, octal and short forms of IPv4 addresses to the usual one. */
function checkUrl(url: string, { allowsHttp, isAllowed }: Policy): URL {
  if (!URL.canParse(url)) throw new AddressForbidden('invalid');
  const parsed = new URL(url);
  const { protocol, hostname, username, password } = parsed;
  if (!['http:', 'https:'].includes(protocol) || username || password) throw new AddressForbidden('invalid');
  if (protocol === 'http:' && !allowsHttp) throw new AddressForbidden('insecure');
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !isAllowed(host)) throw new AddressForbidden('private');
  return parsed;
}

/** All addresses of a name must be allowed: a connection may try each. */
function guardedLookup({ resolve: lookup = resolve, isAllowed }: Policy): LookupFunction {
  return (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, []);
      const addresses = found as LookupAddress[];
      const isForbidden = addresses.length === 0 || addresses.some(({ address }) => !isAllowed(address));
      if (isForbidden) return callback(new AddressForbidden('private'), []);
      if (options.all) return callback(null, addresses);
      callback(null, addresses[0]!.address, addresses[0]!.family);
    });
}

function send(url: URL, { request, policy, guard, end }: Hop): Promise<http.IncomingMessage> {
  guard.throwIfAborted();
  const { method = 'GET', headers = {}, body } = request;
  const { request: open } = url.protocol === 'https:' ? https : http;
  return new Promise((done, fail) => {
    const sent = open(url, {
      method,
      headers: { 'accept-encoding': 'identity', ...headers },
      lookup: guardedLookup(policy),
      agent: false,
    });
    const stop = () => sent.destroy(guard.reason);
    const stopBody = () => sent.destroy(end.reason);
    guard.addEventListener('abort', stop, { once: true });
    end.addEventListener('abort', stopBody, { once: true });
    sent.once('socket', (socket) => checkConnection(socket, policy));
    sent.once('response', (answer) => {
      guard.removeEventListener('abort', stop);
      done(answer);
    });
    // Not once: a connection may fail again after it was destroyed.
    sent.on('error', fail);
    sent.once('close', () => {
      guard.removeEventListener('abort', stop);
      end.removeEventListener('abort', stopBody);
    });
    sent.end(body);
  });
}

function checkConnection(socket: Socket, { isAllowed }: Policy): void {
  socket.once('connect', () => {
    if (!isAllowed(socket.remoteAddress ?? '')) socket.destroy(new AddressForbidden('private'));
  });
}

const BODILESS = [204, 205, 304];

function toResponse(answer: http.IncomingMessage): Response {
  const headers = new Headers();
  for (const [name, values] of Object.entries(answer.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value);
  }
  const status = answer.statusCode!;
  if (BODILESS.includes(status)) answer.destroy();
  try {
    const body = BODILESS.includes(status) ? null : (Readable.toWeb(answer) as ReadableStream<Uint8Array>);
    return new Response(body, { status, headers });
  } catch (error) {
    answer.destroy();
    throw error;
  }
}
