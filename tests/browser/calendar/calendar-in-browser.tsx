import type { Browser, BrowserContextOptions, Page, Route } from 'playwright-core';
import { CalendarPage } from '@/app/components/calendar/CalendarPage';
import { NewEventPage } from '@/app/components/calendar/EventForms';
import { EventPage } from '@/app/components/calendar/EventPage';
import { agendaOf } from '@/app/domain/calendar/agenda';
import { daysOfView, readCalendarQuery } from '@/app/domain/calendar/calendar-query';
import type { CalendarEvent } from '@/app/domain/calendar/event';
import { proposedTime } from '@/app/domain/calendar/event-form';
import { gridEventOf } from '@/app/domain/calendar/grid-event';
import { timeChangeSchema, timeOfChange } from '@/app/domain/calendar/time-change';
import { EventChanged } from '@/app/integrations/calendar/port';
import { openPage } from '@/tests/support/browser';
import type { RunningCeleste } from '@/tests/support/celeste';
import { MemoryCalendar } from '@/tests/support/memory-calendar';
import { render } from '@/tests/support/render';
import type { TestUser } from '@/tests/support/test-user';

/** A Thursday, whose week is shown. */
export const TODAY = '2026-11-26';
const ZONE = 'America/Sao_Paulo';

/** The pages of a calendar that the browser's requests meet, in the frame of real ones. */
export class CalendarInBrowser {
  readonly calendar = new MemoryCalendar();
  /** 'GET /calendar/events?…', of the island; '→' begins what a change wants. */
  readonly requests: string[] = [];
  readonly complaints: string[] = [];
  language: 'pt' | 'en' = 'pt';
  /** Called before a request of the island is answered. */
  before: (request: string) => Promise<unknown> = async () => undefined;
  #lang = '';

  static async open(
    browser: Browser,
    celeste: RunningCeleste,
    options: BrowserContextOptions & {
      as: TestUser;
      events: Partial<CalendarEvent>[];
      language?: 'pt' | 'en';
    },
  ): Promise<{ page: Page; shown: CalendarInBrowser }> {
    const { events, language = 'pt', ...rest } = options;
    const shown = new CalendarInBrowser();
    shown.language = language;
    shown.#lang = language === 'en' ? 'en' : 'pt-BR';
    for (const event of events) shown.calendar.add(event);
    const page = await openPage(browser, celeste, { viewport: { width: 1280, height: 1100 }, ...rest });
    page.on('console', (message) => {
      if (message.type() === 'error') shown.complaints.push(message.text());
    });
    page.on('pageerror', (error) => shown.complaints.push(String(error)));
    await page.route(/\/calendar(\/|\?|$)/, (route) => shown.#answer(route));
    return { page, shown };
  }

  async #answer(route: Route): Promise<void> {
    const request = route.request();
    const { pathname, searchParams, search } = new URL(request.url());
    if (pathname === '/calendar') return this.#document(route, await this.#calendarPage(searchParams));
    const line = `${request.method()} ${pathname}${search}`;
    this.requests.push(line);
    await this.before(line);
    const fulfil = (answer: object) => route.fulfill(answer).catch(() => undefined);
    if (pathname === '/calendar/events') {
      const { events } = await this.calendar.listEvents();
      return fulfil({ json: { events: events.map(gridEventOf), isPartial: false } });
    }
    const id = pathname.split('/')[2] ?? '';
    if (pathname.endsWith('/time')) return fulfil(await this.#change(id, request.postDataJSON()));
    return this.#document(route, await this.#eventPage(id, searchParams));
  }

  async #change(id: string, sent: unknown): Promise<object> {
    const change = timeChangeSchema.parse(sent);
    try {
      const time = timeOfChange(change, ZONE);
      return { json: gridEventOf(await this.calendar.changeEvent(id, change.version, { time })) };
    } catch (error) {
      if (!(error instanceof EventChanged)) throw error;
      const event = gridEventOf(await this.calendar.readEvent(id));
      return { status: 409, json: { message: 'Este evento mudou.', event } };
    }
  }

  async #calendarPage(parameters: URLSearchParams): Promise<string> {
    const query = readCalendarQuery(parameters, TODAY);
    const { events } = await this.calendar.listEvents();
    const days = agendaOf(events, daysOfView(query), ZONE, TODAY);
    const agenda = { name: 'ana@example.com', days, events: events.map(gridEventOf), isPartial: false };
    const view = <CalendarPage query={query} today={TODAY} agenda={agenda} />;
    return render(view, { language: this.language });
  }

  async #eventPage(id: string, parameters: URLSearchParams): Promise<string> {
    const { language } = this;
    if (id !== 'new')
      return render(<EventPage event={await this.calendar.readEvent(id)} recurrence={[]} />, { language });
    const [date, time] = [parameters.get('date') ?? TODAY, parameters.get('time')];
    const proposed = proposedTime(date, time, ZONE, new Date());
    return render(<NewEventPage title={parameters.get('summary') ?? ''} time={proposed} />, { language });
  }

  /** The page of an account without a calendar, with other content. */
  async #document(route: Route, content: string): Promise<void> {
    const answer = await route.fetch({ url: new URL('/calendar', route.request().url()).href });
    const body = (await answer.text())
      .replace(/<html lang="[^"]*"/, `<html lang="${this.#lang}"`)
      .replace(/(<main\b[^>]*>)[\s\S]*<\/main>/, (_, main: string) => `${main}${content}</main>`);
    await route.fulfill({ response: answer, body }).catch(() => undefined);
  }
}
