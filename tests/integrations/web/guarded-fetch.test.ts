import http from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createGuardedFetch, type Policy } from '@/app/integrations/web/guarded-fetch.server';
import { isPublicAddress } from '@/app/integrations/web/public-address';

/** Loopback addresses of Linux; the first stands for a public one. */
const OPEN = '127.0.0.2';
const CLOSED = '127.0.0.1';

let server: http.Server;
let port: number;
let answer: http.RequestListener;
let seen: http.IncomingMessage[];

beforeEach(async () => {
  seen = [];
  answer = (_, response) => response.end('hello');
  server = http.createServer((request, response) => {
    seen.push(request);
    answer(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '0.0.0.0', done));
  port = (server.address() as AddressInfo).port;
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

const guarded: Policy = {
  allowsHttp: true,
  isAllowed: (address) => address === OPEN || isPublicAddress(address),
};

const resolvesTo = (...found: string[]): LookupFunction =>
  ((_name, _options, callback) =>
    callback(
      null,
      found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )) as LookupFunction;

const ask = (url: string, policy: Partial<Policy> = {}, request: { maxRedirects?: number } = {}) =>
  createGuardedFetch({ ...guarded, ...policy })(url, { timeoutMs: 5000, ...request });

const forbidden = (reason: string) => ({ name: 'AddressForbidden', reason });

describe('public addresses', () => {
  it.each(['8.8.8.8', '1.1.1.1', '200.147.3.157', '2606:4700::1111', '::ffff:8.8.8.8'])(
    '%s is one',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  it.each([
    ...[
      '127.0.0.1',
      '127.8.8.8',
      '0.0.0.0',
      '0.1.2.3',
      '10.0.0.1',
      '172.16.0.1',
      '172.31.255.255',
      '192.168.1.1',
    ],
    ...[
      '169.254.169.254',
      '100.64.0.1',
      '192.0.0.1',
      '192.0.2.1',
      '198.18.0.1',
      '198.51.100.1',
      '203.0.113.1',
    ],
    ...[
      '224.0.0.1',
      '240.0.0.1',
      '255.255.255.255',
      '::',
      '::1',
      'fe80::1',
      'fe80::1%lo',
      'fc00::1',
      'fd12::1',
    ],
    ...['fec0::1', 'ff02::1', '::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:a9fe:a9fe', '::127.0.0.1'],
    ...[
      '64:ff9b::7f00:1',
      '64:ff9b:1::7f00:1',
      '2002:7f00:1::',
      '2001::1',
      '2001:db8::1',
      '100::1',
      '',
      'example.org',
    ],
  ])('%s is none', (address) => expect(isPublicAddress(address)).toBe(false));
});

describe('the guarded fetch', () => {
  it.each([
    ...['127.0.0.1', '2130706433', '0x7f000001', '017700000001', '0177.0.0.1', '127.1', '0.0.0.0', '0'],
    ...['10.1.2.3', '192.168.0.1', '169.254.169.254', '[::1]', '[::]', '[fe80::1]', '[fd00::1]'],
    ...['[::ffff:127.0.0.1]', '[::ffff:a9fe:a9fe]', '[64:ff9b::7f00:1]', '127.0.0.1.', '１２７.0.0.1'],
  ])('does not connect to %s', async (host) => {
    await expect(ask(`http://${host}:${port}/`)).rejects.toMatchObject(forbidden('private'));
    expect(seen).toHaveLength(0);
  });

  it.each([[[CLOSED]], [['::1']], [['::ffff:127.0.0.1']], [['169.254.169.254']], [[OPEN, CLOSED]], [[]]])(
    'does not connect to a name of %s',
    async (found) => {
      const url = `http://intern.example:${port}/`;
      await expect(ask(url, { resolve: resolvesTo(...found) })).rejects.toMatchObject(forbidden('private'));
      expect(seen).toHaveLength(0);
    },
  );

  it('does not connect to localhost by the resolver of the system', async () => {
    await expect(ask(`http://localhost:${port}/`)).rejects.toMatchObject(forbidden('private'));
    expect(seen).toHaveLength(0);
  });

  it('resolves a name once, so that it cannot change between check and connection', async () => {
    const turns = [OPEN, CLOSED];
    const resolve = ((name, options, callback) =>
      resolvesTo(turns.shift()!)(name, options, callback)) as LookupFunction;
    answer = ({ socket }, response) => response.end(socket.localAddress);
    const response = await ask(`http://rebinding.example:${port}/`, { resolve });
    expect(await response.text()).toBe(OPEN);
    expect(turns).toEqual([CLOSED]);
  });

  it('checks the address of the connection before anything is sent', async () => {
    let checks = 0;
    const isAllowed = () => ++checks === 1;
    await expect(ask(`http://${OPEN}:${port}/`, { isAllowed })).rejects.toMatchObject(forbidden('private'));
    expect(seen).toHaveLength(0);
  });

  it.each([
    ['ftp://example.org/', 'invalid'],
    ['file:///etc/passwd', 'invalid'],
    ['data:text/plain,a', 'invalid'],
    ['no address', 'invalid'],
    ['https://user:password@example.org/', 'invalid'],
    ['http://example.org/', 'insecure'],
  ])('does not ask for %s', async (url, reason) => {
    await expect(ask(url, { allowsHttp: false })).rejects.toMatchObject(forbidden(reason));
  });

  it('returns a redirect when it follows none', async () => {
    answer = (_, response) => response.writeHead(302, { location: `http://${CLOSED}:${port}/` }).end();
    const response = await ask(`http://${OPEN}:${port}/`);
    expect(response.status).toBe(302);
    await response.body?.cancel();
    expect(seen).toHaveLength(1);
  });

  it.each([
    () => `http://${CLOSED}:${port}/`,
    () => `http://[::ffff:127.0.0.1]:${port}/`,
    () => `//localhost:${port}/`,
    () => 'http://169.254.169.254/latest/meta-data/',
  ])('does not follow a redirect to a private address: %s', async (location) => {
    answer = (_, response) => response.writeHead(307, { location: location() }).end();
    const asked = ask(`http://${OPEN}:${port}/`, {}, { maxRedirects: 3 });
    await expect(asked).rejects.toMatchObject(forbidden('private'));
    expect(seen).toHaveLength(1);
  });

  it('does not follow a redirect to another scheme', async () => {
    answer = (_, response) => response.writeHead(301, { location: 'file:///etc/passwd' }).end();
    const asked = ask(`http://${OPEN}:${port}/`, {}, { maxRedirects: 3 });
    await expect(asked).rejects.toMatchObject(forbidden('invalid'));
  });

  it('follows as many redirects as it may', async () => {
    answer = ({ url }, response) =>
      url === '/3'
        ? response.end('there')
        : response.writeHead(302, { location: `/${Number(url!.slice(1)) + 1}` }).end();
    const url = `http://${OPEN}:${port}/0`;
    expect(await (await ask(url, {}, { maxRedirects: 3 })).text()).toBe('there');
    expect((await ask(url, {}, { maxRedirects: 2 })).status).toBe(302);
  });

  it('shows no secret to another origin', async () => {
    const other = '127.0.0.3';
    answer = ({ headers: { host } }, response) =>
      host!.startsWith(other)
        ? response.end()
        : response.writeHead(302, { location: `http://${other}:${port}/` }).end();
    const fetchIt = createGuardedFetch({ allowsHttp: true, isAllowed: () => true });
    const headers = { Authorization: 'Bearer a', 'X-Kind': 'b' };
    await fetchIt(`http://${OPEN}:${port}/`, { timeoutMs: 5000, maxRedirects: 1, headers });
    expect(seen[0]!.headers).toMatchObject({ authorization: 'Bearer a', 'x-kind': 'b' });
    expect(seen[1]!.headers).toMatchObject({ 'x-kind': 'b' });
    expect(seen[1]!.headers.authorization).toBeUndefined();
  });

  it('posts a body', async () => {
    answer = (request, response) => void request.pipe(response);
    const fetchIt = createGuardedFetch(guarded);
    const request = { timeoutMs: 5000, method: 'POST', body: 'olá' } as const;
    expect(await (await fetchIt(`http://${OPEN}:${port}/`, request)).text()).toBe('olá');
    expect(seen[0]!.headers['content-length']).toBe('4');
  });

  it('waits no longer than it may for headers', async () => {
    answer = () => undefined;
    const asked = createGuardedFetch(guarded)(`http://${OPEN}:${port}/`, { timeoutMs: 100 });
    await expect(asked).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  it('ends an endless body when it is cancelled', async () => {
    const closed = new Promise((done) => {
      answer = (_, response) => {
        const timer = setInterval(() => response.write('x'.repeat(1000)), 1);
        response.on('close', () => {
          clearInterval(timer);
          done(true);
        });
      };
    });
    const response = await ask(`http://${OPEN}:${port}/`);
    const reader = response.body!.getReader();
    await reader.read();
    await reader.cancel();
    expect(await closed).toBe(true);
  });

  it('ends a body by its signal', async () => {
    answer = (_, response) => void response.write('begun');
    const stop = new AbortController();
    const request = { timeoutMs: 5000, signal: stop.signal };
    const response = await createGuardedFetch(guarded)(`http://${OPEN}:${port}/`, request);
    const text = response.text();
    stop.abort(new Error('stopped'));
    await expect(text).rejects.toThrow();
  });

  it('survives a status that is none', async () => {
    server.removeAllListeners('request');
    server.on('request', ({ socket }) => socket.end('HTTP/1.1 999 Odd\r\nContent-Length: 0\r\n\r\n'));
    await expect(ask(`http://${OPEN}:${port}/`)).rejects.toThrow(RangeError);
  });
});
