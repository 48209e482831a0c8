import type { EventTime } from '@/app/domain/calendar/event';
import { type GridEvent, type TimeChange, timeChangeOf } from '@/app/domain/calendar/grid-event';
import { isSameTime } from '@/app/domain/calendar/grid-moves';

/** The event as it is now; where the change was refused, why: `event` is null when it is unknown. */
export type Outcome = { event: GridEvent } | { refusal: string; event: GridEvent | null };

interface Handlers {
  send: (id: string, change: TimeChange) => Promise<Outcome>;
  /** Shows an event, and whether it is still being saved. */
  onShow: (event: GridEvent, isSaving: boolean) => void;
  onSaved: (event: GridEvent) => void;
  onRefused: (refusal: string) => void;
}

interface Change {
  /** As the server knows it. */
  known: GridEvent;
  wanted: EventTime;
}

/**
 * Sends new times of events, one request at a time for each event: a change that comes meanwhile waits, and starts from
 * the version that the one before it made. A refused change takes those that wait for it back, too.
 */
export class EventChanges {
  readonly #handlers: Handlers;
  readonly #changes = new Map<string, Change>();

  constructor(handlers: Handlers) {
    this.#handlers = handlers;
  }

  /** The event with the time that it is to get. */
  wanted(event: GridEvent): { event: GridEvent; isSaving: boolean } {
    const change = this.#changes.get(event.id);
    return change ? { event: { ...event, time: change.wanted }, isSaving: true } : { event, isSaving: false };
  }

  change(event: GridEvent, time: EventTime): void {
    if (isSameTime(this.wanted(event).event.time, time)) return;
    const under = this.#changes.get(event.id);
    if (under) under.wanted = time;
    else this.#changes.set(event.id, { known: event, wanted: time });
    this.#handlers.onShow({ ...event, time }, true);
    if (!under) void this.#save(event.id);
  }

  async #save(id: string): Promise<void> {
    const change = this.#changes.get(id);
    if (!change) return;
    const sent = change.wanted;
    const outcome = await this.#handlers.send(id, timeChangeOf(sent, change.known.version));
    if ('refusal' in outcome) {
      this.#changes.delete(id);
      this.#handlers.onShow(outcome.event ?? change.known, false);
      this.#handlers.onRefused(outcome.refusal);
      return;
    }
    change.known = outcome.event;
    if (!isSameTime(change.wanted, sent)) return this.#save(id);
    this.#changes.delete(id);
    this.#handlers.onShow(outcome.event, false);
    this.#handlers.onSaved(outcome.event);
  }
}
