import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm } from 'node:fs/promises';
import { Redis } from 'ioredis';
import { describe } from 'vitest';
import { findExecutable } from '@/app/config/find-executable.server';
import { freePort } from './free-port';
import { until } from './until';

export interface RedisServer {
  url: string;
  flush(): Promise<void>;
  kill(): Promise<void>;
  /** Starts it again on the same port, without its data. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** The installed redis-server, or undefined. */
export const findRedis = () => findExecutable('redis-server', process.env.PATH ?? '');

/** A suite that needs Redis. Without redis-server it is skipped with a warning; in CI that is an error. */
export function describeWithRedis(name: string, suite: () => void): void {
  const isThere = Boolean(findRedis());
  if (!isThere) explainAbsence(name);
  describe.skipIf(!isThere)(name, suite);
}

function explainAbsence(name: string): void {
  const message = 'redis-server is not installed (Debian: apt-get install redis-server)';
  if (process.env.CI) throw new Error(message);
  process.stderr.write(`\n!!! "${name}" IS LEFT OUT of this run: ${message}\n\n`);
}

/** Ends the server as soon as the pipe at its descriptor 3 closes, however the process at the other end dies. */
const GUARDED = `
  "$@" 3<&- & server=$!
  { read -r _ <&3; kill -9 "$server"; } & guard=$!
  wait "$server"
  kill "$guard"`;

/** Starts a private Redis on a free loopback port, which keeps nothing on disk. */
export async function startRedis(folder: string): Promise<RedisServer> {
  const program = findRedis();
  if (!program) throw new Error('redis-server is not installed');
  await mkdir(folder, { recursive: true });
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  const settings = [
    '--port',
    `${port}`,
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
    '--dir',
    folder,
  ];
  const start = async () => {
    const started = spawn('sh', ['-c', GUARDED, 'sh', program, ...settings], {
      detached: true,
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    await until(() => isAnswering(url), { what: () => 'an answer of Redis' });
    return started;
  };
  let guard: ChildProcess = await start();
  const kill = async () => {
    const ended = guard.exitCode === null && guard.signalCode === null ? once(guard, 'exit') : null;
    guard.stdio[3]?.destroy();
    await ended;
  };
  return {
    url,
    flush: async () => {
      const client = new Redis(url);
      await client.flushall();
      client.disconnect();
    },
    kill,
    restart: async () => {
      guard = await start();
    },
    stop: async () => {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function isAnswering(url: string): Promise<boolean> {
  const client = new Redis(url, { lazyConnect: true, retryStrategy: () => null });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.ping()) === 'PONG';
  } catch {
    return false;
  } finally {
    client.disconnect();
  }
}
