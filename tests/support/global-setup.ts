import { spawnSync } from 'node:child_process';
import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { findMariaDb, type MariaDb, type MariaDbPrograms, startMariaDb } from './mariadb';

declare module 'vitest' {
  interface ProvidedContext {
    /** Of this run only, removed at its end. */
    runFolder: string;
    /** Loopback port that answers a connection with MariaDB's URL; null without MariaDB. */
    mariaDbPort: number | null;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const runFolder = await createRunFolder();
  // For the tests' own temporary files, and those of their child processes.
  process.env.TMPDIR = runFolder;
  process.once('exit', () => rmSync(runFolder, { recursive: true, force: true, maxRetries: 3 }));
  const programs = findMariaDb();
  if (!programs) explainAbsence();
  const mariaDb = programs && (await startOnDemand(programs, path.join(runFolder, 'mariadb')));
  project.provide('runFolder', runFolder);
  project.provide('mariaDbPort', mariaDb?.port ?? null);
  return async () => mariaDb?.stop();
}

const IN_MEMORY = '/dev/shm';
const ENOUGH_BYTES = 4 * 1024 ** 3;

/** In memory where there is room: on a disk, tests mostly wait for durable commits. */
async function createRunFolder(): Promise<string> {
  if (!process.env.TMPDIR && hasRoom(IN_MEMORY)) {
    const folder = await mkdtemp(path.join(IN_MEMORY, 'celeste-tests-'));
    if (mayExecute(folder)) return folder;
    await rm(folder, { recursive: true });
  }
  return mkdtemp(path.join(tmpdir(), 'celeste-tests-'));
}

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= ENOUGH_BYTES;
  } catch {
    return false;
  }
}

/** Some systems mount it without. */
function mayExecute(folder: string): boolean {
  const script = path.join(folder, 'script');
  writeFileSync(script, '#!/bin/sh\n', { mode: 0o700 });
  return spawnSync(script).status === 0;
}

function explainAbsence(): void {
  const message =
    'mariadbd and mariadb-install-db are not installed (Debian: apt-get install mariadb-server)';
  if (process.env.CI) throw new Error(message);
  process.stderr.write(`\n!!! EVERY "on MariaDB" SUITE IS LEFT OUT of this run: ${message}\n\n`);
}

/** Starts MariaDB lazily: it takes a second, which a run without database tests should not pay. */
async function startOnDemand(programs: MariaDbPrograms, folder: string) {
  let running: Promise<MariaDb> | undefined;
  const launcher = net.createServer((socket) => {
    running ??= startMariaDb(programs, folder);
    running.then(
      ({ url }) => socket.end(url),
      (error: Error) => {
        process.stderr.write(`${error.stack}\n`);
        socket.destroy();
      },
    );
  });
  await new Promise<void>((resolve) => launcher.listen(0, '127.0.0.1', resolve));
  return {
    port: (launcher.address() as net.AddressInfo).port,
    stop: async () => {
      launcher.close();
      await running?.then((mariaDb) => mariaDb.stop());
    },
  };
}
