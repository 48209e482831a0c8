import 'temporal-polyfill/global';
import '@schedule-x/theme-default/dist/calendar.css';
import './grid.css';
import {
  type CalendarApp,
  type CalendarConfig,
  createCalendar,
  viewDay,
  viewMonthAgenda,
  viewMonthGrid,
  viewWeek,
} from '@schedule-x/calendar';
import { createDragAndDropPlugin } from '@schedule-x/drag-and-drop';
import { createResizePlugin } from '@schedule-x/resize';
import type { CalendarQuery, CalendarView, DayRange } from '@/app/domain/calendar/calendar-query';
import type { GridEvent } from '@/app/domain/calendar/grid-event';
import { type DrawnTime, STEP_MINUTES } from '@/app/domain/calendar/grid-moves';
import type { Day } from '@/app/domain/format/day';
import { required } from '../ui/find-part';
import { drawEvent, drawFace, drawnOf, type GridWords } from './drawing';
import { isNarrow, NARROW } from './narrow';

type Singleton = Parameters<NonNullable<NonNullable<CalendarConfig['callbacks']>['beforeRender']>>[0];

const HOUR_HEIGHT = 48;
const SUNDAY = 7;
const EVENTS_IN_A_DAY = 4;

interface Handlers {
  onOpenEvent: (id: string) => void;
  onNewAt: (startMs: number) => void;
  onNewOn: (day: Day) => void;
  /** An event was dragged, or got another end. */
  onDrag: (id: string, from: DrawnTime | DayRange, to: DrawnTime | DayRange) => void;
  /** A day was chosen within schedule-x. */
  onDay: (day: Day, view?: CalendarView) => void;
  onWidth: () => void;
}

/** schedule-x without a header of its own. */
export class Schedule {
  readonly #calendar: CalendarApp;
  readonly #words: GridWords;
  #singleton: Singleton | undefined;
  #events = new Map<string, GridEvent>();
  #saving = new Set<string>();

  constructor(place: HTMLElement, query: CalendarQuery, words: GridWords, handlers: Handlers) {
    this.#words = words;
    const gesture = new Gesture(place);
    this.#calendar = createCalendar(
      {
        views: [viewWeek, viewDay, viewMonthGrid, viewMonthAgenda],
        defaultView: nameOf(query.view),
        selectedDate: Temporal.PlainDate.from(query.date),
        locale: words.days.locale,
        timezone: words.timeZone as NonNullable<CalendarConfig['timezone']>,
        firstDayOfWeek: SUNDAY,
        dayBoundaries: { start: '06:00', end: '24:00' },
        weekOptions: {
          gridHeight: HOUR_HEIGHT,
          timeAxisFormatOptions: { hour: '2-digit', minute: '2-digit' },
          eventWidth: 96,
          eventOverlap: false,
        },
        monthGridOptions: { nEventsPerDay: EVENTS_IN_A_DAY },
        callbacks: {
          isCalendarSmall: isNarrow,
          beforeRender: (singleton) => {
            this.#singleton = singleton;
          },
          onEventClick: ({ id }) => gesture.isOver && handlers.onOpenEvent(String(id)),
          onClickDateTime: (at) => gesture.isOver && handlers.onNewAt(at.epochMilliseconds),
          onClickDate: (day) => gesture.isOver && handlers.onNewOn(day.toString()),
          onClickPlusEvents: (day) => handlers.onDay(day.toString(), 'day'),
          onSelectedDateUpdate: (day) => handlers.onDay(day.toString()),
          // schedule-x never writes by itself: it draws what show() is given.
          onBeforeEventUpdate: (before, after) => {
            const [from, to] = [drawnOf(before), drawnOf(after)];
            const isDrag = JSON.stringify(from) !== JSON.stringify(to);
            if (isDrag && gesture.end()) handlers.onDrag(String(before.id), from, to);
            return false;
          },
        },
      },
      [createDragAndDropPlugin(STEP_MINUTES), createResizePlugin(STEP_MINUTES)],
    );
    for (const kind of ['timeGridEvent', 'dateGridEvent', 'monthGridEvent', 'monthAgendaEvent'] as const) {
      this.#calendar._setCustomComponentFn(kind, (element, { calendarEvent }) => {
        const event = this.#events.get(String((calendarEvent as { id: string }).id));
        if (element && event) drawFace(element, event, this.#words);
      });
    }
    this.#calendar._setCustomComponentFn('headerContent', () => undefined);
    this.#calendar.render(place);
    matchMedia(NARROW).addEventListener('change', () => handlers.onWidth());
  }

  /** @param firstHour at which the days begin */
  show({ view, date }: CalendarQuery, firstHour: number): void {
    const { config, calendarState, datePickerState } = required(this.#singleton, 'singleton');
    const day = Temporal.PlainDate.from(date);
    const start = firstHour * 100;
    if (config.dayBoundaries.value.start !== start || config.weekOptions.value.gridHeight === HOUR_HEIGHT) {
      config.weekOptions.value = { ...config.weekOptions.value, gridHeight: (24 - firstHour) * HOUR_HEIGHT };
      config.dayBoundaries.value = { start, end: 2400 };
    }
    if (datePickerState.selectedDate.value.toString() !== date) datePickerState.selectedDate.value = day;
    calendarState.setView(nameOf(view), day);
  }

  draw(events: readonly { event: GridEvent; isSaving: boolean }[]): void {
    this.#events = new Map(events.map(({ event }) => [event.id, event]));
    this.#saving = new Set(events.filter(({ isSaving }) => isSaving).map(({ event }) => event.id));
    const { timeZone } = this.#words;
    this.#calendar.events.set(
      [...this.#events.values()].map((event) => drawEvent(event, this.#saving.has(event.id), timeZone)),
    );
  }
}

function nameOf(view: CalendarView): string {
  if (view === 'month') return (isNarrow() ? viewMonthAgenda : viewMonthGrid).name;
  return (view === 'day' || isNarrow() ? viewDay : viewWeek).name;
}

/** What schedule-x draws under the pointer. */
const COPY = '[id^="time-grid-event-copy-"]';
/** Within this time after a drag, a click belongs to it. */
const CLICK_MS = 300;

/**
 * Follows the pointer: Escape and a drop outside cancel what it drags, and the click at the end of a drag opens nothing.
 * A finger scrolls the page and does not drag.
 */
class Gesture {
  #isDown = false;
  #isCancelled = false;
  #endedAt = 0;

  constructor(place: HTMLElement) {
    place.addEventListener('touchstart', (event) => event.stopPropagation(), {
      capture: true,
      passive: true,
    });
    place.addEventListener(
      'mousedown',
      () => {
        this.#isDown = true;
        this.#isCancelled = false;
      },
      true,
    );
    document.addEventListener(
      'dragend',
      ({ dataTransfer }) => {
        this.#isCancelled = dataTransfer?.dropEffect === 'none';
      },
      true,
    );
    document.addEventListener('keydown', ({ key }) => {
      this.#isCancelled = key === 'Escape' && place.querySelector(COPY) !== null;
      if (!this.#isCancelled) return;
      document.dispatchEvent(new MouseEvent('mouseup'));
    });
  }

  get isOver(): boolean {
    return !this.#isCancelled && performance.now() - this.#endedAt > CLICK_MS;
  }

  /** @returns whether what was dragged is to be written */
  end(): boolean {
    // schedule-x may end a drag twice: with the pointer, and when a finger is lifted later.
    const isFirst = this.#isDown;
    this.#isDown = false;
    this.#endedAt = performance.now();
    return isFirst && !this.#isCancelled;
  }
}
