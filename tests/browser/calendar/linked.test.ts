import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { addDays, dayOf } from '@/app/domain/format/day';
import { type MeetingUser, signUpMeetingUser } from '@/tests/http/meeting/meetings';
import { describeInBrowser, openPage } from '@/tests/support/browser';
import { freePort } from '@/tests/support/free-port';
import type { FakeCalendar } from '@/tests/support/google-calendar/fake-calendar';
import { type CelesteWithGoogle, linkCalendar, startWithGoogle } from '@/tests/support/linked-calendar';
import { drag, labelOf, waitForLabel } from './grid-page';

const ZONE = 'America/Sao_Paulo';
const DAY = addDays(dayOf(new Date(), ZONE), 1);
const WEEK = `/calendar?date=${DAY}`;
const at = (time: string) => `${DAY}T${time}:00-03:00`;
const PAUTA = {
  id: 'pauta',
  summary: 'Pauta',
  start: { dateTime: at('14:00'), timeZone: ZONE },
  end: { dateTime: at('15:00'), timeZone: ZONE },
};

let running: CelesteWithGoogle;
let ana: MeetingUser;

beforeAll(async () => {
  // Google sends the browser back to an address that is known before.
  running = await startWithGoogle({ PORT: String(await freePort()) });
});

afterAll(() => running.stop());

beforeEach(async () => {
  running.google.calm();
  ana = await signUpMeetingUser(running.celeste);
  running.google.account = ana.email;
});

describeInBrowser('a linked calendar', (browser) => {
  const open = (options = {}) => openPage(browser(), running.celeste, { as: ana, ...options });
  const main = (page: Page) => page.locator('main');

  it('is linked, filled, changed and unlinked without scripts', async () => {
    const page = await open({ javaScriptEnabled: false });
    const press = (name: string) => main(page).getByRole('button', { name, exact: true }).click();
    const follow = (name: string) => main(page).getByRole('link', { name, exact: true }).click();
    await page.goto('/calendar');
    await follow('Vincular Calendário');
    await page.getByText('Calendário vinculado.').waitFor();
    expect(new URL(page.url()).pathname).toBe('/calendar');
    const calendar = running.google.calendarOf(ana.email);
    await follow('Novo Evento');
    await page.getByLabel('Título').fill('Pauta');
    await page.getByLabel('Começa no dia').fill(DAY);
    await page.getByLabel('Termina no dia').fill(DAY);
    await page.getByLabel('Começa às').fill('14:00');
    await page.getByLabel('Termina às').fill('15:00');
    await page.locator('#attendees').fill('bia@example.com');
    await page.getByLabel('Adicionar Google Meet').check();
    await press('Criar evento');
    await page.getByText('Evento criado.').waitFor();
    const [made] = calendar.events();
    expect(made).toMatchObject({ summary: 'Pauta', attendees: [{ email: 'bia@example.com' }] });
    await press('Enviar assistente');
    await page.getByText('O assistente está agendado.').waitFor();
    await follow('Editar');
    await page.getByLabel('Local').fill('Redação');
    await press('Salvar');
    await page.getByText('Evento atualizado.').waitFor();
    expect(calendar.read(made!.id!)).toMatchObject({ location: 'Redação' });
    await page.goto(WEEK);
    await main(page).getByRole('link', { name: 'Pauta' }).click();
    await follow('Excluir');
    await page.getByLabel(/Entendo que/).check();
    await press('Excluir');
    await page.getByText('Evento excluído.').waitFor();
    expect(calendar.events()).toEqual([]);
    await follow('Desvincular');
    await press('Desvincular');
    await page.getByText('Conecte seu Calendário').waitFor();
    expect(running.google.mistakes).toEqual([]);
    await page.context().close();
  });

  const openGrid = async (): Promise<{ page: Page; calendar: FakeCalendar }> => {
    const calendar = await linkCalendar(running, ana);
    calendar.add(PAUTA);
    const page = await open({ viewport: { width: 1280, height: 1100 } });
    await page.goto(WEEK);
    await page.locator('.sx__calendar-wrapper').waitFor();
    return { page, calendar };
  };

  it('is changed in the grid', async () => {
    const { page, calendar } = await openGrid();
    const asked = running.google.requests.length;
    await drag(page, 'pauta', { down: 2 });
    await waitForLabel(page, 'pauta', '16:00–17:00');
    await expect.poll(() => calendar.read('pauta').start).toMatchObject({ dateTime: at('16:00') });
    expect(running.google.requests.length - asked).toBeLessThanOrEqual(2);
    await page.reload();
    await page.locator('.sx__calendar-wrapper').waitFor();
    expect(await labelOf(page, 'pauta')).toContain('16:00–17:00');
    await page.context().close();
  });

  it('puts back what Google refuses, and says so', async () => {
    const { page, calendar } = await openGrid();
    running.google.fail('patch', { status: 400, reason: 'invalid' });
    await drag(page, 'pauta', { down: 2 });
    await page.getByText('Erro ao atualizar evento...').waitFor();
    await waitForLabel(page, 'pauta', '14:00–15:00');
    expect(calendar.read('pauta').start).toMatchObject({ dateTime: at('14:00') });
    await page.context().close();
  });

  it('overwrites nothing that somebody else changed, and shows it', async () => {
    const { page, calendar } = await openGrid();
    calendar.change('pauta', {
      start: { dateTime: at('09:00'), timeZone: ZONE },
      end: { dateTime: at('10:00'), timeZone: ZONE },
    });
    await drag(page, 'pauta', { down: 2 });
    await waitForLabel(page, 'pauta', '09:00–10:00');
    expect(await page.locator('output[data-island="toast"]').last().textContent()).toContain(
      'mudou este evento',
    );
    expect(calendar.read('pauta').start).toMatchObject({ dateTime: at('09:00') });
    await page.context().close();
  });
});
