import type { CalendarEventExternal } from '@schedule-x/calendar';
import { daysOfEvent } from '@/app/domain/calendar/agenda';
import type { DayRange } from '@/app/domain/calendar/calendar-query';
import type { dayTexts } from '@/app/domain/calendar/day-texts';
import type { EventTime } from '@/app/domain/calendar/event';
import type { GridEvent } from '@/app/domain/calendar/grid-event';
import { type DrawnTime, drawnTimeOf } from '@/app/domain/calendar/grid-moves';
import { timeOf } from '@/app/domain/format/wall-clock';

type Answers = Record<GridEvent['answer'], string>;

export interface GridWords extends Answers {
  untitled: string;
  series: string;
  wholeDay: string;
  days: ReturnType<typeof dayTexts>;
  timeZone: string;
}

/** An event as schedule-x takes it. */
export function drawEvent(event: GridEvent, isSaving: boolean, timeZone: string): CalendarEventExternal {
  const { time, answer, hasMeet, isEditable } = event;
  const marks = [`calendar-${answer}`];
  if (hasMeet) marks.push('calendar-meet');
  if (isSaving) marks.push('calendar-saving');
  if (!isEditable) marks.push('calendar-fixed');
  return {
    id: event.id,
    ...spanOf(time, timeZone),
    title: event.title,
    _options: { disableDND: !isEditable, disableResize: !isEditable, additionalClasses: marks },
  };
}

function spanOf(time: EventTime, timeZone: string): Pick<CalendarEventExternal, 'start' | 'end'> {
  if (time.isAllDay) {
    const { firstDay, lastDay } = daysOfEvent(time, timeZone);
    return { start: Temporal.PlainDate.from(firstDay), end: Temporal.PlainDate.from(lastDay) };
  }
  const { startMs, endMs } = drawnTimeOf(time, timeZone);
  const zoned = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone);
  return { start: zoned(startMs), end: zoned(endMs) };
}

/** What schedule-x has drawn, or wants to draw. */
export function drawnOf({ start, end }: Pick<CalendarEventExternal, 'start' | 'end'>): DrawnTime | DayRange {
  if (start instanceof Temporal.PlainDate || end instanceof Temporal.PlainDate) {
    return { firstDay: start.toString(), lastDay: end.toString() };
  }
  return { startMs: start.epochMilliseconds, endMs: end.epochMilliseconds };
}

/** 'quinta-feira, 26 de novembro, 14:00–15:00' */
export function whenText(time: EventTime, { days, timeZone, wholeDay }: GridWords): string {
  const { firstDay, lastDay } = daysOfEvent(time, timeZone);
  const [first, last] = [days.weekday(firstDay), days.weekday(lastDay)];
  if (time.isAllDay) return `${firstDay === lastDay ? first : `${first} – ${last}`}, ${wholeDay}`;
  const [from, to] = [time.startMs, time.endMs].map((ms) => timeOf(new Date(ms), timeZone));
  if (firstDay !== lastDay) return `${first}, ${from} – ${last}, ${to}`;
  return from === to ? `${first}, ${from}` : `${first}, ${from}–${to}`;
}

/** What is read out of an event besides its title and place. */
const detailsOf = (event: GridEvent, words: GridWords): string =>
  [
    whenText(event.time, words),
    words[event.answer],
    event.hasMeet && 'Google Meet',
    event.isSeries && words.series,
  ]
    .filter(Boolean)
    .join(', ');

/** Has room for one line. */
const SHORT_MS = 30 * 60_000;

const spanWith = (textContent: string, className: string) =>
  Object.assign(document.createElement('span'), { textContent, className });

const SVG = 'http://www.w3.org/2000/svg';

function icon(name: string): SVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('aria-hidden', 'true');
  const use = document.createElementNS(SVG, 'use');
  use.setAttribute('href', `/icons.svg#${name}`);
  svg.append(use);
  return svg;
}

/** Fills the element that schedule-x makes for an event; it keeps its own children. */
export function drawFace(place: HTMLElement, event: GridEvent, words: GridWords): void {
  const element = place.closest<HTMLElement>('.sx__event');
  // schedule-x labels some events by itself, and others not at all.
  element?.removeAttribute('aria-label');
  if (element && !event.isEditable) element.draggable = false;
  const { time } = event;
  const face = spanWith('', 'calendar-face');
  if (!time.isAllDay && time.endMs - time.startMs <= SHORT_MS) face.classList.add('calendar-short');
  if (!time.isAllDay) face.append(clockOf(time, words.timeZone), ' ');
  face.append(isolated(event.title || words.untitled));
  if (event.hasMeet) face.append(' ', icon('video'));
  if (event.location) {
    const location = spanWith('', 'calendar-place');
    location.append(isolated(event.location));
    face.append(' ', location);
  }
  face.append(spanWith(`, ${detailsOf(event, words)}`, 'visually-hidden'));
  place.querySelector(':scope > .calendar-face')?.remove();
  place.prepend(face);
}

/** To be seen: what is read out names the day too. */
function clockOf(time: EventTime & { isAllDay: false }, timeZone: string): HTMLElement {
  const [from = '', to = ''] = [time.startMs, time.endMs].map((ms) => timeOf(new Date(ms), timeZone));
  const clock = spanWith(from, 'calendar-clock');
  clock.setAttribute('aria-hidden', 'true');
  if (from !== to) clock.append(spanWith(`–${to}`, 'calendar-end'));
  return clock;
}

function isolated(text: string): HTMLElement {
  return Object.assign(document.createElement('bdi'), { textContent: text });
}
