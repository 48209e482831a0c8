import type { Page, Request } from 'playwright-core';
import { BrowserProcess } from '../support/browser-process';
import type { EditableText, UserAtPage } from './editable-text';
import type { Random } from './random';
import type { Decision, TraceDelta, Traces } from './traces';

/** The functions that `hands.js` adds to every page. */
interface Hands {
  shows(word: string): boolean;
  count(): number;
  bring(share: number): { x: number; y: number };
  hasQuestion(): boolean;
  place(share: number): boolean;
  answer(choice: 'mine' | 'theirs'): void;
  rest(): void;
  state(): string | undefined;
  queued(): Promise<unknown[]>;
}

declare const hands: Hands;

/** Shared by all devices. */
export interface EditingSession {
  /** Gives a browser the user's session. */
  signIn(context: BrowserProcess['context']): Promise<void>;
  text: EditableText;
  /** URL of the editing page. */
  address: string;
  traces: Traces;
  random: Random;
  counts: Map<string, number>;
}

/** Fewer paragraphs or utterances than this: edits only add text. */
const FEWEST_BLOCKS = 8;

/** One machine of the user: a browser with its open pages. */
export class Device {
  readonly #desk: EditingSession;
  #browser: BrowserProcess;
  pages: EditingPage[] = [];

  private constructor(desk: EditingSession, browser: BrowserProcess) {
    this.#desk = desk;
    this.#browser = browser;
  }

  static async start(desk: EditingSession): Promise<Device> {
    const device = new Device(desk, await BrowserProcess.start());
    await device.#prepare();
    return device;
  }

  async open(): Promise<EditingPage> {
    const page = await EditingPage.open(await this.#browser.context.newPage(), this.#desk);
    this.pages.push(page);
    return page;
  }

  async close(page: EditingPage): Promise<void> {
    this.pages = this.pages.filter((each) => each !== page);
    await page.close();
  }

  /** Kills the browser and restarts it with the same profile and the same number of pages. */
  async killAndRestart(): Promise<void> {
    const queued = (await this.pages[0]?.queued()) ?? [];
    const { length } = this.pages;
    const profile = await this.#browser.kill();
    for (const { name } of this.pages.splice(0)) this.#desk.traces.pageKilled(name, queued);
    this.#browser = await BrowserProcess.start(profile);
    await this.#prepare();
    for (let index = 0; index < length; index += 1) await this.open();
  }

  /** Loses the device together with everything that only it had stored. */
  async lose(): Promise<void> {
    for (const { name } of this.pages.splice(0)) this.#desk.traces.pageKilled(name, []);
    await this.#browser.remove();
  }

  setOffline(isOffline: boolean): Promise<void> {
    return this.#browser.context.setOffline(isOffline);
  }

  async #prepare(): Promise<void> {
    const { context } = this.#browser;
    await this.#desk.signIn(context);
    await context.exposeBinding('decided', (_, decision: Decision) => {
      this.#desk.traces.decide(decision);
      count(this.#desk, 'conflicts that were shown');
    });
    for (const script of ['hands.js', this.#desk.text.hands])
      await context.addInitScript({ path: new URL(script, import.meta.url).pathname });
  }
}

/** A page in which the user edits. */
export class EditingPage implements UserAtPage {
  static #opened = 0;
  readonly name: string;
  readonly page: Page;
  readonly #desk: EditingSession;
  readonly errors: string[] = [];

  private constructor(page: Page, desk: EditingSession) {
    EditingPage.#opened += 1;
    this.name = `page ${EditingPage.#opened}`;
    this.page = page;
    this.#desk = desk;
    page.on('pageerror', ({ message }) => this.errors.push(message));
    page.on('response', (response) => {
      const request = response.request();
      if (!isDraftPost(request)) return;
      count(desk, `posts answered ${response.status()}`);
      if (response.status() === 200)
        desk.traces.confirm(this.name, changesOf(request).flatMap(desk.text.tracesOfChange));
    });
  }

  static async open(page: Page, desk: EditingSession): Promise<EditingPage> {
    const opened = new EditingPage(page, desk);
    await opened.#edit();
    return opened;
  }

  async #edit(): Promise<void> {
    await this.page.goto(this.#desk.address);
    await this.page.locator(this.#desk.text.ready).first().waitFor({ state: 'attached' });
  }

  close(): Promise<void> {
    return this.page.close();
  }

  /** Crashes the page's renderer process. */
  async crash(): Promise<void> {
    const crashed = this.page.waitForEvent('crash');
    const devtools = await this.page.context().newCDPSession(this.page);
    devtools.send('Page.crash').catch(() => undefined);
    await crashed;
  }

  /** Navigates away and back. */
  async leaveAndReturn(): Promise<void> {
    await this.page.goto(new URL('/dashboard', this.#desk.address).href);
    await this.#edit();
  }

  /** Requests arrive, but their responses are lost. */
  async dropResponses(): Promise<void> {
    await this.page.route('**/draft', async (route) => {
      await route.fetch().catch(() => undefined);
      // The page may be gone by now.
      await route.abort().catch(() => undefined);
    });
  }

  restoreResponses(): Promise<void> {
    return this.page.unroute('**/draft');
  }

  /** Saves a version. */
  async save(): Promise<void> {
    await this.#desk.text.save(this);
    await this.page.locator(this.#desk.text.ready).first().waitFor({ state: 'attached' });
  }

  /** A random edit, or an answer if the conflict dialog is open. */
  async edit(): Promise<void> {
    const { random, text } = this.#desk;
    if (await this.page.evaluate(() => hands.hasQuestion())) {
      await this.answer();
      return;
    }
    const blocks = await this.page.evaluate(() => hands.count());
    const kind = random.pick(blocks < FEWEST_BLOCKS ? text.grows : [...text.grows, ...text.shrinks]);
    count(this.#desk, `edits: ${kind}`);
    if (kind === 'type') await this.#type();
    else await text.edits[kind]!(this);
  }

  get random(): Random {
    return this.#desk.random;
  }

  turn(turn: TraceDelta): void {
    this.#desk.traces.turn(this.name, turn);
  }

  newTrace(): number {
    return this.#desk.traces.next();
  }

  async #type(): Promise<void> {
    const { random, traces } = this.#desk;
    if (!(await this.placeCursor(random.next()))) return;
    const word = `p${traces.next()}`;
    // Key by key, one frame each.
    if (random.below(5) === 0) await this.page.keyboard.type(` ${word} `);
    else await this.page.keyboard.insertText(` ${word} `);
    if (await this.page.evaluate((word) => hands.shows(word), word)) traces.write(this.name, word);
  }

  /** @returns false when the cursor could not be placed */
  async placeCursor(share: number): Promise<boolean> {
    const { random } = this.#desk;
    const { x, y } = await this.page.evaluate((share) => hands.bring(share), random.next());
    await this.page.mouse.click(x, y);
    return await this.page.evaluate((share) => hands.place(share), share);
  }

  answer(): Promise<void> {
    const choice = this.#desk.random.pick(['mine', 'theirs'] as const);
    return this.page.evaluate((choice) => hands.answer(choice), choice);
  }

  /** The traces of the changes queued in this browser. */
  async queued(): Promise<string[]> {
    return (await this.#queuedChanges()).flatMap(this.#desk.text.tracesOfChange);
  }

  #queuedChanges(): Promise<unknown[]> {
    return this.page.evaluate(() => hands.queued());
  }

  /** Ends typing and answers the conflict dialog. @returns whether nothing is left to send */
  async isIdle(): Promise<boolean> {
    if (await this.page.evaluate(() => hands.hasQuestion())) await this.answer();
    await this.page.evaluate(() => hands.rest());
    const state = await this.page.evaluate(() => hands.state());
    return (state === '' || state === 'kept') && (await this.#queuedChanges()).length === 0;
  }

  /** For an assertion message. */
  async describe(): Promise<string> {
    const state = await this.page.evaluate(() => hands.state());
    return `${this.name}: ${state}, ${(await this.#queuedChanges()).length} queued, errors: ${this.errors.join('; ')}`;
  }
}

const isDraftPost = (request: Request) => request.method() === 'POST' && request.url().endsWith('/draft');

const changesOf = (request: Request) =>
  (request.postDataJSON() as { changes: { change: unknown }[] }).changes.map(({ change }) => change);

export function count({ counts }: Pick<EditingSession, 'counts'>, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1);
}
