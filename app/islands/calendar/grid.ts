import {
  type CalendarQuery,
  calendarHref,
  type DayRange,
  isChosen,
  readCalendarQuery,
} from '@/app/domain/calendar/calendar-query';
import { dayTexts } from '@/app/domain/calendar/day-texts';
import type { EventTime } from '@/app/domain/calendar/event';
import { daysOfGrid, type GridEvent } from '@/app/domain/calendar/grid-event';
import {
  FIRST_HOUR,
  firstHourOf,
  type Slot,
  slotAt,
  timeAsDrawn,
  timeOfSlot,
} from '@/app/domain/calendar/grid-moves';
import { unpackEvents } from '@/app/domain/calendar/packed-events';
import { type Day, dayOf } from '@/app/domain/format/day';
import { toInterfaceLanguage } from '@/app/domain/format/language';
import { timeOf } from '@/app/domain/format/wall-clock';
import { find, textsOf } from '../ui/find-part';
import { timeZoneOfPage } from '../ui/time-zone';
import { TOAST } from '../ui/ui.contract';
import { CALENDAR_GRID, CALENDAR_PAGE } from './calendar.contract';
import { type GridWords, whenText } from './drawing';
import { EventChanges } from './event-changes';
import { type KeyedGrid, onGridKey } from './keys';
import { isNarrow } from './narrow';
import { onCalendarLink, renewLinks } from './page-links';
import { Schedule } from './schedule';
import { fetchEvents, sendTime } from './server';
import { SlotCursor } from './slot-cursor';

type AttachBelow = (root: ParentNode) => Promise<unknown>;

/** In the morning, where today is not shown. */
const FIRST_SLOT_MINUTES = 9 * 60;
const MINUTE_MS = 60_000;

/** The grid of a calendar, which the links of the page steer. */
export class Grid implements KeyedGrid {
  readonly #root: HTMLElement;
  readonly #section: HTMLElement;
  readonly #place: HTMLElement;
  readonly #attachBelow: AttachBelow;
  readonly #texts;
  readonly #words: GridWords;
  readonly #schedule: Schedule;
  readonly cursor: SlotCursor;
  readonly #changes: EventChanges;
  query: CalendarQuery;
  days: DayRange;
  #events: GridEvent[];
  firstHour = FIRST_HOUR;
  #loading: AbortController | null = null;
  /** The event that is to have the focus once it is drawn. */
  #focused: string | null = null;
  #isDrawn = false;

  constructor(root: HTMLElement, attachBelow: AttachBelow) {
    const { query, events } = textsOf(root, CALENDAR_PAGE.root);
    this.#root = root;
    this.#attachBelow = attachBelow;
    this.#section = find(root, CALENDAR_GRID.root);
    this.#place = find(this.#section, CALENDAR_GRID.place);
    this.#texts = textsOf(this.#section, CALENDAR_GRID.root);
    this.query = JSON.parse(query) as CalendarQuery;
    this.days = daysOfGrid(this.query);
    const days = dayTexts(toInterfaceLanguage(document.documentElement.lang));
    this.#words = { ...this.#texts, days, timeZone: timeZoneOfPage() };
    this.#events = unpackEvents(events, this.#words.timeZone);
    this.#changes = new EventChanges({
      send: (id, change) => sendTime(id, change, this.#texts.failed),
      onShow: (event) => this.#replace(event),
      onSaved: (event) => this.#say(this.#texts.saved, event),
      onRefused: (refusal) => this.#refuse(refusal),
    });
    this.#section.hidden = false;
    this.#schedule = new Schedule(this.#place, this.query, this.#words, {
      onOpenEvent: (id) => this.#open(`/calendar/${id}`),
      onNewAt: (ms) => {
        const { day, minutes } = slotAt(ms, this.timeZone);
        this.openNew(day, minutes);
      },
      onNewOn: (day) => this.openNew(day),
      onDrag: (id, from, to) => this.#drag(id, (time) => timeAsDrawn(time, from, to)),
      onDay: (date, view = this.query.view) => this.#follow({ ...this.query, date, view }),
      onWidth: () => this.#draw(),
    });
    this.cursor = new SlotCursor(this.#place, this.#words, this.#texts.newEvent, this.#firstSlot());
    this.#draw();
    this.#listen();
  }

  get timeZone(): string {
    return this.#words.timeZone;
  }

  /** Shows other days, or another choice of events. */
  show(query: CalendarQuery): void {
    const wanted = daysOfGrid(query);
    const isElsewhere = wanted.firstDay !== this.days.firstDay || wanted.lastDay !== this.days.lastDay;
    this.query = query;
    this.days = wanted;
    history.replaceState(history.state, '', calendarHref(query));
    renewLinks(this.#root, query, this.#today(), this.#words);
    if (isElsewhere) {
      this.cursor.set({ ...this.cursor.slot, day: this.#dayShown() });
      void this.#load();
    }
    this.#draw();
  }

  #listen(): void {
    onCalendarLink(this.#root, (parameters) => {
      const query = readCalendarQuery(parameters, this.#today());
      // On a narrow screen the list of the page is the better week.
      if (isNarrow() && query.view === 'week') return false;
      this.show(query);
      return true;
    });
    this.#section.addEventListener('keydown', (event) => onGridKey(this, event), true);
    find(this.#section, CALENDAR_GRID.retry).addEventListener('click', () => void this.#load());
    this.#root.addEventListener('posted', () => void this.#load());
    addEventListener('pageshow', ({ persisted }) => persisted && void this.#load());
    new MutationObserver(() => this.#finishDrawing()).observe(this.#place, {
      childList: true,
      subtree: true,
    });
    setInterval(() => this.#drawNow(), MINUTE_MS);
  }

  #today(): Day {
    return dayOf(new Date(), this.timeZone);
  }

  /** A day that is surely shown. */
  #dayShown(): Day {
    const { date } = this.query;
    const today = this.#today();
    const isTodayShown = today >= this.days.firstDay && today <= this.days.lastDay;
    return this.query.view === 'week' && isTodayShown ? today : date;
  }

  #firstSlot(): Slot {
    const now = slotAt(Date.now(), this.timeZone);
    const day = this.#dayShown();
    return day === now.day ? now : { day, minutes: FIRST_SLOT_MINUTES };
  }

  /** As show, where schedule-x itself has chosen the day. */
  #follow(query: CalendarQuery): void {
    if (query.date !== this.query.date || query.view !== this.query.view) this.show(query);
  }

  async #load(): Promise<void> {
    this.#loading?.abort();
    const loading = new AbortController();
    this.#loading = loading;
    this.#showState('loading');
    try {
      const { events, isPartial } = await fetchEvents(this.days, loading.signal);
      this.#events = events;
      this.#showState(isPartial ? 'partial' : 'ready');
      this.#draw();
    } catch {
      if (!loading.signal.aborted) this.#showState('unavailable');
    }
  }

  #showState(state: 'loading' | 'ready' | 'partial' | 'unavailable'): void {
    this.#place.setAttribute('aria-busy', String(state === 'loading'));
    find(this.#section, CALENDAR_GRID.unavailable).hidden = state !== 'unavailable';
    find(this.#section, CALENDAR_GRID.partial).hidden = state !== 'partial';
  }

  #draw(): void {
    const { timeZone } = this.#words;
    const events = this.#events
      .filter(({ answer, hasMeet }) =>
        isChosen({ answer, meet: hasMeet ? { state: 'pending' } : null }, this.query.show),
      )
      .map((event) => this.#changes.wanted(event));
    const times = events.map(({ event }) => event.time);
    this.firstHour = firstHourOf(times, this.days, timeZone);
    this.#schedule.show(this.query, this.firstHour);
    this.#schedule.draw(events);
    this.#isDrawn = false;
    this.#finishDrawing();
  }

  /** schedule-x draws later, and anew: what stands in its columns besides is put back then. */
  #finishDrawing(): void {
    if (this.#isDrawn) return;
    this.#isDrawn = true;
    requestAnimationFrame(() => {
      // schedule-x labels its days without giving them a role that may have a label.
      for (const day of this.#place.querySelectorAll('div[aria-label]:not([role])'))
        day.setAttribute('role', 'group');
      this.cursor.draw(this.firstHour);
      this.#drawNow();
      if (this.#focused) {
        const selector = `.sx__event[data-event-id="${CSS.escape(this.#focused)}"]:not(.is-event-copy)`;
        const element = this.#place.querySelector<HTMLElement>(selector);
        element?.focus();
        if (element) this.#focused = null;
      }
      // What was just put there is no reason to do it again.
      queueMicrotask(() => {
        this.#isDrawn = false;
      });
    });
  }

  /** The line of the current time. */
  #drawNow(): void {
    const line = this.#place.querySelector('.calendar-now') ?? document.createElement('div');
    line.className = 'calendar-now';
    line.setAttribute('aria-hidden', 'true');
    const time = timeOf(new Date(), this.timeZone);
    const minutes = Number(time.slice(0, 2)) * 60 + Number(time.slice(3)) - this.firstHour * 60;
    const column = this.#place.querySelector(`.sx__time-grid-day[data-time-grid-date="${this.#today()}"]`);
    if (!column || minutes < 0) {
      line.remove();
      return;
    }
    (line as HTMLElement).style.insetBlockStart = `${(100 * minutes) / ((24 - this.firstHour) * 60)}%`;
    if (line.parentElement !== column) column.append(line);
  }

  #replace(event: GridEvent): void {
    this.#events = this.#events.map((known) => (known.id === event.id ? event : known));
    this.#draw();
  }

  /** The event with the time that it is to get. */
  eventOf(id: string): GridEvent | undefined {
    const event = this.#events.find((each) => each.id === id);
    return event && this.#changes.wanted(event).event;
  }

  /** @param event with the time that it has, or is to get */
  move(event: GridEvent, time: EventTime): void {
    this.#focused = event.id;
    this.#say(this.#texts.moved, { ...event, time });
    this.#changes.change(event, time);
  }

  sayFixed(event: GridEvent): void {
    this.#say(this.#texts.readOnly, event);
  }

  #drag(id: string, next: (time: EventTime) => EventTime): void {
    const event = this.eventOf(id);
    if (event) this.#changes.change(event, next(event.time));
  }

  #say(text: string, event: GridEvent): void {
    find(this.#section, CALENDAR_GRID.said).textContent = text
      .replace('%title', () => event.title || this.#texts.untitled)
      .replace('%when', () => whenText(event.time, this.#words));
  }

  #refuse(refusal: string): void {
    const template = find(this.#section, CALENDAR_GRID.toast);
    const fragment = template.content.cloneNode(true) as DocumentFragment;
    find(fragment, TOAST.text).textContent = refusal;
    void this.#attachBelow(fragment);
    document.querySelector(TOAST.root.selector)?.remove();
    document.body.append(fragment);
    void this.#load();
  }

  openNew(day: Day, minutes?: number): void {
    const parameters = new URLSearchParams({ date: day, summary: this.#texts.untitled });
    if (minutes !== undefined) parameters.set('time', timeOfSlot({ day, minutes }));
    this.#open(`/calendar/new?${parameters}`);
  }

  /** Opens a page as a dialog; where that fails, the page itself. */
  #open(href: string): void {
    const holder = document.createElement('div');
    const link = document.createElement('a');
    link.href = href;
    link.dataset.island = 'dialog';
    holder.hidden = true;
    holder.append(link);
    this.#section.append(holder);
    this.#attachBelow(holder).then(
      () => link.click(),
      () => location.assign(href),
    );
  }

  bringIntoView(day: Day): void {
    if (day >= this.days.firstDay && day <= this.days.lastDay) return;
    const { slot } = this.cursor;
    this.show({ ...this.query, date: day });
    this.cursor.set(slot);
  }
}
