import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ChildFailure, runChild } from '@/app/integrations/media/run-child.server';

const start = (script: string) =>
  spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });

const limits = { timeoutMs: 60_000, maxMemoryBytes: 1024 ** 3 };
const readAll = async (stdout: NodeJS.ReadableStream) => ({ result: await text(stdout) });

describe('a child process', () => {
  it('is killed after it sent done, with all its output, even if it would keep running', async () => {
    const stays = `process.stdout.write('x'.repeat(300000), () => process.send('done')); setInterval(() => {}, 1000)`;
    const child = start(stays);
    expect(await runChild(child, limits, readAll)).toMatchObject({
      exitCode: 0,
      result: 'x'.repeat(300_000),
    });
    expect(child.signalCode).toBe('SIGKILL');
  });

  it('reports its exit code when it exits without sending done', async () => {
    const child = start(`process.stdout.write('half', () => process.exit(3))`);
    expect(await runChild(child, limits, readAll)).toMatchObject({ exitCode: 3, result: 'half' });
  });

  it('loses no output when the reader starts after it exited', async () => {
    const child = start(`process.stdout.write('whole', () => process.exit(0))`);
    const gone = once(child, 'exit');
    const readLate = async (stdout: NodeJS.ReadableStream) => {
      await gone;
      await setImmediate();
      return readAll(stdout);
    };
    expect(await runChild(child, limits, readLate)).toMatchObject({ exitCode: 0, result: 'whole' });
  });

  it('rejects with ChildFailure when another process killed it', async () => {
    const child = start(`process.kill(process.pid, 'SIGTERM')`);
    await expect(runChild(child, limits, readAll)).rejects.toThrow(ChildFailure);
  });
});
