import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { isPublicAddress } from '@/app/domain/public-address';
import { createGuardedWeb } from '@/app/integrations/web/guarded.server';
import { WebForbidden, type WebRequest, WebUnreachable } from '@/app/integrations/web/port';

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.closeAllConnections();
});

async function listen(answer: RequestListener, host = '127.0.0.1'): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return `http://${host}:${(server.address() as AddressInfo).port}`;
}

const guarded = createGuardedWeb({ mayReach: isPublicAddress, mayBePlain: true });
/** Takes one loopback address for a public one. */
const lenient = createGuardedWeb({
  mayReach: (address) => address === '127.0.0.1' || isPublicAddress(address),
  mayBePlain: true,
});

const send = async (web: typeof guarded, request: Omit<WebRequest, 'timeoutMs'>, timeoutMs = 2000) => {
  const { status, body } = await web.send({ timeoutMs, ...request });
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk as Buffer);
  return `${status} ${Buffer.concat(chunks)}`;
};

describe('a guarded request', () => {
  it.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f.0.0.1/',
    'http://0177.0.0.1/',
    'http://0.0.0.0/',
    'http://10.1.2.3/',
    'http://172.16.0.1/',
    'http://192.168.1.1/',
    'http://100.64.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://224.0.0.1/',
    'http://[::1]/',
    'http://[::]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'http://[fe80::1]/',
    'http://[fc00::1]/',
    'http://localhost/',
    'http://user:secret@example.com/',
    'file:///etc/passwd',
    'ftp://example.com/',
    'gopher://127.0.0.1/',
    'nothing',
  ])('reaches nobody at %s', async (url) => {
    await expect(send(guarded, { url })).rejects.toThrow(WebForbidden);
  });

  it('takes encrypted addresses alone where it must', async () => {
    const strict = createGuardedWeb({ mayReach: () => true, mayBePlain: false });
    const url = await listen((_request, response) => response.end('in'));
    await expect(send(strict, { url })).rejects.toThrow(WebForbidden);
  });

  it('checks the address that a name resolves to at the moment of the connection', async () => {
    const url = (await listen((_request, response) => response.end('in'))).replace('127.0.0.1', 'localhost');
    await expect(send(guarded, { url })).rejects.toThrow(WebForbidden);
    const open = createGuardedWeb({ mayReach: () => true, mayBePlain: true });
    expect(await send(open, { url })).toBe('200 in');
  });

  it('follows as many redirects as it may, and none that leads inside', async () => {
    const inside = await listen((_request, response) => response.end('secret'), '127.0.0.2');
    const url = await listen(({ url: path }, response) => {
      const to = path === '/in' ? inside : path === '/twice' ? '/once' : '/end';
      if (path === '/end') return void response.end('done');
      response.writeHead(302, { Location: to }).end();
    });
    expect(await send(lenient, { url: `${url}/once`, maxRedirects: 1 })).toBe('200 done');
    expect(await send(lenient, { url: `${url}/twice`, maxRedirects: 1 })).toMatch(/^302/);
    expect(await send(lenient, { url: `${url}/once` })).toMatch(/^302/);
    await expect(send(lenient, { url: `${url}/in`, maxRedirects: 3 })).rejects.toThrow(WebForbidden);
  });

  it('sends a body with its headers', async () => {
    const url = await listen((request, response) => {
      request.on('data', (text) => response.write(`${request.method} ${request.headers['x-a']} ${text}`));
      request.on('end', () => response.end());
    });
    expect(await send(lenient, { url, method: 'POST', headers: { 'X-A': 'b' }, body: 'text' })).toBe(
      '200 POST b text',
    );
  });

  it('waits only so long, for an answer and for each part of it', async () => {
    const silent = await listen(() => {});
    await expect(send(lenient, { url: silent }, 200)).rejects.toThrow(WebUnreachable);
    const stuck = await listen((_request, response) => void response.write('a'));
    await expect(send(lenient, { url: stuck }, 200)).rejects.toThrow();
    const url = await listen(() => {});
    servers.at(-1)!.close();
    await expect(send(lenient, { url })).rejects.toThrow(WebUnreachable);
  });
});
