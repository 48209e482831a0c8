import { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { childScript } from '@/app/config/child-script.server';
import { ChildPool, type PoolOptions } from '@/app/http/offload/child-pool.server';
import { forwardRequest } from '@/app/http/offload/forward-request.server';
import type { ChildMessage, Turn } from '@/app/http/offload/pooled-child.server';

const IDLE_MS = 30_000;
/** More than the grace of a turn whose browser went away. */
const ABANDONED_MS = 2_500;

const open: { close(): unknown }[] = [];

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  for (const one of open.splice(0)) one.close();
});

function makePool(options: Partial<PoolOptions> = {}): ChildPool {
  const pool = new ChildPool({
    script: childScript('tests/unit/http/offload/stub-child.ts'),
    heapMb: 256,
    deadlineMs: 30_000,
    idleMs: IDLE_MS,
    children: 2,
    concurrency: 1,
    concurrencyPerAccount: 1,
    longAtOnce: 2,
    warm: 0,
    maxTurns: null,
    ...options,
  });
  open.push(pool);
  return pool;
}

interface Spawning {
  spawn(options: unknown): number;
}

const EMFILE = -24;

const refuseMemory = (): number => {
  throw new Error('spawn ENOMEM');
};

const never = () => new AbortController().signal;

/** The response of a request with this turn: its body, or the thrown error. */
async function answered(
  turn: Turn,
  path: string,
  init: RequestInit = {},
): Promise<{ body: string; cookies: string[] }> {
  let failure: unknown;
  const app = express();
  app.all('*', async (request, response) => {
    const form: Buffer[] = [];
    for await (const chunk of request) form.push(chunk as Buffer);
    failure = await forwardRequest(request, response, { turn, form, signal: never() }).catch(
      (error: unknown) => error,
    );
    if (failure) response.status(500).end();
  });
  const server = await new Promise<Server>((resolve) => {
    const started = createServer(app).listen(0, '127.0.0.1', () => resolve(started));
  });
  open.push(server);
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, init);
  const body = await response.text();
  if (failure) throw failure;
  return { body, cookies: response.headers.getSetCookie() };
}

it('runs in a child process, and reuses it', async () => {
  const pool = makePool();
  const first = await answered(await pool.turn('ana', never()), '/');
  const second = await answered(await pool.turn('ana', never()), '/form?a=1', {
    method: 'POST',
    body: 'x'.repeat(100_000),
  });
  const [pid] = first.body.split(' ');
  expect(Number(pid)).not.toBe(process.pid);
  expect(first.body).toBe(`${pid} GET / 0`);
  expect(first.cookies).toEqual(['a=1', 'b=2']);
  expect(second.body).toBe(`${pid} POST /form?a=1 100000`);
});

it('answers one request of an account at a time, and those of others meanwhile', async () => {
  const pool = makePool();
  const held = await pool.turn('ana', never());
  const order: string[] = [];
  const second = pool.turn('ana', never()).then((turn) => {
    order.push('ana');
    return turn;
  });
  const other = await pool.turn('bia', never());
  order.push('bia');
  await answered(other, '/');
  await answered(held, '/');
  await answered(await second, '/');
  expect(order).toEqual(['bia', 'ana']);
});

it('lets an account without a turn pass others that queued many requests', async () => {
  const pool = makePool();
  const held = [await pool.turn('ana', never()), await pool.turn('bia', never())];
  const order: string[] = [];
  const queued = ['ana', 'ana', 'bia', 'bia', 'caio'].map((account) =>
    pool.turn(account, never()).then(async (turn) => {
      order.push(account);
      await answered(turn, '/');
    }),
  );
  await Promise.all(held.map((turn) => answered(turn, '/')));
  await Promise.all(queued);
  expect(order[0]).toBe('caio');
});

it('keeps a process free of long texts, for short ones', async () => {
  const pool = makePool({ longAtOnce: 1 });
  const long = await pool.turn('ana', never(), { isLong: true });
  let isStarted = false;
  const second = pool.turn('bia', never(), { isLong: true }).then((turn) => {
    isStarted = true;
    return turn;
  });
  for (const account of ['caio', 'davi']) await answered(await pool.turn(account, never()), '/');
  expect(isStarted).toBe(false);
  await answered(long, '/');
  expect((await answered(await second, '/')).body).toContain('GET /');
});

it('removes a disconnected request from the queue', async () => {
  const pool = makePool({ children: 1 });
  const held = await pool.turn('ana', never());
  const gone = new AbortController();
  const left = pool.turn('bia', gone.signal);
  gone.abort(new Error('went away'));
  await expect(left).rejects.toThrow('went away');
  const next = pool.turn('caio', never());
  await answered(held, '/');
  expect((await answered(await next, '/')).body).toContain('GET /');
});

it('kills a process on timeout, and continues with another', async () => {
  const pool = makePool({ children: 1, deadlineMs: 3_000 });
  const turn = await pool.turn('ana', never());
  await expect(answered(turn, '/busy')).rejects.toThrow();
  expect(await turn.failure()).toBe('timeout');
  expect((await answered(await pool.turn('bia', never()), '/')).body).toContain('GET /');
});

it.each([
  ['/crash', 'crash'],
  ['/greedy', 'memory'],
])('fails one request alone when its process dies of %s', async (path, failure) => {
  const pool = makePool({ heapMb: 64 });
  const turn = await pool.turn('ana', never());
  const other = await pool.turn('bia', never());
  const failing = answered(turn, path);
  await expect(failing).rejects.toThrow();
  expect(await turn.failure()).toBe(failure);
  expect((await answered(other, '/')).body).toContain('GET /');
  expect((await answered(await pool.turn('ana', never()), '/')).body).toContain('GET /');
});

it('kills the work of an abandoned request', async () => {
  const pool = makePool({ children: 1 });
  const turn = await pool.turn('ana', never());
  const failing = answered(turn, '/busy');
  turn.abandon();
  await expect(failing).rejects.toThrow();
  expect((await answered(await pool.turn('bia', never()), '/')).body).toContain('GET /');
});

it('ends an idle process, and starts another on demand', async () => {
  const pool = makePool({ idleMs: 200 });
  const busy = await pool.turn('ana', never());
  const { body } = await answered(await pool.turn('bia', never()), '/');
  const idle = Number(body.split(' ')[0]);
  await expect.poll(() => existsSync(`/proc/${idle}`)).toBe(false);
  expect((await answered(busy, '/')).body).toContain('GET /');
  const again = await answered(await pool.turn('bia', never()), '/');
  expect(Number(again.body.split(' ')[0])).not.toBe(idle);
});

it('reports that no process can be started', async () => {
  const pool = makePool({ script: { path: 'tests/http/offload/nowhere.js', execArgv: [] } });
  await expect(pool.turn('ana', never())).rejects.toThrow('ended with code 1');
});

/** One process with many concurrent requests, two per account, without a timeout. */
const downloads = { deadlineMs: null, children: 1, concurrency: 16, concurrencyPerAccount: 2 };

it('frees the turn of a request that disconnects while its process starts', async () => {
  const pool = makePool({ ...downloads, concurrencyPerAccount: 1 });
  const gone = new AbortController();
  const left = pool.turn('ana', gone.signal);
  const other = pool.turn('bia', never());
  gone.abort(new Error('went away'));
  await expect(left).rejects.toThrow('went away');
  expect((await answered(await pool.turn('ana', never()), '/')).body).toContain('GET /');
  expect((await answered(await other, '/')).body).toContain('GET /');
});

it('frees the turn of a request that never reached its process, and keeps the other requests in it', async () => {
  const pool = makePool({ ...downloads, concurrencyPerAccount: 1 });
  const lost = await pool.turn('ana', never());
  const other = await pool.turn('bia', never());
  lost.abandon();
  expect((await answered(await pool.turn('ana', never()), '/')).body).toContain('GET /');
  expect((await answered(other, '/')).body).toContain('GET /');
});

it('allows a turn to end twice, and keeps a process that others need', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const emitted = vi.spyOn(ChildProcess.prototype, 'emit');
  const pool = makePool(downloads);
  const late = await pool.turn('ana', never());
  const other = await pool.turn('bia', never());
  // Of these two: a process of the test before may still report its own.
  const ended = () =>
    (emitted.mock.calls as unknown[][])
      .filter(([event]) => event === 'message')
      .map(([, message]) => message as ChildMessage)
      .flatMap((message) => ('finished' in message ? message.finished : []))
      .filter((id) => id === late.id || id === other.id);
  late.abandon();
  vi.advanceTimersByTime(ABANDONED_MS);
  const { body } = await answered(other, '/');
  await answered(late, '/');
  // The process reports the end of a turn after its response.
  await expect.poll(ended).toEqual([other.id, late.id]);
  const next = await pool.turn('caio', never());
  vi.advanceTimersByTime(2 * IDLE_MS);
  expect((await answered(next, '/')).body).toBe(body);
});

it('recovers when a process cannot be started, as if it had died', async () => {
  const { execPath } = process;
  const pool = makePool({ children: 1, idleMs: 60_000 });
  try {
    // Readable, but not executable.
    process.execPath = import.meta.filename;
    await expect(pool.turn('ana', never())).rejects.toThrow('EACCES');
  } finally {
    process.execPath = execPath;
  }
  expect((await answered(await pool.turn('ana', never()), '/')).body).toContain('GET /');
});

it('recovers when there are no file descriptors for a process, and so no IPC channel', async () => {
  const pool = makePool({ children: 1 });
  // As Node does: it sets up nothing further, and emits the error later.
  vi.spyOn(ChildProcess.prototype as unknown as Spawning, 'spawn').mockImplementationOnce(function (
    this: ChildProcess,
  ) {
    process.nextTick(() => this.emit('error', new Error('spawn EMFILE')));
    return EMFILE;
  });
  await expect(pool.turn('ana', never())).rejects.toThrow('spawn EMFILE');
  expect((await answered(await pool.turn('ana', never()), '/')).body).toContain('GET /');
});

it('fails requests whose process cannot even be spawned, and recovers', async () => {
  const pool = makePool({ children: 1 });
  const held = await pool.turn('ana', never());
  const waiting = ['ana', 'bia'].map((account) => pool.turn(account, never()));
  vi.spyOn(ChildProcess.prototype as unknown as Spawning, 'spawn')
    .mockImplementationOnce(refuseMemory)
    .mockImplementationOnce(refuseMemory);
  // Its end starts the waiting requests.
  await expect(answered(held, '/crash')).rejects.toThrow();
  for (const turn of waiting) await expect(turn).rejects.toThrow('ENOMEM');
  expect((await answered(await pool.turn('ana', never()), '/')).body).toContain('GET /');
});

describe('a process that is kept ready', () => {
  const pidOf = async (pool: ChildPool, account = 'ana', path = '/') =>
    (await answered(await pool.turn(account, never()), path)).body.split(' ')[0];

  it('starts before a request needs it, and serves every account', async () => {
    const spawn = vi.spyOn(ChildProcess.prototype as unknown as Spawning, 'spawn');
    const pool = makePool({ warm: 1, children: 1, idleMs: 60_000 });
    expect(spawn).not.toHaveBeenCalled();
    pool.keepWarm();
    pool.keepWarm();
    expect(spawn).toHaveBeenCalledTimes(1);
    const pid = await pidOf(pool);
    expect(await pidOf(pool, 'bia')).toBe(pid);
    expect(spawn).toHaveBeenCalledTimes(1);
  });

  it('is replaced after a crash, without a request', async () => {
    const spawn = vi.spyOn(ChildProcess.prototype as unknown as Spawning, 'spawn');
    const pool = makePool({ warm: 1 });
    pool.keepWarm();
    await expect(pidOf(pool, 'ana', '/crash')).rejects.toThrow();
    await expect.poll(() => spawn.mock.calls.length).toBe(2);
    expect(await pidOf(pool)).toMatch(/^\d+$/);
    expect(spawn).toHaveBeenCalledTimes(2);
  });

  it('is replaced after so many requests, and by nothing once the pool is closed', async () => {
    const spawn = vi.spyOn(ChildProcess.prototype as unknown as Spawning, 'spawn');
    const pool = makePool({ warm: 1, children: 1, maxTurns: 2, idleMs: 60_000 });
    pool.keepWarm();
    const first = await pidOf(pool);
    expect(await pidOf(pool)).toBe(first);
    await expect.poll(() => spawn.mock.calls.length).toBe(2);
    const second = await pidOf(pool);
    expect(second).not.toBe(first);
    pool.close();
    await expect.poll(() => existsSync(`/proc/${second}`)).toBe(false);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(spawn).toHaveBeenCalledTimes(2);
  });
});
