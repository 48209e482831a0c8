import { setTimeout as sleep } from 'node:timers/promises';
import type { VisitEnd } from '../port';
import { LeaveRules } from './leave-rules';
import type { MeetingPage } from './meeting-page';
import type { PageView } from './page-contract';
import { type Present, readEnd, readPresent, type Self } from './read-view';
import type { Durations } from './task';

interface Stay {
  self: Self;
  durations: Durations;
  announcement: string;
  /** When something was last heard, in ms since 1970. */
  heardAt(): number;
  /** What has ended the recording, such as a page that loaded anew; null while it goes on. */
  lost(): string | null;
  /** People are seen speaking, and no sound arrives. */
  isUnheard(): boolean;
  onPresence(presence: { people: string[]; isUnheard: boolean }): void;
  signal: AbortSignal;
}

const ANNOUNCEMENT_TRIES = 3;
/** An end that is seen so often in a row is one. */
const SURE_LOOKS = 2;

/** Stays in a call that is being recorded until it is over or there is a reason to leave. */
export async function stayInCall(page: MeetingPage, stay: Stay): Promise<VisitEnd> {
  const { durations, signal } = stay;
  const watch = new CallWatch(stay);
  void announce(page, stay);
  for (;;) {
    const end = watch.judge(await page.look());
    if (end) return end;
    await page.press('dismiss');
    await page.turnDevicesOff();
    await sleep(durations.look, undefined, { signal });
  }
}

/** Beside everything else, since a closed chat takes its time. */
async function announce(page: MeetingPage, { announcement, durations, signal }: Stay): Promise<void> {
  for (let tries = 0; tries < ANNOUNCEMENT_TRIES && !signal.aborted; tries += 1) {
    if (await page.writeToChat(announcement)) return;
    await sleep(durations.look);
  }
}

class CallWatch {
  readonly #stay: Stay;
  readonly #rules: LeaveRules;
  #aliveAt = Date.now();
  #endLooks = 0;
  #told = '';

  constructor(stay: Stay) {
    this.#stay = stay;
    this.#rules = new LeaveRules(Date.now(), stay.durations);
  }

  /** @param view null when the page did not answer */
  judge(view: PageView | null): VisitEnd | null {
    const now = Date.now();
    const seen = view && readEnd(view);
    this.#endLooks = seen ? this.#endLooks + 1 : 0;
    if (seen && this.#endLooks >= SURE_LOOKS) return { reason: seen };
    const hasTiles = view?.tiles.some(({ name }) => name) ?? false;
    if (hasTiles && !this.#stay.lost()) this.#aliveAt = now;
    else return this.#judgeAbsence(view, now);
    const present = readPresent(view!.tiles, this.#stay.self);
    this.#tell(present);
    const reason = this.#rules.judge(now, present, this.#stay.heardAt());
    return reason && { reason };
  }

  /** Without tiles nothing says who is there; the call may go on as long as its connections do. */
  #judgeAbsence(view: PageView | null, now: number): VisitEnd | null {
    const { durations } = this.#stay;
    const absentFor = now - this.#aliveAt;
    const detail = this.#stay.lost();
    if (detail) return absentFor >= durations.settle ? { reason: 'crashed', detail } : null;
    if (view && view.connections > 0) return null;
    return absentFor >= durations.gone ? { reason: view ? 'ended' : 'crashed' } : null;
  }

  #tell({ people }: Present): void {
    const presence = { people, isUnheard: this.#stay.isUnheard() };
    const told = JSON.stringify(presence);
    if (told === this.#told) return;
    this.#told = told;
    this.#stay.onPresence(presence);
  }
}
