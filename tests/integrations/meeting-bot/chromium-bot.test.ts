import { mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { findBrowser } from '@/app/integrations/meeting-bot/find-browser.server';
import type { VisitState } from '@/app/integrations/meeting-bot/port';
import { makeScratchFolder, removeScratchFolder } from '@/app/integrations/meeting-bot/scratch-folder.server';
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

const newFolder = async (name: string) => {
  const folder = path.join(inject('runFolder'), 'assistant', name);
  await mkdir(folder, { recursive: true });
  return folder;
};

const request = (
  room: Room,
  folder: string,
  stop: AbortController,
  onState = (_state: VisitState) => {},
) => ({
  room: room.code,
  botName: 'Assistente',
  announcement: 'This meeting is recorded.',
  maxWaitMs: 20_000,
  leaveAt: new Date(Date.now() + 60_000),
  folder,
  signal: stop.signal,
  onState,
});

describe('the assistant', () => {
  const meet = { url: 'http://127.0.0.1' } as FakeMeet;

  it('cannot come from a machine without a browser', async () => {
    for (const browser of [undefined, '/nonexistent/chromium']) {
      const bot = createQuickBot(meet, { findBrowser: () => browser });
      expect(await bot.obstacle()).toBe('no-browser');
    }
    const bot = createQuickBot(meet, { findBrowser: () => undefined });
    const nowhere = { code: 'abc-defg-hij' } as Room;
    expect(await bot.visit(request(nowhere, await newFolder('none'), new AbortController()))).toEqual({
      reason: 'no-browser',
    });
  });

  it('uses the browser of the settings, else the first that is installed', async () => {
    const folder = await newFolder('programs');
    await writeFile(path.join(folder, 'chromium'), '', { mode: 0o700 });
    expect(findBrowser('/opt/chromium', folder)).toBe('/opt/chromium');
    expect(findBrowser(undefined, `/nonexistent:${folder}`)).toBe(path.join(folder, 'chromium'));
    expect(findBrowser(undefined, '/nonexistent')).toBeUndefined();
  });
});

describeWithChromium('a visit', () => {
  let meet: FakeMeet;

  beforeAll(async () => {
    meet = await startFakeMeet();
  });
  afterAll(() => meet.close());

  it('does not come when it was stopped before', async () => {
    const room = meet.room();
    const stop = new AbortController();
    stop.abort();
    const bot = createQuickBot(meet);
    expect(await bot.obstacle()).toBeNull();
    expect(await bot.visit(request(room, await newFolder('stopped'), stop))).toEqual({ reason: 'stopped' });
    expect(room.log.arrivals).toBe(0);
  });

  it('says how far it is, and hides nothing', async () => {
    const room = meet.room({
      people: ['Ana Souza'],
      events: [{ do: 'join', name: 'Bruno Lima', afterMs: 2_000 }],
    });
    const stop = new AbortController();
    const states: VisitState[] = [];
    const askedAt = Date.now();
    const folder = await newFolder('states');
    const visit = createQuickBot(meet).visit(request(room, folder, stop, (state) => states.push(state)));
    await until(() => states.some((state) => state.phase === 'recording' && state.people.length === 2), {
      what: () => `two people: ${JSON.stringify(states)}`,
    });
    const { browsers } = processesOf(room.code);
    const commands = runningProcesses().filter(({ group }) => browsers.some(({ pid }) => pid === group));
    stop.abort();
    expect(await visit).toEqual({ reason: 'stopped' });

    expect(states.map(({ phase }) => phase)).toEqual(['entering', 'lobby', 'recording', 'recording']);
    const [, lobby, first, second] = states;
    if (lobby?.phase !== 'lobby' || first?.phase !== 'recording' || second?.phase !== 'recording')
      throw new Error();
    expect(lobby.lastsUntil.getTime() - 20_000 - room.log.knocks[0]!.at).toBeLessThan(2_000);
    expect(first.since.getTime()).toBeGreaterThan(askedAt);
    expect([first.people, second.people]).toEqual([['Ana Souza'], ['Ana Souza', 'Bruno Lima']]);
    expect(second.since).toEqual(first.since);
    expect(commands.some(({ command }) => command.includes('--disable-dev-shm-usage'))).toBe(true);
    expect(room.log.userAgents.every((agent) => /HeadlessChrome/.test(agent))).toBe(true);
    expect(room.log.chat).toEqual(['This meeting is recorded.']);
  });

  it('keeps what a profile of the operator’s learns', async () => {
    const profileDir = await newFolder('profile');
    const room = meet.room({ entrance: 'open', events: [{ do: 'end', afterMs: 1_500 }] });
    const bot = createQuickBot(meet, { profileDir });
    const visited = await bot.visit(request(room, await newFolder('with-profile'), new AbortController()));
    expect(visited).toEqual({ reason: 'ended' });
    expect((await stat(path.join(profileDir, 'Default'))).isDirectory()).toBe(true);
  });
});

describe('the folder of a browser', () => {
  it('goes when it was left by processes that were killed', async () => {
    const parent = await newFolder('scratch');
    const [stale, recent] = [await makeScratchFolder(parent), await makeScratchFolder(parent)];
    const others = path.join(parent, 'others');
    await mkdir(others);
    const threeDaysAgo = new Date(Date.now() - 3 * 24 * 3_600_000);
    for (const old of [stale, others]) await utimes(old, threeDaysAgo, threeDaysAgo);
    const fresh = await makeScratchFolder(parent);
    await removeScratchFolder(others);
    expect((await readdir(parent)).sort()).toEqual(
      [recent, fresh, others].map((one) => path.basename(one)).sort(),
    );
  });
});

describe('what a visit leaves', () => {
  const bot = createQuickBot({ url: 'http://127.0.0.1' } as FakeMeet);

  it('is nothing without sound', async () => {
    const folder = await newFolder('empty');
    expect(await bot.readPiece(folder)).toBeNull();
    await writeFile(path.join(folder, 'audio.webm'), '');
    expect(await bot.readPiece(folder)).toBeNull();
    expect(await bot.readPiece(path.join(folder, 'absent'))).toBeNull();
  });

  it('can be read although the last line is half', async () => {
    const folder = await newFolder('half');
    await writeFile(path.join(folder, 'audio.webm'), 'sound');
    await writeFile(path.join(folder, 'meta.json'), '{"startedAt":"2026-03-01T12:00:00.000Z"}');
    const whole = JSON.stringify({ kind: 'people', atMs: 0, people: ['Ana'] });
    await writeFile(path.join(folder, 'timeline.jsonl'), `${whole}\n{"kind":"sound","star`);
    expect(await bot.readPiece(folder)).toEqual({
      audioPath: path.join(folder, 'audio.webm'),
      startedAt: new Date('2026-03-01T12:00:00.000Z'),
      timeline: { people: ['Ana'], spoken: [] },
      isUnheard: false,
    });
  });

  it('can be read without a start', async () => {
    const folder = await newFolder('startless');
    await writeFile(path.join(folder, 'audio.webm'), 'sound');
    await writeFile(path.join(folder, 'meta.json'), '{"star');
    const piece = await bot.readPiece(folder);
    expect(Date.now() - piece!.startedAt.getTime()).toBeLessThan(60_000);
    await rm(folder, { recursive: true });
  });
});
