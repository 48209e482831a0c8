import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import net from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { builtCommand } from '@/tests/support/built';
import { freePort } from '@/tests/support/free-port';
import { TestUser } from '@/tests/support/test-user';

let folder: string;
let server: ChildProcess;
let port: number;
let output = '';

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'celeste-plain-'));
  port = await freePort();
  server = spawn(process.execPath, [builtCommand('web-plain')], {
    env: { NODE_ENV: 'production', PATH: process.env.PATH, PORT: String(port), DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  server.stdout!.on('data', (chunk) => (output += chunk));
  server.stderr!.on('data', (chunk) => (output += chunk));
  await vi.waitFor(() => expect(output).toContain('[remix-serve]'), { timeout: 30_000 });
});

afterAll(async () => {
  server.kill('SIGTERM');
  await once(server, 'exit');
  await vi.waitFor(async () => expect(await canConnect('127.0.0.1')).toBe(false));
  await rm(folder, { recursive: true });
});

const canConnect = (host: string) =>
  new Promise<boolean>((resolve) => {
    const socket = net.connect({ port, host, timeout: 2_000 });
    const end = (isOpen: boolean) => () => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.on('connect', end(true)).on('error', end(false)).on('timeout', end(false));
  });

it('listens on HOST only', async () => {
  expect(await canConnect('127.0.0.1')).toBe(true);
  const others = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4');
  for (const { address } of others) expect([address, await canConnect(address)]).toEqual([address, false]);
  // Another loopback address of this machine.
  if (process.platform === 'linux') expect(await canConnect('127.0.0.2')).toBe(false);
});

it('grants no privileges of local mode', async () => {
  const person = new TestUser(`http://127.0.0.1:${port}`);
  const answer = await person.post('/signup', { name: 'Ana', email: 'ana@example.com', terms: 'on' });
  expect([answer.status, answer.location]).toEqual([303, '/login/code']);
  expect(output).not.toContain('ana@example.com');
  expect((await person.get('/metrics')).body).not.toContain('http_request_duration_seconds');
});

it('sends security headers, and logs no requested URL', async () => {
  const person = new TestUser(`http://127.0.0.1:${port}`);
  expect((await person.get('/shared/aSecretThatOnlyTheSenderKnows')).status).toBe(404);
  const { status, headers } = await person.get('/login');
  expect(status).toBe(200);
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
  expect(headers.get('Referrer-Policy')).toBe('same-origin');
  expect(headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'");
  expect(output).not.toContain('aSecretThatOnlyTheSenderKnows');
  expect(output).toContain(`[remix-serve] http://localhost:${port}`);
});
