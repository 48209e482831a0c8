import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import type { CalendarEvent } from '@/app/domain/calendar/event';
import { timed, wholeDays } from '@/tests/factories/event';
import { type MeetingUser, signUpMeetingUser } from '@/tests/http/meeting/meetings';
import { describeInBrowser } from '@/tests/support/browser';
import { type RunningCeleste, sharedCeleste } from '@/tests/support/celeste';
import { until } from '@/tests/support/until';
import { addAxe, expectAccessible, overflowOf, VIEWPORTS } from '../shell/expect-accessible';
import { CalendarInBrowser, TODAY } from './calendar-in-browser';
import { drag, eventIn, HOUR, labelOf, waitForLabel } from './grid-page';

const { WIDE, NARROW } = VIEWPORTS;
const WEIGHT_LIMIT = 110 * 1024;
const WEEK = `/calendar?date=${TODAY}`;

const PAUTA = { id: 'pauta', title: 'Pauta', time: timed('2026-11-24T12:00Z', '2026-11-24T13:00Z') };
const EVENTS: Partial<CalendarEvent>[] = [
  { ...PAUTA, meet: { state: 'ready', room: 'abc-defg-hij' }, location: 'Redação' },
  {
    ...{ id: 'almoco', title: 'Almoço', answer: 'declined', isEditable: false },
    time: timed('2026-11-25T15:00Z', '2026-11-25T16:00Z'),
  },
  { id: 'congresso', title: 'Congresso', time: wholeDays('2026-11-25', '2026-11-27') },
  {
    id: 'plantao',
    title: 'Plantão',
    answer: 'tentative',
    time: timed('2026-11-28T01:00Z', '2026-11-28T06:00Z'),
  },
  { id: 'vazio', title: '', answer: 'needsAction', time: timed('2026-11-26T17:00Z', '2026-11-26T17:30Z') },
];

let celeste: RunningCeleste;
let ana: MeetingUser;

beforeAll(async () => {
  celeste = await sharedCeleste();
  ana = await signUpMeetingUser(celeste);
});

const focusedLabel = (page: Page) =>
  page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
  );

describeInBrowser('the grid of the calendar', (browser) => {
  const open = async (
    options: Partial<Parameters<typeof CalendarInBrowser.open>[2]> = {},
    address = WEEK,
  ) => {
    const opened = await CalendarInBrowser.open(browser(), celeste, { as: ana, events: EVENTS, ...options });
    await opened.page.goto(address);
    await opened.page.locator('.sx__calendar-wrapper').waitFor();
    return opened;
  };

  it("takes the place of the list, in the account's time zone, without a request of its own", async () => {
    const { page, shown } = await open({ timezoneId: 'Asia/Tokyo' });
    expect(await labelOf(page, 'pauta')).toBe(
      '09:00–10:00 Pauta  Redação, terça-feira, 24 de novembro, 09:00–10:00, Aceito, Google Meet',
    );
    expect(await labelOf(page, 'congresso')).toContain(
      '25 de novembro – quinta-feira, 26 de novembro, dia inteiro',
    );
    expect(await labelOf(page, 'plantao')).toContain(
      'sexta-feira, 27 de novembro, 22:00 – sábado, 28 de novembro, 03:00',
    );
    expect(await labelOf(page, 'vazio')).toContain('Sem título');
    expect(await page.locator('[data-list]').isVisible()).toBe(false);
    expect([shown.requests, shown.complaints]).toEqual([[], []]);
    await page.context().close();
  });

  it('is loaded on its page alone, within its weight', async () => {
    const { page } = await CalendarInBrowser.open(browser(), celeste, { as: ana, events: EVENTS });
    const files = new Map<string, Promise<Buffer>>();
    page.on('response', (answer) => {
      if (/\/assets\/.+\.(js|css)$/.test(answer.url())) files.set(answer.url(), answer.body());
    });
    const loadedOn = async (address: string) => {
      files.clear();
      await page.goto(address);
      await page.waitForLoadState('networkidle');
      return new Set(files.keys());
    };
    const others = await loadedOn('/meetings');
    expect([...others].filter((file) => /\/grid-/.test(file))).toEqual([]);
    await page.evaluate(() => localStorage.setItem('celeste-calendar', 'list'));
    const list = await loadedOn(WEEK);
    await page.evaluate(() => localStorage.clear());
    const grid = [...(await loadedOn(WEEK))].filter((file) => !list.has(file));
    expect(grid.length).toBeGreaterThan(1);
    const bodies = await Promise.all(grid.map((file) => files.get(file)!));
    const weight = bodies.reduce((sum, body) => sum + gzipSync(body).length, 0);
    process.stdout.write(`the grid: ${weight} B of ${WEIGHT_LIMIT} B\n`);
    expect(weight).toBeLessThanOrEqual(WEIGHT_LIMIT);
    await page.context().close();
  });

  it('moves and resizes events with the pointer', async () => {
    const { page, shown } = await open();
    await drag(page, 'pauta', { down: 2 });
    await waitForLabel(page, 'pauta', '11:00–12:00');
    await drag(page, 'pauta', { right: 1 });
    await waitForLabel(page, 'pauta', 'quarta-feira, 25 de novembro, 11:00–12:00');
    await drag(page, 'pauta', { down: 1, fromEnd: true });
    await waitForLabel(page, 'pauta', '11:00–13:00');
    await drag(page, 'congresso', { right: -1 });
    await waitForLabel(page, 'congresso', 'terça-feira, 24 de novembro – quarta-feira, 25 de novembro');
    await drag(page, 'congresso', { right: 1.2, fromEnd: true });
    await waitForLabel(page, 'congresso', 'terça-feira, 24 de novembro – quinta-feira, 26 de novembro');
    await until(async () => !(await page.locator('.calendar-saving').count()), { what: 'the end of saving' });
    expect(shown.calendar.events.get('pauta')?.time).toMatchObject({
      startMs: Date.parse('2026-11-25T14:00Z'),
      endMs: Date.parse('2026-11-25T16:00Z'),
    });
    expect(shown.calendar.events.get('congresso')?.time).toEqual(wholeDays('2026-11-24', '2026-11-27'));
    expect([shown.calendar.writes, shown.complaints]).toEqual([5, []]);
    expect(await page.locator('dialog').count()).toBe(0);
    await page.context().close();
  });

  it('puts an event back when somebody else has changed it, and says so', async () => {
    const { page, shown } = await open();
    shown.calendar.change('pauta', { time: timed('2026-11-24T18:00Z', '2026-11-24T19:00Z') });
    await drag(page, 'pauta', { down: 1 });
    await page.getByText('Este evento mudou.').waitFor();
    await waitForLabel(page, 'pauta', '15:00–16:00');
    expect(shown.calendar.writes).toBe(0);
    await drag(page, 'pauta', { down: 1 });
    await waitForLabel(page, 'pauta', '16:00–17:00');
    await page.context().close();
  });

  it('puts an event back when there is no connection', async () => {
    const { page } = await open();
    await page.route('**/time', (route) => route.abort());
    await drag(page, 'pauta', { down: 1 });
    await waitForLabel(page, 'pauta', '10:00–11:00');
    await page.getByText('Erro ao atualizar evento...').waitFor();
    await waitForLabel(page, 'pauta', '09:00–10:00');
    await page.context().close();
  });

  it('gives up a drag with Escape, and does not drag what is fixed', async () => {
    const { page, shown } = await open();
    await drag(page, 'pauta', { down: 2, beforeRelease: () => page.keyboard.press('Escape') });
    await drag(page, 'almoco', { down: 2 });
    await eventIn(page, 'almoco').focus();
    await page.keyboard.press('Alt+ArrowDown');
    await page.locator('[data-said]', { hasText: 'só quem organiza' }).waitFor({ state: 'attached' });
    expect(await labelOf(page, 'pauta')).toContain('09:00–10:00');
    expect(shown.requests.filter((line) => line.includes('time'))).toEqual([]);
    await page.context().close();
  });

  it('keeps changes in order while one is under way', async () => {
    const { page, shown } = await open();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    shown.before = () => held;
    await eventIn(page, 'pauta').focus();
    for (let press = 0; press < 4; press++) await page.keyboard.press('Alt+ArrowDown');
    await waitForLabel(page, 'pauta', '10:00–11:00');
    expect(await page.locator('.calendar-saving').count()).toBe(1);
    expect(shown.requests).toEqual(['POST /calendar/pauta/time']);
    release();
    await page.locator('[data-said]', { hasText: 'Salvo. Pauta' }).waitFor({ state: 'attached' });
    expect(shown.requests).toHaveLength(2);
    expect(shown.calendar.events.get('pauta')?.time).toMatchObject({
      startMs: Date.parse('2026-11-24T13:00Z'),
    });
    await page.context().close();
  });

  it('does with the keyboard all that the pointer does', async () => {
    const { page, shown } = await open();
    await eventIn(page, 'vazio').focus();
    await page.keyboard.press('Alt+ArrowDown');
    await page.keyboard.press('Alt+ArrowRight');
    await page.keyboard.press('Alt+Shift+ArrowDown');
    await waitForLabel(page, 'vazio', 'sexta-feira, 27 de novembro, 14:15–15:00');
    await page.locator('[data-said]', { hasText: 'Salvo. Sem título' }).waitFor({ state: 'attached' });
    expect(await focusedLabel(page)).toContain('14:15–15:00');
    await page.keyboard.press('ArrowUp');
    expect(await focusedLabel(page)).toBe('Novo evento: sexta-feira, 27 de novembro, 13:30');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.locator('.calendar-slot[aria-label*="domingo, 29 de novembro, 13:30"]:focus').waitFor();
    expect(page.url()).toContain('date=2026-11-29');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Novo Evento' });
    expect(await dialog.locator('[name="start_time"]').inputValue()).toBe('13:30');
    await page.keyboard.press('Escape');
    await page.keyboard.press('PageUp');
    await page.locator('.calendar-slot[aria-label*="domingo, 22 de novembro, 13:30"]:focus').waitFor();
    await eventIn(page, 'pauta').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Pauta' }).waitFor();
    expect(shown.complaints).toEqual([]);
    await page.context().close();
  });

  it('opens an event that is clicked, and a new one of 30 minutes in a free slot', async () => {
    const { page, shown } = await open();
    await eventIn(page, 'pauta').click();
    await page.getByRole('dialog', { name: 'Pauta' }).waitFor();
    await page.keyboard.press('Escape');
    const day = page.locator('[data-time-grid-date="2026-11-23"]');
    await day.click({ position: { x: 30, y: HOUR * 2.7 } });
    const dialog = page.getByRole('dialog', { name: 'Novo Evento' });
    await dialog.waitFor();
    const typed = ['summary', 'start_date', 'start_time', 'end_time'].map((name) =>
      dialog.locator(`[name="${name}"]`).inputValue(),
    );
    expect(await Promise.all(typed)).toEqual(['Sem título', '2026-11-23', '08:30', '09:00']);
    expect(shown.requests.at(-1)).toBe(
      'GET /calendar/new?date=2026-11-23&summary=Sem+t%C3%ADtulo&time=08%3A30',
    );
    await page.context().close();
  });

  it('follows the links of the page, with one request for other days, and the address follows', async () => {
    const { page, shown } = await open();
    await page.getByRole('link', { name: 'Recusados' }).click();
    await eventIn(page, 'pauta').waitFor({ state: 'detached' });
    expect(await page.locator('.sx__event').count()).toBe(1);
    expect(shown.requests).toEqual([]);
    await page.getByRole('link', { name: 'Mês' }).click();
    await page.locator('h2', { hasText: 'novembro de 2026' }).waitFor();
    expect(page.url()).toContain('?view=month&date=2026-11-26&show=declined');
    await page.getByRole('link', { name: 'Recusados' }).click();
    await page.getByRole('link', { name: 'Próximo' }).click();
    await page.locator('h2', { hasText: 'dezembro de 2026' }).waitFor();
    await until(async () => shown.requests.length === 2, { what: 'two requests' });
    expect(shown.requests).toEqual([
      'GET /calendar/events?from=2026-11-01&to=2026-12-05',
      'GET /calendar/events?from=2026-11-29&to=2027-01-02',
    ]);
    await page.reload();
    await page.locator('h2', { hasText: 'dezembro de 2026' }).waitFor();
    await page.locator('.sx__month-grid-week').nth(4).waitFor();
    await page.context().close();
  });

  it('shows only the days that were asked for last, and offers to try again', async () => {
    const { page, shown } = await open();
    let held = true;
    shown.before = async (line) => {
      await until(async () => !held || !line.includes('from=2026-11-29'), { what: 'the answer' });
    };
    const next = page.getByRole('link', { name: 'Próximo' });
    await next.click();
    expect(await page.locator('[data-place]').getAttribute('aria-busy')).toBe('true');
    await next.click();
    await page.locator('[data-place][aria-busy="false"]').waitFor();
    held = false;
    await page.route('**/calendar/events*', (route) => route.fulfill({ status: 503, body: '' }));
    await next.click();
    const retry = page.getByRole('button', { name: 'Tentar de novo' });
    await retry.waitFor();
    await page.unroute('**/calendar/events*');
    await retry.click();
    await retry.waitFor({ state: 'hidden' });
    await page.context().close();
  });

  it('begins earlier for an event before six', async () => {
    const early = { id: 'voo', title: 'Voo', time: timed('2026-11-26T07:30Z', '2026-11-26T08:30Z') };
    const { page } = await open({ events: [...EVENTS, early] });
    expect(await eventIn(page, 'voo').isVisible()).toBe(true);
    const hours = await page.locator('.sx__week-grid__hour-text').allTextContents();
    expect(hours.some((hour) => hour.startsWith('05'))).toBe(true);
    await page.getByRole('link', { name: 'Próximo' }).click();
    await page.locator('.sx__week-grid__hour-text', { hasText: '05' }).waitFor({ state: 'detached' });
    await page.context().close();
  });

  it('gives way to the list, which this browser remembers', async () => {
    const { page } = await open();
    await page.getByRole('button', { name: 'Lista' }).click();
    await page.locator('[data-list]').waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Grade' }).waitFor();
    expect(await page.locator('.sx__calendar-wrapper').count()).toBe(0);
    await page.getByRole('button', { name: 'Grade' }).click();
    await page.locator('.sx__calendar-wrapper').waitFor();
    expect(await page.locator('[data-list]').isVisible()).toBe(false);
    await page.context().close();
  });

  it('leaves the list when it cannot be loaded', async () => {
    const { page } = await CalendarInBrowser.open(browser(), celeste, { as: ana, events: EVENTS });
    await page.route('**/assets/grid-*', (route) => route.abort());
    await page.goto(WEEK);
    await page.locator('[data-island-failed]').waitFor();
    expect(await page.getByRole('link', { name: 'Pauta' }).isVisible()).toBe(true);
    expect(await page.locator('section[data-grid]').isVisible()).toBe(false);
    await page.context().close();
  });

  it('shows a day and a month on a phone, and leaves the week to the list', async () => {
    const { page } = await open(
      { viewport: { width: 390, height: 800 } },
      `/calendar?view=day&date=2026-11-24`,
    );
    expect(await page.locator('.sx__time-grid-day').count()).toBe(1);
    await page.getByRole('link', { name: 'Mês' }).click();
    await page.locator('.sx__month-agenda-day').first().waitFor();
    await page.getByRole('link', { name: 'Semana' }).click();
    await page.locator('[data-list]').waitFor();
    expect(await page.locator('.sx__calendar-wrapper').count()).toBe(0);
    await page.context().close();
  });

  it('keeps a title without spaces within a phone', async () => {
    const title = 'umnomesemespaçosqueninguémconseguequebraremduaslinhas'.repeat(4);
    const events = [{ id: 'longo', title, time: timed(`${TODAY}T17:00Z`, `${TODAY}T18:00Z`) }];
    const viewport = { width: 360, height: 800 };
    for (const view of ['month', 'day']) {
      const { page } = await open({ events, viewport }, `/calendar?view=${view}&date=${TODAY}`);
      await eventIn(page, 'longo').locator('.calendar-face').waitFor();
      expect([view, await overflowOf(page)]).toEqual([view, 0]);
      await page.context().close();
    }
  });

  it('shows a whole line of an event of a few minutes', async () => {
    const events = [{ id: 'cafe', title: 'Café', time: timed(`${TODAY}T17:00Z`, `${TODAY}T17:15Z`) }];
    const { page } = await open({ events });
    const [box, line] = await Promise.all([
      eventIn(page, 'cafe').boundingBox(),
      eventIn(page, 'cafe').locator('bdi').boundingBox(),
    ]);
    expect(box!.height).toBeGreaterThanOrEqual(18);
    expect(line!.y).toBeGreaterThan(box!.y);
    expect(line!.y + line!.height).toBeLessThan(box!.y + box!.height);
    await page.context().close();
  });

  it.each(['week', 'month', 'day'] as const)('is accessible: %s', async (view) => {
    for (const language of ['pt', 'en'] as const) {
      const { page } = await CalendarInBrowser.open(browser(), celeste, {
        as: ana,
        events: EVENTS,
        language,
      });
      await addAxe(page);
      await page.goto(`/calendar?view=${view}&date=${TODAY}`);
      await page.locator('.sx__calendar-wrapper').waitFor();
      await expectAccessible(page, view === 'week' ? [WIDE] : [WIDE, NARROW], language);
      await page.context().close();
    }
  });
});
