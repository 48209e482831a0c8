import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtCommand } from '@/tests/support/built';
import { type RunningCeleste, startCeleste } from '@/tests/support/celeste';
import { SLOW } from '@/tests/support/until';

/** Ids of the processes that use a data folder, by their environment. */
function processesOf(dataDir: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return (
        /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`DATA_DIR=${dataDir}\0`)
      );
    } catch {
      return false;
    }
  });
}

/** Kills it when it has not ended by itself after a while. */
async function runToEnd(args: string[], env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, args, { env, timeout: 20_000, stdio: ['ignore', 'pipe', 'pipe'] });
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ]);
  return { stdout, stderr, code };
}

describe('both processes', () => {
  let celeste: RunningCeleste;

  beforeAll(async () => {
    celeste = await startCeleste();
  });

  afterAll(() => celeste.stop());

  it.each([
    ['start', 'npm start'],
    ['web', 'npm run web'],
  ] as const)(
    'exit with one line when their port is in use, before they touch a database (%s)',
    async (command, typed) => {
      const port = Number(new URL(celeste.address).port);
      const dataDir = `${celeste.dataDir}/second`;
      const { message } = (await startCeleste({ command, env: { PORT: String(port) }, dataDir }).catch(
        (error: Error) => error,
      )) as Error;
      expect(message).toBe(
        `Celeste did not start:\nPort ${port} is in use; choose another, for example PORT=${port + 1} ${typed}\n`,
      );
      expect(processesOf(dataDir)).toEqual([]);
      expect(existsSync(`${dataDir}/celeste.sqlite`)).toBe(false);
    },
  );

  it('end with the shell of npm, which does not pass signals on', async () => {
    const dataDir = `${celeste.dataDir}/orphaned`;
    const env: NodeJS.ProcessEnv = {
      NODE_ENV: 'production',
      PATH: process.env.PATH,
      PORT: '0',
      DATA_DIR: dataDir,
      npm_lifecycle_event: 'start',
    };
    const script =
      "require('node:child_process').spawn(process.execPath, ['bin/celeste.mjs', 'start'], { stdio: 'inherit' })";
    const shell = spawn(process.execPath, ['-e', script], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    await once(shell.stdout, 'data');
    expect(processesOf(dataDir).length).toBeGreaterThan(2);
    shell.kill('SIGKILL');
    await expect.poll(() => processesOf(dataDir), SLOW).toEqual([]);
  });

  it.each([
    ['npm start', [builtCommand('start')]],
    ['npm run web', [builtCommand('web')]],
    ['npm run dev', ['--import', 'tsx', 'bin/dev.ts']],
  ])('exit with one line when the secret of the webhook is missing (%s)', async (_typed, args) => {
    const dataDir = `${celeste.dataDir}/incomplete`;
    const env: NodeJS.ProcessEnv = {
      NODE_ENV: 'production',
      PATH: process.env.PATH,
      PORT: '0',
      DATA_DIR: dataDir,
      STRIPE_SECRET_KEY: 'sk_test_x',
    };
    const { stdout, stderr, code } = await runToEnd(args, env);
    expect([code, stdout, stderr]).toEqual([
      1,
      '',
      'STRIPE_WEBHOOK_SECRET: got nothing, takes what npm run admin -- stripe-setup prints\n',
    ]);
    expect(processesOf(dataDir)).toEqual([]);
    expect(existsSync(`${dataDir}/celeste.sqlite`)).toBe(false);
  });

  it('stop on shutdown', async () => {
    // The supervisor, the web server and the worker; the web server may keep one for files.
    expect(processesOf(celeste.dataDir).length).toBeGreaterThanOrEqual(3);
    await celeste.stop();
    await expect.poll(() => processesOf(celeste.dataDir)).toEqual([]);
  });
});

it('does not wait for a hung process on shutdown', async () => {
  const celeste = await startCeleste();
  const worker = processesOf(celeste.dataDir).find((pid) =>
    readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('worker.js'),
  );
  process.kill(Number(worker), 'SIGSTOP');
  await celeste.stop();
  await expect.poll(() => processesOf(celeste.dataDir)).toEqual([]);
});
