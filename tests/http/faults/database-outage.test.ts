import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Libsql from 'libsql';
import mysql from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { projectDir } from '@/app/config/env.server';
import { builtCommand } from '@/tests/support/built';
import { type RunningCeleste, startCeleste } from '@/tests/support/celeste';
import { findMariaDb, type MariaDb, startMariaDb } from '@/tests/support/mariadb';
import { signUp, TestUser } from '@/tests/support/test-user';

const programs = findMariaDb();
/** Shorter than the writers' lock timeout. */
const LOCKED_MS = 10_000;
/** For a process to find no database when it starts; it may also start later. */
const DOWN_MS = 500;

const logged = async ({ dataDir }: RunningCeleste) =>
  (await readFile(path.join(dataDir, 'log/celeste.log'), 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { pid: number; level: number; msg: string });

/** Logged warnings, errors and database outages, by process id. */
async function problemsLogged(celeste: RunningCeleste): Promise<Record<string, string[]>> {
  const told: Record<string, string[]> = {};
  for (const { pid, level, msg } of await logged(celeste)) {
    if (level > 30 || msg.startsWith('the database')) told[pid] = [...(told[pid] ?? []), msg];
  }
  return told;
}

/** Process ids of the web and the worker process. */
function childPids(celeste: RunningCeleste): string[] {
  const parent = String(celeste.process.pid);
  return readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid) && parentOf(pid) === parent)
    .sort();
}

function parentOf(pid: string): string | undefined {
  try {
    return /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  } catch {
    return undefined;
  }
}

describe.skipIf(!programs)('a MariaDB outage', () => {
  let server: MariaDb;
  let celeste: RunningCeleste;
  let url: string;

  beforeAll(async () => {
    const folder = await mkdtemp(path.join(inject('runFolder'), 'outage-'));
    server = await startMariaDb(programs!, path.join(folder, 'mariadb'));
    const connection = await mysql.createConnection(server.url);
    await connection.query('CREATE DATABASE celeste');
    await connection.end();
    url = `${server.url}/celeste`;
    celeste = await startCeleste({ env: { DATABASE_URL: url } });
  });

  afterAll(async () => {
    await celeste.stop();
    await server.stop();
  });

  const admin = (env: Record<string, string>) =>
    new Promise<{ code: unknown; out: string; error: string }>((resolve) => {
      const options = { cwd: projectDir, env: { ...process.env, DATA_DIR: celeste.dataDir, ...env } };
      execFile(process.execPath, [builtCommand('admin'), 'migrations'], options, (failed, out, error) =>
        resolve({ code: failed?.code ?? 0, out, error }),
      );
    });

  it('ends neither process, shows an error page, and is recovered from', async () => {
    const ana = await signUp(celeste);
    await ana.post('/language', { lang: 'en' });
    const rui = new TestUser(celeste.address);
    const before = childPids(celeste);
    expect(before).toHaveLength(2);

    await server.shutDown();
    for (let round = 0; round < 5; round += 1) {
      for (const [person, title] of [
        [ana, 'Service temporarily unavailable'],
        [rui, 'Serviço fora do ar no momento'],
      ] as const) {
        const { status, headers, body } = await person.get('/dashboard');
        expect([status, headers.get('Retry-After')]).toEqual([503, '10']);
        expect(body).toContain(title);
      }
    }
    const refused = await ana.post('/account', { intent: 'profile', name: 'Ana Maria' });
    expect(refused.status).toBe(503);
    expect(refused.body).not.toContain('ECONNREFUSED');
    expect((await rui.get('/healthz')).status).toBe(200);
    expect((await rui.get('/readyz')).status).toBe(503);
    // Both processes have logged the outage.
    await expect.poll(async () => Object.keys(await problemsLogged(celeste)).length).toBe(2);

    await server.restart();
    await expect.poll(async () => (await ana.get('/dashboard')).status).toBe(200);
    expect((await ana.post('/transcriptions', { intent: 'sample' })).status).toBe(303);
    await expect
      .poll(async () => (await logged(celeste)).map(({ msg }) => msg), { timeout: 45_000 })
      .toContain('job done');
    expect(childPids(celeste)).toEqual(before);
    const told = Object.values(await problemsLogged(celeste));
    expect(told).toEqual([
      ['the database is away', 'the database is back'],
      ['the database is away', 'the database is back'],
    ]);
  });

  it('at startup is waited for, with one line', async () => {
    await celeste.stop();
    await server.shutDown();
    const impatient = { DATABASE_URL: url, DATABASE_WAIT_SECONDS: '1' };
    const { code, out, error } = await admin(impatient);
    expect([code, out]).toEqual([1, '']);
    expect(error).toMatch(
      /^DATABASE_URL: the database does not answer, waiting up to 1 s for it: connect ECONNREFUSED 127.0.0.1:\d+\nmigrations: DATABASE_URL: the database did not answer in 1 s: connect ECONNREFUSED 127.0.0.1:\d+\n$/,
    );
    await expect(startCeleste({ command: 'worker', env: impatient })).rejects.toThrow(
      /^Celeste did not start:\nDATABASE_URL: the database does not answer[^\n]+\nDATABASE_URL: the database did not answer in 1 s: [^\n]+\n$/,
    );

    const starting = startCeleste({ env: { DATABASE_URL: url } });
    await sleep(DOWN_MS);
    await server.restart();
    celeste = await starting;
    expect(celeste.output()).toMatch(
      /^(DATABASE_URL: the database does not answer, waiting [^\n]+\n)?Celeste is at \S+\n$/,
    );
    expect(await admin({ DATABASE_URL: url })).toMatchObject({ code: 0, error: '' });
  });

  it('is not assumed when the database rejects the credentials', async () => {
    const { code, error } = await admin({ DATABASE_URL: url.replace('root@', 'nobody:secret@') });
    expect(code).toBe(1);
    expect(error).toMatch(
      /^migrations: DATABASE_URL: the database refuses the connection: Access denied [^\n]+\n$/,
    );
    expect(error).not.toContain('secret');
  });
});

it('loses nothing and ends neither process while another process locks SQLite for 10 s', async () => {
  const celeste = await startCeleste();
  const ana = await signUp(celeste);
  const before = childPids(celeste);
  const other = new Libsql(path.join(celeste.dataDir, 'celeste.sqlite'));
  other.exec('BEGIN IMMEDIATE');
  const sent = ana.post('/transcriptions', { intent: 'sample' });
  await sleep(LOCKED_MS);
  other.exec('COMMIT');
  other.close();
  expect((await sent).status).toBe(303);
  await expect
    .poll(async () => (await logged(celeste)).map(({ msg }) => msg), { timeout: 45_000 })
    .toContain('job done');
  expect(childPids(celeste)).toEqual(before);
  expect(await problemsLogged(celeste)).toEqual({});
  await celeste.stop();
});
