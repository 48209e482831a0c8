import { setTimeout as sleep } from 'node:timers/promises';
import type { VisitEnd } from '../port';
import type { MeetingPage } from './meeting-page';
import type { PageView } from './page-contract';
import { readEntrance, readPresent, type Screen, type Self } from './read-view';
import type { Durations, VisitTask } from './task';

type Refusal = Extract<Screen, 'denied' | 'blocked' | 'sign-in-required' | 'not-found'>;

const isRefusal = (screen: Screen): screen is Refusal =>
  ['denied', 'blocked', 'sign-in-required', 'not-found'].includes(screen);

/** Looks that a button gets to show what it does, before it is pressed again. */
const PATIENCE_LOOKS = 3;

const buttonsOf = (view: PageView | null) => `buttons: ${view?.buttons.slice(0, 20).join(' | ') || 'none'}`;

interface Progress {
  /** Ids of the own tile, as far as the page tells. */
  ownIds: Set<string>;
  onLobby(lastsUntil: number): void;
  /** Aborted when nobody waits for the answer any more. */
  signal: AbortSignal;
}

/** Gets from a loaded page into the call. @returns null when let in, else why not */
export async function enterCall(
  page: MeetingPage,
  task: VisitTask,
  progress: Progress,
): Promise<VisitEnd | null> {
  const entrance = new Entrance(page, task, progress);
  for (;;) {
    const answer = await entrance.step();
    if (answer !== 'stay') return answer;
    await sleep(task.durations.look, undefined, { signal: progress.signal });
  }
}

class Entrance {
  readonly #page: MeetingPage;
  readonly #task: VisitTask;
  readonly #progress: Progress;
  readonly #durations: Durations;
  #lastView: PageView | null = null;
  #screen: Screen = 'unknown';
  #screenSince = Date.now();
  #lastsUntil: number | undefined;
  #looksUntilPress = 0;
  readonly #openedAt = Date.now();

  constructor(page: MeetingPage, task: VisitTask, progress: Progress) {
    this.#page = page;
    this.#task = task;
    this.#progress = progress;
    this.#durations = task.durations;
  }

  async step(): Promise<VisitEnd | null | 'stay'> {
    const view = await this.#page.look();
    if (view) await this.#read(view);
    const standsFor = Date.now() - this.#screenSince;
    if (this.#screen === 'admitted' && this.#isSure(standsFor)) return null;
    if (isRefusal(this.#screen) && standsFor >= this.#durations.settle) {
      return { reason: this.#screen, detail: buttonsOf(this.#lastView) };
    }
    return this.#timeOut() ?? 'stay';
  }

  async #read(view: PageView): Promise<void> {
    this.#lastView = view;
    const screen = readEntrance(view);
    if (screen !== this.#screen) this.#screenSince = Date.now();
    this.#screen = screen;
    this.#learnOwnId(view);
    await this.#act(view);
  }

  /** Before the first knock nobody else has a tile; later, one without a name may be anybody's whose name comes. */
  #learnOwnId({ tiles }: PageView): void {
    const [own, ...others] = tiles;
    const isLobby = this.#screen === 'can-join' && this.#lastsUntil === undefined;
    if (isLobby && own && others.length === 0 && !own.name) this.#progress.ownIds.add(own.id);
  }

  /** The own preview has a name too, and stands between two screens for a moment. */
  #isSure(standsFor: number): boolean {
    const self: Self = { botName: this.#task.botName, ids: this.#progress.ownIds };
    const { people, assistants } = readPresent(this.#lastView?.tiles ?? [], self);
    const isInCompany = people.length + assistants.length > 0;
    return standsFor >= (isInCompany ? this.#durations.look : this.#durations.settle);
  }

  async #act(view: PageView): Promise<void> {
    await this.#page.press('dismiss');
    if (view.hasNameInput && ['unknown', 'can-join'].includes(this.#screen)) {
      await this.#page.writeName(this.#task.botName);
    }
    if (this.#looksUntilPress > 0) {
      this.#looksUntilPress -= 1;
      return;
    }
    if (this.#screen === 'can-join') await this.#knock();
    if (this.#screen === 'lapsed') await this.#knockAgain();
  }

  async #knock(): Promise<void> {
    await this.#page.turnDevicesOff();
    if (!(await this.#page.press('join'))) return;
    this.#looksUntilPress = PATIENCE_LOOKS;
    if (this.#lastsUntil !== undefined) return;
    this.#lastsUntil = Date.now() + this.#task.maxWaitMs;
    this.#progress.onLobby(this.#lastsUntil);
  }

  /** A lapsed request leaves a page with a button for another, or one that has to be loaded again. */
  async #knockAgain(): Promise<void> {
    this.#looksUntilPress = PATIENCE_LOOKS;
    if (!(await this.#page.press('askAgain'))) await this.#page.reload();
  }

  #timeOut(): VisitEnd | null {
    if (this.#lastsUntil !== undefined) {
      return Date.now() >= this.#lastsUntil && this.#screen !== 'admitted'
        ? { reason: 'lobby-timeout' }
        : null;
    }
    if (Date.now() - this.#openedAt < this.#durations.wayIn || isRefusal(this.#screen)) return null;
    const isEmpty = !this.#lastView || (!this.#lastView.text.trim() && this.#lastView.buttons.length === 0);
    return isEmpty ? { reason: 'unreachable' } : { reason: 'no-way-in', detail: buttonsOf(this.#lastView) };
  }
}
