import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import {
  addMeeting,
  addMeetings,
  type MeetingUser,
  newestMeeting,
  signUpMeetingUser,
} from '@/tests/http/meeting/meetings';
import { change } from '@/tests/http/platform/data-dir';
import { describeInBrowser, openPage } from '@/tests/support/browser';
import { type RunningCeleste, sharedCeleste } from '@/tests/support/celeste';

let celeste: RunningCeleste;
let ana: MeetingUser;

beforeAll(async () => {
  celeste = await sharedCeleste();
});

beforeEach(async () => {
  ana = await signUpMeetingUser(celeste);
});

const submit = (page: Page) => page.locator('main form:has(#meet_name) button');
const toast = (page: Page, text: string) => page.getByText(text).first().waitFor();

async function openForm(page: Page): Promise<void> {
  await page.goto('/meetings');
  await page.waitForLoadState('networkidle');
  await page.locator('main summary').first().click();
}

async function fillIn(page: Page, { room }: { room: string }): Promise<void> {
  await page.locator('#meet_name').fill('Pauta');
  await page.locator('#meet_url').fill(`meet.google.com/${room}`);
}

describeInBrowser('meetings with scripts', (browser) => {
  it('keep what was typed when there is no connection, and can be sent once it is back', async () => {
    const page = await openPage(browser(), celeste, { as: ana });
    await openForm(page);
    await fillIn(page, { room: 'off-line-now' });
    await page.context().setOffline(true);
    await submit(page).click();
    await toast(page, 'Erro ao criar reunião. Tente novamente.');
    expect(await page.locator('#meet_name').inputValue()).toBe('Pauta');
    await page.context().setOffline(false);
    await submit(page).click();
    await toast(page, 'Reunião criada com sucesso!');
  });

  it('ask for the terms once in a dialog, whose button waits for the tick, and keep what was typed', async () => {
    ana = await signUpMeetingUser(celeste, { hasTerms: false });
    const page = await openPage(browser(), celeste, { as: ana });
    await openForm(page);
    await fillIn(page, { room: 'terms-once' });
    await submit(page).click();
    const dialog = page.locator('dialog:modal');
    await dialog.waitFor();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('terms-title');
    const button = dialog.getByRole('button', { name: 'Continuar' });
    await dialog.locator('button[aria-disabled="true"]').waitFor();
    await button.click({ force: true });
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('terms');
    await dialog.locator('#terms').check();
    expect(await button.getAttribute('aria-disabled')).toBeNull();
    await button.click();
    await toast(page, 'Reunião criada com sucesso!');
    expect(await newestMeeting(celeste, ana)).toMatchObject({ title: 'Pauta', room: 'terms-once' });

    await openForm(page);
    await fillIn(page, { room: 'terms-twice' });
    await submit(page).click();
    await toast(page, 'Reunião criada com sucesso!');
    await page.context().close();
  });

  it('keep the form when the terms are closed', async () => {
    ana = await signUpMeetingUser(celeste, { hasTerms: false });
    const page = await openPage(browser(), celeste, { as: ana });
    await openForm(page);
    await fillIn(page, { room: 'not-now' });
    await submit(page).click();
    await page.locator('dialog:modal').waitFor();
    await page.keyboard.press('Escape');
    expect(await page.locator('dialog:modal').count()).toBe(0);
    expect(await page.locator('#meet_url').inputValue()).toBe('meet.google.com/not-now');
    await page.context().close();
  });

  it('save the settings in a dialog, which shows mistakes', async () => {
    const page = await openPage(browser(), celeste, { as: ana });
    await page.goto('/meetings');
    await page.waitForLoadState('networkidle');
    await page.getByRole('link', { name: 'Configurações' }).click();
    const dialog = page.getByRole('dialog', { name: 'Configurações do assistente' });
    await dialog.locator('[name="bot_name"]').fill(' ');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await dialog.getByText('Nome do assistente é obrigatório.').last().waitFor();
    await dialog.locator('[name="bot_name"]').fill('Escriba');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await toast(page, 'Configurações salvas com sucesso!');
    await page.context().close();
  });

  it('are cancelled in a dialog, from the menu of the list', async () => {
    await addMeeting(celeste, ana, { title: 'Pauta' });
    const page = await openPage(browser(), celeste, { as: ana });
    await page.goto('/meetings');
    await page.waitForLoadState('networkidle');
    await page.getByRole('button', { name: 'Opções de Pauta' }).click();
    await page.getByRole('link', { name: 'Cancelar reunião' }).click();
    await page.getByRole('dialog', { name: 'Cancelar reunião?' }).getByRole('button').last().click();
    await toast(page, 'Reunião cancelada.');
    expect(await newestMeeting(celeste, ana)).toBeUndefined();
    await page.context().close();
  });

  it('show where they stand, and what they became, without a reload by hand', async () => {
    const path = await addMeeting(celeste, ana, { type: 'instant', startsInMinutes: 0 });
    const page = await openPage(browser(), celeste, { as: ana });
    await page.goto(path);
    await toast(page, 'O assistente está a caminho.');
    const publicId = path.split('/').at(-1);
    const set = (values: string) =>
      change(celeste, `UPDATE meetings SET ${values} WHERE public_id = '${publicId}'`);
    await set(
      `status = 'running', phase = 'recording', recording_since = created_at, people = '["Bia Lopes"]'`,
    );
    await toast(page, 'Bia Lopes');
    await page.getByRole('link', { name: 'Parar e sair da reunião' }).waitFor();
    await set(`status = 'failed', phase = NULL, end_reason = 'crashed'`);
    await toast(page, 'O navegador do assistente parou de repente.');
    await page.context().close();
  });
});

describeInBrowser('the list of meetings', (browser) => {
  it('shows what happens by itself, and leaves a half-filled form alone', async () => {
    const path = await addMeeting(celeste, ana, { type: 'instant', startsInMinutes: 0, title: 'Diretoria' });
    const page = await openPage(browser(), celeste, { as: ana });
    await openForm(page);
    await page.locator('#meet_name').fill('Pela metade');
    await page.locator('#meet_url').focus();
    const publicId = path.split('/').at(-1);
    await change(celeste, `UPDATE meetings SET phase = 'entering' WHERE public_id = '${publicId}'`);
    await toast(page, 'Entrando');
    expect(await page.locator('#meet_name').inputValue()).toBe('Pela metade');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('meet_url');
    await page.context().close();
  });

  it('keeps its tabs on one line of a phone', async () => {
    const page = await openPage(browser(), celeste, { as: ana });
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/meetings');
    const tops = await page
      .locator('main nav li')
      .evaluateAll((tabs) => tabs.map((tab) => tab.getBoundingClientRect().top));
    expect(new Set(tops.slice(0, 3)).size).toBe(1);
    await page.context().close();
  });
});

describeInBrowser('a meeting whose assistant is there', (browser) => {
  it.each([true, false])(
    'asks before the assistant is called back (scripts: %s)',
    async (javaScriptEnabled) => {
      const path = await addMeeting(celeste, ana, {
        ...{
          type: 'instant',
          startsInMinutes: -9,
          status: 'running',
          phase: 'recording',
          recordsForMinutes: 8,
        },
      });
      const page = await openPage(browser(), celeste, { as: ana, javaScriptEnabled });
      await page.goto(path, { waitUntil: 'networkidle' });
      const stop = page.getByRole('link', { name: 'Parar e sair da reunião' });
      await stop.click();
      await page.getByRole('heading', { name: 'Parar e sair da reunião?' }).waitFor();
      await page.getByRole('button', { name: 'Parar e sair da reunião' }).click();
      await toast(page, 'O assistente está saindo.');
      await page.locator('header').getByText('Saindo').waitFor();
      await page.context().close();
    },
  );
});

describeInBrowser('the form of a meeting', (browser) => {
  it.each([true, false])(
    'shows date and time for scheduled ones only (scripts: %s)',
    async (javaScriptEnabled) => {
      const page = await openPage(browser(), celeste, { as: ana, javaScriptEnabled });
      await page.goto('/meetings');
      await page.locator('main summary').first().click();
      expect(await page.locator('#meet_date').isVisible()).toBe(false);
      await page.locator('#meet_type').selectOption('scheduled');
      expect(await page.locator('#meet_date').isVisible()).toBe(true);
      await page.context().close();
    },
  );

  it.each([true, false])('takes the focus to what is wrong (scripts: %s)', async (javaScriptEnabled) => {
    const page = await openPage(browser(), celeste, { as: ana, javaScriptEnabled });
    await page.goto('/meetings', { waitUntil: 'networkidle' });
    await page.locator('main summary').first().click();
    await submit(page).click();
    await toast(page, 'Nome da reunião é obrigatório.');
    // Without scripts nothing can be evaluated in the page.
    await page.locator('[role="alert"]:focus').waitFor();
    await page.context().close();
  });

  it.each([true, false])(
    'has a badge that says what experimental means (scripts: %s)',
    async (javaScriptEnabled) => {
      const page = await openPage(browser(), celeste, { as: ana, javaScriptEnabled });
      await page.goto('/meetings');
      const text = page.getByText('tenha também uma gravação sua');
      expect(await text.isVisible()).toBe(false);
      await page.getByRole('button', { name: 'EXPERIMENTAL' }).click();
      await text.waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Fechar' }).click();
      expect(await text.isVisible()).toBe(false);
      await page.context().close();
    },
  );

  it.each([
    ['instant', 'Enviar agora'],
    ['scheduled', 'Criar reunião'],
  ])('is compact on the dashboard: %s', async (type, name) => {
    await addMeetings(celeste, ana);
    const page = await openPage(browser(), celeste, { as: ana });
    await page.goto('/dashboard');
    await page.waitForLoadState('networkidle');
    await page.locator('main summary', { hasText: 'Nova reunião' }).click();
    await fillIn(page, { room: `compact-${type}` });
    if (type === 'scheduled') {
      await page.locator('main summary', { hasText: 'Agendar' }).click();
      const tomorrow = new Date(Date.now() + 36 * 3_600_000).toISOString().slice(0, 10);
      await page.locator('#meet_date').fill(tomorrow);
      await page.locator('#meet_time').fill('10:00');
    }
    await page.getByRole('button', { name }).click();
    await toast(page, 'Reunião criada com sucesso!');
    expect(await newestMeeting(celeste, ana)).toMatchObject({ type, room: `compact-${type}` });
    await page.context().close();
  });
});
