import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { childScript } from '@/app/config/child-script.server';
import { readPiece } from '@/app/integrations/meeting-bot/read-piece.server';
import { describeWithChromium } from '../../support/browser';
import {
  createQuickBot,
  type FakeMeet,
  processesOf,
  type Room,
  startFakeMeet,
} from '../../support/fake-meet';
import { runningProcesses } from '../../support/running-processes';
import { until } from '../../support/until';

interface Visit {
  room: Room;
  folder: string;
  parent: ChildProcess;
  child: number;
  /** The folder of the browser's own files. */
  scratch: string;
  /** Process groups of the child and its browser. */
  groups: number[];
}

/** The silence that a child bears, and the time for its farewell. */
const LOST_MS = 20_000;

describeWithChromium('the processes of a visit', (chromium) => {
  let meet: FakeMeet;
  const groups = new Set<number>();

  beforeAll(async () => {
    meet = await startFakeMeet();
  });
  // What a failed test has left.
  afterAll(async () => {
    for (const { pid } of runningProcesses().filter(({ group }) => groups.has(group)))
      process.kill(pid, 'SIGKILL');
    await meet.close();
  });

  /** Starts a visit in a process of its own, and waits until it has recorded something. */
  async function visit(): Promise<Visit> {
    childScript('app/integrations/meeting-bot/meet/child.ts');
    const room = meet.room();
    const folder = path.join(inject('runFolder'), 'lifetimes', room.code);
    await mkdir(folder, { recursive: true });
    const script = childScript('tests/integrations/meeting-bot/visit-forever.ts');
    const parent = fork(script.path, [meet.url, room.code, folder, chromium], { detached: true });
    groups.add(parent.pid!);
    const size = () =>
      stat(path.join(folder, 'audio.webm')).then(
        ({ size }) => size,
        () => 0,
      );
    await until(async () => (await size()) > 0, { what: 'a recording' });
    const { children, browsers } = processesOf(room.code);
    const child = children[0]!.pid;
    const own = [child, ...browsers.map(({ pid }) => pid)];
    for (const group of own) groups.add(group);
    const environment = await readFile(`/proc/${child}/environ`, 'utf8');
    const scratch = /TMPDIR=([^\0]+)/.exec(environment)![1]!;
    return { room, folder, parent, child, scratch, groups: own };
  }

  const running = ({ groups }: Visit) => runningProcesses().filter(({ group }) => groups.includes(group));

  const untilGone = (started: Visit) =>
    until(() => running(started).length === 0, {
      what: () => `the end of ${JSON.stringify(running(started))}`,
      timeoutMs: LOST_MS,
    });

  async function expectPiece({ folder }: Visit): Promise<void> {
    const piece = await readPiece(folder);
    expect(piece?.timeline.people).toEqual(['Ana Souza', 'Bruno Lima']);
    expect(Date.now() - piece!.startedAt.getTime()).toBeLessThan(60_000);
  }

  it.concurrent('end when the parent is killed, and leave the call', async () => {
    const started = await visit();
    expect(running(started).length).toBeGreaterThan(3);
    started.parent.kill('SIGKILL');
    await untilGone(started);
    await expectPiece(started);
    expect(started.room.log).toMatchObject({ present: 0, farewells: 1 });
    expect(existsSync(started.scratch)).toBe(false);
  });

  it.concurrent('end when the parent is silent', async () => {
    const started = await visit();
    started.parent.kill('SIGSTOP');
    await untilGone(started);
    started.parent.kill('SIGKILL');
    await expectPiece(started);
  });

  it.concurrent('end when parent and child are killed at once', async () => {
    const started = await visit();
    started.parent.kill('SIGKILL');
    process.kill(started.child, 'SIGKILL');
    await untilGone(started);
    await expectPiece(started);
  });

  it.concurrent('end when the child is killed', async () => {
    const started = await visit();
    process.kill(started.child, 'SIGKILL');
    await untilGone(started);
    if (started.parent.exitCode === null) await once(started.parent, 'exit');
    await expectPiece(started);
  });

  it.concurrent('end when a child that hangs is told to stop', async () => {
    const room = meet.room();
    const folder = path.join(inject('runFolder'), 'lifetimes', room.code);
    await mkdir(folder, { recursive: true });
    const stop = new AbortController();
    const visited = createQuickBot(meet).visit({
      room: room.code,
      botName: 'Assistente',
      announcement: 'This meeting is recorded.',
      maxWaitMs: 60_000,
      leaveAt: new Date(Date.now() + 600_000),
      folder,
      signal: stop.signal,
      onState: () => undefined,
    });
    await until(() => room.log.admissions === 1, { what: 'an admission' });
    await sleep(500);
    const { children, browsers } = processesOf(room.code);
    process.kill(children[0]!.pid, 'SIGSTOP');
    stop.abort();
    expect(await visited).toEqual({ reason: 'stopped' });
    const groups = [...children, ...browsers].map(({ pid }) => pid);
    await until(() => runningProcesses().every(({ group }) => !groups.includes(group)), {
      what: 'their end',
    });
  });
});
