import { moveSlot, SLOT_MINUTES, type Slot, type Step, timeOfSlot } from '@/app/domain/calendar/grid-moves';
import type { GridWords } from './drawing';

const MINUTES_OF_DAY = 24 * 60;

/** A button in the grid that the arrow keys move from slot to slot, and that makes an event there. */
export class SlotCursor {
  readonly #button = document.createElement('button');
  readonly #place: HTMLElement;
  readonly #words: GridWords;
  readonly #label: string;
  #slot: Slot;
  #isWanted = false;

  constructor(place: HTMLElement, words: GridWords, label: string, slot: Slot) {
    this.#place = place;
    this.#words = words;
    this.#label = label;
    this.#slot = slot;
    this.#button.type = 'button';
    this.#button.className = 'calendar-slot';
  }

  get slot(): Slot {
    return this.#slot;
  }

  /** Whether the time of the slot is shown: in a month there are days only. */
  get hasTime(): boolean {
    return this.#button.closest('.sx__time-grid-day') !== null;
  }

  isAt(target: EventTarget | null): boolean {
    return target === this.#button;
  }

  /** @returns where it is now, which may lie outside of what is shown */
  move(step: Step, firstHour: number): Slot {
    this.#slot = moveSlot(this.#slot, step, firstHour);
    return this.#slot;
  }

  set(slot: Slot): void {
    this.#slot = slot;
  }

  /** Takes the focus as soon as its day is drawn. */
  focus(firstHour: number): void {
    this.#isWanted = true;
    this.draw(firstHour);
  }

  /** Puts it where its slot is drawn; called again whenever the grid was drawn anew. */
  draw(firstHour: number): void {
    const { day } = this.#slot;
    const cell = this.#place.querySelector<HTMLElement>(
      `.sx__time-grid-day[data-time-grid-date="${day}"], .sx__month-grid-day[data-date="${day}"]`,
    );
    if (!cell) return;
    const isTimed = cell.matches('.sx__time-grid-day');
    if (this.#button.parentElement !== cell) cell.append(this.#button);
    const minutes = Math.max(this.#slot.minutes, firstHour * 60);
    const whole = MINUTES_OF_DAY - firstHour * 60;
    const percent = (part: number) => `${(100 * part) / whole}%`;
    this.#button.style.insetBlockStart = isTimed ? percent(minutes - firstHour * 60) : '0';
    this.#button.style.blockSize = isTimed ? percent(SLOT_MINUTES) : '100%';
    const when = this.#words.days.weekday(day) + (isTimed ? `, ${timeOfSlot({ day, minutes })}` : '');
    const label = this.#label.replace('%', when);
    if (this.#button.getAttribute('aria-label') !== label) this.#button.setAttribute('aria-label', label);
    if (!this.#isWanted) return;
    this.#isWanted = false;
    this.#button.focus();
  }
}
