import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { settings } from '@/app/config/env.server';
import { signUp, type TestUser } from '@/tests/support/test-user';
import { signInto } from '../support/browser';
import { type RunningCeleste, startCeleste } from '../support/celeste';
import { freePort } from '../support/free-port';
import type { EditableText } from './editable-text';
import { count, Device, type EditingPage, type EditingSession } from './editing-device';
import { Random } from './random';
import { type Figures, printProgress, type Soak } from './soak';
import { Traces } from './traces';

export const KILLS = [
  'tab crashed',
  'tab closed',
  'page left',
  'browser killed',
  'device lost',
  'server killed',
  'network off',
  'answers lost',
] as const;

export type Kill = (typeof KILLS)[number];

/** While something is down. */
const MAX_EDITS_DURING_OUTAGE = 6;
const LONGEST_PAUSE_MS = 900;
const REST_MS = 60_000;
const SAVE_EACH = 4;

/** @param editsPerKill number of edits per kill */
export function soakOf(text: EditableText, editsPerKill: number): Soak {
  return ({ count: edits, seed }) => {
    const random = new Random(seed);
    const kills = Array.from({ length: Math.ceil(edits / editsPerKill) }, () => random.pick(KILLS));
    return editWhileKilling(text, kills, random, { edits });
  };
}

/**
 * Edits a text at random, in one to four pages, on one or two devices, with repeated crashes and outages.
 * After each one it asserts that the server has every edit that it had confirmed or that a browser had stored
 * on disk, except those that a user visibly removed.
 * @throws AssertionError when an edit is missing
 */
export async function editWhileKilling(
  text: EditableText,
  kills: Kill[],
  random: Random,
  { edits }: { edits: number },
): Promise<Figures> {
  const port = await freePort();
  const editing = await Editing.start(text, port, random);
  try {
    for (const [index, kill] of kills.entries()) {
      await editing.openPages();
      const share =
        Math.round((edits * (index + 1)) / kills.length) - Math.round((edits * index) / kills.length);
      await editing.edit(share);
      await editing.cutOff(kill);
      await editing.prove();
      printProgress(`${index + 1} of ${kills.length}: ${kill}`);
      if (index % SAVE_EACH === SAVE_EACH - 1) await editing.save();
    }
    return editing.figures();
  } finally {
    await editing.stop();
  }
}

class Editing {
  readonly #port: number;
  readonly #owner: TestUser;
  readonly #path: string;
  readonly #desk: EditingSession;
  #celeste: RunningCeleste;
  #devices: Device[] = [];

  private constructor(
    port: number,
    celeste: RunningCeleste,
    owner: TestUser,
    path: string,
    desk: EditingSession,
  ) {
    this.#port = port;
    this.#celeste = celeste;
    this.#owner = owner;
    this.#path = path;
    this.#desk = desk;
  }

  static async start(text: EditableText, port: number, random: Random): Promise<Editing> {
    const celeste = await startWeb(port);
    const owner = await signUp(celeste);
    const path = await text.make(celeste, owner);
    const editing = new Editing(port, celeste, owner, path.split('?')[0]!, {
      text,
      random,
      traces: new Traces(),
      counts: new Map(),
      signIn: (context) => signInto(context, celeste, owner),
      address: `${celeste.address}${path}`,
    });
    const device = await Device.start(editing.#desk);
    editing.#devices.push(device);
    await device.open();
    return editing;
  }

  async stop(): Promise<void> {
    for (const device of this.#devices) await device.lose();
    await this.#celeste.stop();
  }

  get #pages(): EditingPage[] {
    return this.#devices.flatMap(({ pages }) => pages);
  }

  /** Up to four pages, in tabs of one device or of two. */
  async openPages(): Promise<void> {
    const { random } = this.#desk;
    const [device] = this.#devices;
    for (const each of this.#devices.splice(1)) await each.lose();
    for (const page of device!.pages.slice(1)) await device!.close(page);
    const tabs = random.below(3);
    for (let tab = 0; tab < tabs; tab += 1) await device!.open();
    const hasSecond = random.below(2) === 0;
    if (hasSecond) {
      const second = await Device.start(this.#desk);
      this.#devices.push(second);
      await second.open();
    }
    count(this.#desk, `spells with ${tabs + 1} tabs${hasSecond ? ' and another device' : ''}`);
  }

  async edit(times: number): Promise<void> {
    for (let edit = 0; edit < times; edit += 1) await this.#desk.random.pick(this.#pages).edit();
  }

  async cutOff(kill: Kill): Promise<void> {
    const { random, traces } = this.#desk;
    count(this.#desk, `kills: ${kill}`);
    const device = random.pick(this.#devices);
    const page = random.pick(device.pages);
    const pause = () => sleep(random.below(LONGEST_PAUSE_MS));
    const duringOutage = () => this.edit(1 + random.below(MAX_EDITS_DURING_OUTAGE));
    const end = async (how: () => Promise<void>) => {
      traces.pageKilled(page.name, await page.queued());
      await how();
      await device.close(page);
      await device.open();
    };
    const ways: Record<Kill, () => Promise<void>> = {
      'tab crashed': () => end(() => page.crash()),
      'tab closed': () => end(async () => undefined),
      'page left': () => page.leaveAndReturn(),
      'browser killed': () => device.killAndRestart(),
      'device lost': async () => {
        await device.lose();
        const fresh = await Device.start(this.#desk);
        this.#devices.splice(this.#devices.indexOf(device), 1, fresh);
        await fresh.open();
      },
      'server killed': async () => {
        this.#celeste.process.kill('SIGKILL');
        await duringOutage();
        this.#celeste = await startWeb(this.#port);
      },
      'network off': async () => {
        await device.setOffline(true);
        await duringOutage();
        const isCrashing = random.below(2) === 0;
        if (isCrashing) {
          traces.pageKilled(page.name, await page.queued());
          await page.crash();
          await device.close(page);
        }
        await device.setOffline(false);
        if (isCrashing) await device.open();
      },
      'answers lost': async () => {
        await page.dropResponses();
        await duringOutage();
        await pause();
        if (random.below(2) === 0) await end(() => page.crash());
        else await page.restoreResponses();
      },
    };
    await pause();
    await ways[kill]();
  }

  /** @throws AssertionError when an edit is missing */
  async prove(): Promise<void> {
    await this.#rest();
    const { traces, text } = this.#desk;
    const present = (await this.#kept()).flatMap(text.tracesOfBlock);
    const missing = traces.missingIn(present);
    assert.equal(missing.length, 0, missing.map((trace) => traces.historyOf(trace)).join('\n'));
    for (const { name, errors } of this.#pages) assert.deepEqual(errors, [], `errors of ${name}`);
  }

  /** Saves a version of the draft and asserts that its text is the same. */
  async save(): Promise<void> {
    const lines = async () => this.#desk.text.linesOf(await this.#kept());
    const before = await lines();
    await this.#desk.random.pick(this.#pages).save();
    await this.#rest();
    assert.deepEqual(await lines(), before, 'the saved text is another one');
    count(this.#desk, 'versions saved');
  }

  figures(): Figures {
    return { ...this.#desk.traces.figures(), ...Object.fromEntries([...this.#desk.counts].sort()) };
  }

  /** Waits until all pages are idle. */
  async #rest(): Promise<void> {
    const until = Date.now() + REST_MS;
    for (let quiet = 0; quiet < 2; ) {
      const states = await Promise.all(this.#pages.map((page) => page.isIdle()));
      quiet = states.every(Boolean) ? quiet + 1 : 0;
      if (Date.now() > until) {
        assert.fail((await Promise.all(this.#pages.map((page) => page.describe()))).join('\n'));
      }
      if (quiet < 2) await sleep(50);
    }
  }

  /** The draft's utterances or paragraphs on the server. */
  async #kept(): Promise<unknown[]> {
    return (JSON.parse((await this.#owner.get(`${this.#path}/draft`)).body) as { blocks: unknown[] }).blocks;
  }
}

const startWeb = (port: number) =>
  startCeleste({ command: 'web', dataDir: settings.dataDir, env: { PORT: String(port) } });
