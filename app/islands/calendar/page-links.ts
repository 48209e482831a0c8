import {
  CALENDAR_VIEWS,
  type CalendarQuery,
  calendarHref,
  dateBeside,
  daysOfView,
  EVENT_FILTERS,
} from '@/app/domain/calendar/calendar-query';
import { titleOfView } from '@/app/domain/calendar/day-texts';
import type { Day } from '@/app/domain/format/day';
import { find } from '../ui/find-part';
import { CALENDAR_PAGE } from './calendar.contract';
import type { GridWords } from './drawing';

const linksIn = (part: HTMLElement) => [...part.querySelectorAll<HTMLAnchorElement>('a[href]')];

/** Follows a link to the calendar itself only where `show` does not take it. */
export function onCalendarLink(root: HTMLElement, show: (parameters: URLSearchParams) => boolean): void {
  root.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const { origin, pathname, searchParams } = new URL(link.href);
    if (origin === location.origin && pathname === '/calendar' && show(searchParams)) event.preventDefault();
  });
}

/** Makes the links of the page those of what the grid shows. */
export function renewLinks(root: HTMLElement, query: CalendarQuery, today: Day, words: GridWords): void {
  const hrefOf = (changed: Partial<CalendarQuery>) => calendarHref({ ...query, ...changed });
  linksIn(find(root, CALENDAR_PAGE.views)).forEach((link, index) => {
    const view = CALENDAR_VIEWS[index] ?? query.view;
    link.href = hrefOf({ view });
    mark(link, view === query.view ? 'page' : null);
  });
  find(root, CALENDAR_PAGE.heading).textContent = titleOfView(query, daysOfView(query), words.days);
  const steps = [dateBeside(query, -1), today, dateBeside(query, 1)];
  linksIn(find(root, CALENDAR_PAGE.steps)).forEach((link, index) => {
    link.href = hrefOf({ date: steps[index] ?? query.date });
  });
  linksIn(find(root, CALENDAR_PAGE.filters)).forEach((link, index) => {
    const filter = EVENT_FILTERS[index];
    if (!filter) return;
    const isOn = query.show.includes(filter);
    const show = isOn ? query.show.filter((name) => name !== filter) : [...query.show, filter];
    link.href = hrefOf({ show });
    mark(link, isOn ? 'true' : null);
  });
}

function mark(link: HTMLAnchorElement, current: string | null): void {
  if (current) link.setAttribute('aria-current', current);
  else link.removeAttribute('aria-current');
}
