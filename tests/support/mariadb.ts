import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, open, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { promisify } from 'node:util';
import mysql from 'mysql2/promise';
import { freePort } from './free-port';
import { until } from './until';

export interface MariaDbPrograms {
  server: string;
  install: string;
}

export interface MariaDb {
  /** Without a database name. */
  url: string;
  /** Shuts the server down gracefully; its data stays. */
  shutDown(): Promise<void>;
  /** Restarts it with the same data. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** The installed programs, or null if one is missing. */
export function findMariaDb(): MariaDbPrograms | null {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin', '/usr/local/sbin'];
  const find = (program: string) =>
    folders.map((folder) => path.join(folder, program)).find((candidate) => existsSync(candidate));
  const server = find('mariadbd');
  const install = find('mariadb-install-db');
  return server && install ? { server, install } : null;
}

const asRoot = process.getuid?.() === 0 ? ['--user=root'] : [];

/** Durability is off: no test data has to survive a crash. */
const FAST = [
  '--innodb-flush-log-at-trx-commit=0',
  '--innodb-flush-method=nosync',
  '--innodb-doublewrite=0',
  '--innodb-log-file-size=16M',
  '--innodb-buffer-pool-size=128M',
  '--performance-schema=OFF',
  '--skip-log-bin',
];

/**
 * Kills the server, and removes its folder unless it will restart, as soon as the pipe at descriptor 3
 * closes, which happens however the process at its other end dies.
 */
const GUARDED = `
  folder=$1; shift
  "$@" 3<&- & server=$!
  { read -r _ <&3; kill -9 "$server"; } & guard=$!
  wait "$server"
  kill "$guard"
  [ -e "$folder/keep" ] || rm -rf "$folder"`;

/**
 * Starts a private MariaDB on a free loopback port, with its files in `folder`, which is removed at the end.
 * @param options of the server, which override those of tests
 */
export async function startMariaDb(
  programs: MariaDbPrograms,
  folder: string,
  options: readonly string[] = [],
): Promise<MariaDb> {
  await mkdir(folder, { recursive: true });
  const data = path.join(folder, 'data');
  await promisify(execFile)(programs.install, [
    '--no-defaults',
    ...asRoot,
    `--datadir=${data}`,
    '--auth-root-authentication-method=normal',
    '--skip-test-db',
    '--skip-name-resolve',
  ]);
  const port = await freePort();
  const command = [
    programs.server,
    '--no-defaults',
    ...asRoot,
    ...FAST,
    ...options,
    `--datadir=${data}`,
    `--socket=${path.join(folder, 'socket')}`,
    `--pid-file=${path.join(folder, 'pid')}`,
    '--bind-address=127.0.0.1',
    `--port=${port}`,
    '--skip-name-resolve',
  ];
  const url = `mysql://root@127.0.0.1:${port}`;
  const keep = path.join(folder, 'keep');
  let guard = await startGuarded(folder, command, url);
  const hasEnded = () => guard.exitCode !== null || guard.signalCode !== null || once(guard, 'exit');
  return {
    url,
    shutDown: async () => {
      await writeFile(keep, '');
      process.kill(Number(await readFile(path.join(folder, 'pid'), 'utf8')), 'SIGTERM');
      await hasEnded();
    },
    restart: async () => {
      guard = await startGuarded(folder, command, url);
    },
    stop: async () => {
      await rm(keep, { force: true });
      (guard.stdio[3] as Writable).end();
      await hasEnded();
    },
  };
}

async function startGuarded(folder: string, command: string[], url: string): Promise<ChildProcess> {
  const logFile = path.join(folder, 'log');
  const log = await open(logFile, 'a');
  // In its own process group, or Ctrl+C would end the guard before the server.
  const guard = spawn('sh', ['-c', GUARDED, 'sh', folder, ...command], {
    detached: true,
    stdio: ['ignore', log.fd, log.fd, 'pipe'],
  });
  await log.close();
  await untilReady(url, guard, logFile);
  return guard;
}

async function untilReady(url: string, guard: ChildProcess, logFile: string): Promise<void> {
  const isAnswering = async () => {
    try {
      const connection = await mysql.createConnection(url);
      await connection.end();
      return true;
    } catch (error) {
      if (guard.exitCode !== null) throw new Error('MariaDB ended at once', { cause: error });
      return false;
    }
  };
  await until(isAnswering, { what: () => `an answer of MariaDB:\n${readFileSync(logFile, 'utf8')}` });
}
