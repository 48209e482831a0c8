import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import {
  findAbandonedWork,
  makeOwnFolder,
  removeAbandonedWork,
  workPath,
} from '@/app/config/own-work.server';

const MINUTE_MS = 60_000;
const ANOTHER_MACHINE = 'abcdef012345';

let parent: string;
const processes: ChildProcess[] = [];

beforeEach(async () => {
  parent = await mkdtemp(path.join(inject('runFolder'), 'work-'));
});

afterEach(async () => {
  for (const child of processes.splice(0)) await kill(child);
});

/** Starts another process of this machine, with work of its own in the same folder. */
async function processAtWork(): Promise<ChildProcess> {
  const script = `
    import { makeOwnFolder } from './app/config/own-work.server.ts';
    await makeOwnFolder(${JSON.stringify(parent)}, 'transcribe');
    process.send('at work');
    setInterval(() => undefined, 60_000);`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', script], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  processes.push(child);
  await once(child, 'message');
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** Creates work of a process with this mark, with its last heartbeat some minutes ago. */
async function left(name: string, minutes: number): Promise<void> {
  const folder = path.join(parent, name);
  await mkdir(folder, { recursive: true });
  const then = new Date(Date.now() - minutes * MINUTE_MS);
  await utimes(folder, then, then);
}

describe('unfinished work', () => {
  it('is removed once its process was killed, and not while it lives', async () => {
    const mine = await makeOwnFolder(parent, 'copy');
    await writeFile(workPath(parent, 'note'), 'half');
    const child = await processAtWork();
    await removeAbandonedWork(parent);
    expect(await readdir(parent)).toHaveLength(3);
    await kill(child);
    const dead = await findAbandonedWork(parent);
    expect(dead).toHaveLength(1);
    expect(dead[0]!.name).toMatch(/^transcribe-.{6}$/);
    await removeAbandonedWork(parent);
    const names = await readdir(parent);
    expect(names).toHaveLength(2);
    expect(names).toContain(path.basename(mine));
  });

  it('is removed when its pid is reused', async () => {
    const [, machine, pid, start] = /^(.{12})-(\d+)-(\d+)~/.exec(path.basename(workPath(parent, 'x')))!;
    await left(`${machine}-${pid}-${Number(start) + 1}~earlier`, 0);
    await left(`${machine}-${pid}-${start}~now`, 60);
    await removeAbandonedWork(parent);
    expect(await readdir(parent)).toEqual([`${machine}-${pid}-${start}~now`]);
  });

  it('is kept for the lease when its process is on another machine', async () => {
    await left(`${ANOTHER_MACHINE}-${process.pid}-1~fresh`, 4);
    await left(`${ANOTHER_MACHINE}-${process.pid}-1~old`, 6);
    await left('not-ours', 60);
    await removeAbandonedWork(parent);
    expect((await readdir(parent)).sort()).toEqual([`${ANOTHER_MACHINE}-${process.pid}-1~fresh`, 'not-ours']);
  });
});
