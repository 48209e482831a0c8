import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { watchHeartbeats } from '@/app/config/heartbeat.server';
import { SLOW } from '@/tests/support/until';

const SCRIPT = path.join(import.meta.dirname, '../../support/heartbeat-process.ts');
/** Far above the child's own, so that a busy machine is not taken for a blocked process. */
const INTERVAL_MS = 150;
/** Longer than the watch waits. */
const LONG_MS = 9 * INTERVAL_MS;

const children: ChildProcess[] = [];

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

async function watched(execArgv: string[] = []) {
  const child = fork(SCRIPT, [], { execArgv: ['--import', 'tsx', ...execArgv], silent: true });
  children.push(child);
  const onBlocked = vi.fn();
  watchHeartbeats(child, onBlocked, { intervalMs: INTERVAL_MS });
  await once(child, 'message');
  return { child, onBlocked };
}

it('tells once of a process whose event loop is blocked, and of no other', async () => {
  const { child, onBlocked } = await watched();
  await sleep(LONG_MS);
  expect(onBlocked).not.toHaveBeenCalled();
  child.send('block');
  await expect.poll(() => onBlocked.mock.calls.length, SLOW).toBe(1);
  await sleep(LONG_MS);
  expect(onBlocked).toHaveBeenCalledOnce();
});

it.runIf(process.platform === 'linux')(
  'spares a process that was suspended, also when it goes on',
  async () => {
    const { child, onBlocked } = await watched();
    child.kill('SIGSTOP');
    await sleep(LONG_MS);
    child.kill('SIGCONT');
    await once(child, 'message');
    await sleep(LONG_MS);
    expect(onBlocked).not.toHaveBeenCalled();
  },
);

it('spares a process that is being debugged', async () => {
  const { child, onBlocked } = await watched(['--inspect=127.0.0.1:0']);
  child.send('block');
  await sleep(LONG_MS);
  expect(onBlocked).not.toHaveBeenCalled();
});

it('counts its own time: after a sleep of both, nobody is blamed', async () => {
  const { child, onBlocked } = await watched();
  // As when the whole group is stopped: no tick here, no heartbeat there.
  child.kill('SIGSTOP');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LONG_MS);
  child.kill('SIGCONT');
  await sleep(LONG_MS);
  expect(onBlocked).not.toHaveBeenCalled();
});
