import { lookup as resolveName } from 'node:dns';
import { type ClientRequest, type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { type Web, type WebAnswer, WebForbidden, type WebRequest, WebUnreachable } from './port';

interface Guard {
  /** Whether a connection to this IP address may be made. */
  mayReach(address: string): boolean;
  /** Whether an address may go without encryption. */
  mayBePlain: boolean;
}

/**
 * Sends requests to addresses of others. Every connection is checked at the address that it is made to, so that neither
 * a name that resolves otherwise a moment later nor a redirect leads inside.
 */
export function createGuardedWeb(guard: Guard): Web {
  return {
    async send({ maxRedirects = 0, ...request }) {
      let url = request.url;
      for (let left = maxRedirects; ; left -= 1) {
        const answer = await sendOnce({ ...request, url }, guard);
        const next = redirectOf(answer, url);
        if (next === null || left === 0) return answer;
        answer.body.destroy();
        url = next;
      }
    },
  };
}

function redirectOf({ status, headers }: WebAnswer, from: string): string | null {
  const { location } = headers;
  if (![301, 302, 303, 307, 308].includes(status) || typeof location !== 'string') return null;
  return URL.canParse(location, from) ? new URL(location, from).href : null;
}

function sendOnce(request: WebRequest, guard: Guard): Promise<WebAnswer> {
  const url = parseAddress(request.url, guard);
  const { method = 'GET', headers = {}, body, timeoutMs, signal } = request;
  const start = url.protocol === 'https:' ? requestSecure : requestPlain;
  return new Promise((resolve, reject) => {
    const options = { method, headers, lookup: guardedLookup(guard), agent: false as const };
    const sent = start(url, signal ? { ...options, signal } : options);
    limitTime(sent, timeoutMs);
    sent.on('response', (answer: IncomingMessage) => {
      const { statusCode = 0, headers: answered } = answer;
      resolve({ status: statusCode, headers: answered, body: answer });
    });
    sent.on('error', (error) => reject(error instanceof WebForbidden ? error : unreachable(error)));
    sent.end(body);
  });
}

const unreachable = (cause: Error) => new WebUnreachable(cause.message, { cause });

/** Node's own timeout counts silence of the socket, and begins only with the connection. */
function limitTime(sent: ClientRequest, timeoutMs: number): void {
  const late = () => sent.destroy(new WebUnreachable('no answer in time'));
  const headersTimer = setTimeout(late, timeoutMs);
  sent.on('response', () => clearTimeout(headersTimer));
  sent.on('close', () => clearTimeout(headersTimer));
  sent.setTimeout(timeoutMs, late);
}

/** @throws WebForbidden */
function parseAddress(text: string, { mayReach, mayBePlain }: Guard): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  const schemes = mayBePlain ? ['http:', 'https:'] : ['https:'];
  if (!url || !schemes.includes(url.protocol)) throw new WebForbidden('not a web address');
  if (url.username || url.password) throw new WebForbidden('an address with a password');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // An IP address is connected to without a lookup.
  if (isIP(host) && !mayReach(host)) throw new WebForbidden('an address that is not public');
  return url;
}

/** Resolves as the system does, and gives only what may be reached; one forbidden address forbids the name. */
const guardedLookup =
  ({ mayReach }: Guard): LookupFunction =>
  (name, options, done) => {
    resolveName(name, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, '');
      const [first] = addresses;
      if (!first || !addresses.every(({ address }) => mayReach(address)))
        return done(new WebForbidden('a name of an address that is not public'), '');
      return options.all ? done(null, addresses) : done(null, first.address, first.family);
    });
  };
