import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { change } from '@/tests/http/platform/data-dir';
import { describeInBrowser, openPage } from '@/tests/support/browser';
import { type RunningCeleste, sharedCeleste } from '@/tests/support/celeste';
import { signUp, type TestUser } from '@/tests/support/test-user';

let celeste: RunningCeleste;
let ana: TestUser;

beforeAll(async () => {
  celeste = await sharedCeleste();
});

beforeEach(async () => {
  ana = await signUp(celeste, 'Ana', { isWelcomed: false });
});

const dialogOf = (page: Page) => page.locator('dialog[open]');
const question = (page: Page, text: string) => dialogOf(page).getByRole('heading', { name: text }).waitFor();
const focusedId = (page: Page) => page.evaluate(() => document.activeElement?.id);
const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim());

/** Opens a page and closes the dialog that opens by itself. */
async function openClosed(page: Page, address = '/transcriptions'): Promise<void> {
  await page.goto(address);
  await dialogOf(page).waitFor();
  await page.keyboard.press('Escape');
  await page.waitForLoadState('networkidle');
}

const link = (page: Page) => page.getByRole('link', { name: 'Responder' });

describeInBrowser('a page in a dialog', (browser) => {
  it('opens by itself once a day, with its styles and its accessible name', async () => {
    const page = await openPage(browser(), celeste, { as: ana });
    await page.goto('/transcriptions');
    await page.getByRole('dialog', { name: 'Como você vai usar o Celeste?' }).waitFor();
    const isStyled = dialogOf(page).locator('label').first();
    expect(await isStyled.evaluate((label) => getComputedStyle(label).display)).toBe('flex');
    await page.keyboard.press('Escape');
    expect(await dialogOf(page).count()).toBe(0);
    await page.goto('/dashboard');
    await page.waitForLoadState('networkidle');
    expect(await dialogOf(page).count()).toBe(0);
    const otherTab = await page.context().newPage();
    await otherTab.goto('/dashboard', { waitUntil: 'networkidle' });
    expect(await dialogOf(otherTab).count()).toBe(0);
    await otherTab.evaluate(() => {
      const aDayAgo = Date.now() - 86_400_001;
      for (const key of Object.keys(localStorage)) localStorage.setItem(key, String(aDayAgo));
    });
    await otherTab.reload();
    await dialogOf(otherTab).waitFor();
    await page.context().close();
  });

  it('moves the focus in, and restores it however it is closed', async () => {
    const page = await openPage(browser(), celeste, { as: ana });
    await openClosed(page);
    const waysOut = [
      () => page.keyboard.press('Escape'),
      () => page.getByRole('button', { name: 'Fechar' }).click(),
      () => page.mouse.click(5, 5),
    ];
    for (const leave of waysOut) {
      await link(page).focus();
      await page.keyboard.press('Enter');
      await dialogOf(page).waitFor();
      expect(await focusedId(page)).toBe('onboarding-title');
      await leave();
      await page.locator('dialog').waitFor({ state: 'detached' });
      expect(await focusedText(page)).toBe('Responder');
    }
    await page.context().close();
  });

  it('restores the focus to the menu that contains its link', async () => {
    const page = await openPage(browser(), celeste, { as: ana });
    await openClosed(page);
    const menu = page.locator('header [popovertarget]');
    await menu.click();
    await page.locator('#account-menu').getByRole('link', { name: 'Suporte' }).click();
    await dialogOf(page).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
    expect(await menu.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.context().close();
  });

  it('stays open on a click on its edge, and on a selection dragged outside', async () => {
    const page = await openPage(browser(), celeste, { as: ana });
    await page.goto('/transcriptions');
    await dialogOf(page).waitFor();
    const { x, y, height } = (await dialogOf(page).boundingBox())!;
    await page.mouse.click(x + 6, y + height / 2);
    await page.mouse.move(x + 100, y + 60);
    await page.mouse.down();
    await page.mouse.move(5, 5);
    await page.mouse.up();
    expect(await dialogOf(page).count()).toBe(1);
    await page.context().close();
  });

  it('navigates back and forth with the answers kept, and leaves to another page at the end', async () => {
    const page = await openPage(browser(), celeste, { as: ana });
    await page.goto('/transcriptions');
    const press = (name: string) => dialogOf(page).getByRole('button', { name }).click();
    await dialogOf(page).getByText('Uso pessoal').click();
    await press('Continuar');
    await question(page, 'Qual é a sua área?');
    await dialogOf(page).getByText('Saúde').click();
    await press('Voltar');
    await question(page, 'Como você vai usar o Celeste?');
    expect(await dialogOf(page).getByLabel('Uso pessoal').isChecked()).toBe(true);
    await press('Continuar');
    await question(page, 'Qual é a sua área?');
    expect(await dialogOf(page).getByLabel('Saúde').isChecked()).toBe(true);
    await press('Continuar');
    await dialogOf(page).getByText('Mensalmente').click();
    await press('Continuar');
    await dialogOf(page).getByText('Outro', { exact: true }).click();
    await dialogOf(page).getByRole('button', { name: 'Continuar' }).waitFor();
    await dialogOf(page).getByText('Entrevistas').click();
    await press('Concluir');
    await question(page, 'Tudo pronto!');
    await dialogOf(page).getByRole('link', { name: 'Voltar' }).click();
    await question(page, 'O que você pretende transcrever?');
    await press('Concluir');
    expect(page.url()).toMatch(/\/transcriptions$/);
    await press('QUERO TRANSCREVER');
    await page.waitForURL('**/dashboard');
    expect(await page.locator('output').innerText()).toBe('Suas respostas foram salvas.');
    expect(await link(page).count()).toBe(0);
    await page.context().close();
  });

  it('shows a validation error at its field, focused, with the typed value', async () => {
    await ana.post('/onboarding?step=userType', { intent: 'next', userType: 'company' });
    const page = await openPage(browser(), celeste, { as: ana });
    await page.goto('/transcriptions');
    const company = dialogOf(page).getByLabel('Nome da empresa');
    await company.evaluate((input) => input.removeAttribute('maxlength'));
    await company.fill('a'.repeat(121));
    await company.press('Enter');
    await dialogOf(page).locator('#company-error').waitFor();
    expect(await dialogOf(page).locator('#company-error').innerText()).toContain(
      'A resposta pode ter até 120 caracteres.',
    );
    expect(await focusedId(page)).toBe('company');
    expect(await company.inputValue()).toBe('a'.repeat(121));
    await page.context().close();
  });

  it('shows an error when the answer could not be saved', async () => {
    const page = await openPage(browser(), celeste, { as: ana });
    await page.goto('/transcriptions');
    await dialogOf(page).getByText('Em uma empresa').click();
    await change(
      celeste,
      `CREATE TRIGGER disk_full BEFORE UPDATE OF onboarding_answers ON users
       BEGIN SELECT RAISE(ABORT, 'disk full'); END`,
    );
    try {
      await dialogOf(page).getByRole('button', { name: 'Continuar' }).click();
      await dialogOf(page).getByText('Erro ao salvar as informações').waitFor();
      expect(await dialogOf(page).getByLabel('Em uma empresa').isChecked()).toBe(true);
    } finally {
      await change(celeste, 'DROP TRIGGER disk_full');
    }
    await dialogOf(page).getByRole('button', { name: 'Continuar' }).click();
    await question(page, 'Em que empresa você trabalha?');
    await page.context().close();
  });

  it('does not intercept a link that opens another window', async () => {
    const page = await openPage(browser(), celeste, { as: ana });
    await openClosed(page);
    const [opened] = await Promise.all([
      page.context().waitForEvent('page'),
      link(page).click({ modifiers: ['Control'] }),
    ]);
    await opened.waitForURL('**/onboarding');
    expect(await dialogOf(page).count()).toBe(0);
    await page.context().close();
  });

  it('ignores a failed request of a dialog that was to open by itself', async () => {
    const page = await openPage(browser(), celeste, { as: ana });
    await page.route('**/onboarding', (route) => route.abort());
    await Promise.all([page.waitForEvent('requestfailed'), page.goto('/transcriptions')]);
    expect(page.url()).toMatch(/\/transcriptions$/);
    await page.unroute('**/onboarding');
    await page.waitForLoadState('networkidle');
    expect(await dialogOf(page).count()).toBe(0);
    await page.context().close();
  });

  it('falls back to a page load when a request fails, with the pressed button', async () => {
    await ana.post('/onboarding?step=userType', { intent: 'next', userType: 'personal' });
    const page = await openPage(browser(), celeste, { as: ana });
    await openClosed(page);
    await page.route('**/onboarding', (route) =>
      route.request().resourceType() === 'fetch' ? route.abort() : route.continue(),
    );
    await link(page).click();
    await page.waitForURL('**/onboarding');

    await page.unroute('**/onboarding');
    await page.goto('/transcriptions');
    await link(page).click();
    await question(page, 'Qual é a sua área?');
    await page.route('**/onboarding?step=*', (route) =>
      route.request().resourceType() === 'fetch' ? route.abort() : route.continue(),
    );
    await dialogOf(page).getByText('Governo').click();
    await dialogOf(page).getByRole('button', { name: 'Voltar' }).click();
    await page.waitForURL('**/onboarding?step=userType');
    await page.goto('/onboarding?step=sector');
    expect(await page.getByLabel('Governo').isChecked()).toBe(true);
    await page.context().close();
  });

  it('disables the button until the required answer is given, and says why', async () => {
    const page = await openPage(browser(), celeste, { as: ana });
    await page.goto('/onboarding');
    await page.waitForLoadState('networkidle');
    const button = page.getByRole('button', { name: 'Continuar' });
    expect(await button.getAttribute('aria-disabled')).toBe('true');
    expect(await page.locator('#onboarding-hint').innerText()).toBe('Escolha uma opção para continuar.');
    await button.focus();
    await page.keyboard.press('Enter');
    expect(await focusedId(page)).toBe('userType');
    expect(page.url()).toMatch(/\/onboarding$/);
    await page.keyboard.press('Space');
    expect(await button.getAttribute('aria-disabled')).toBeNull();
    expect(await page.locator('#onboarding-hint').isVisible()).toBe(false);
    await page.context().close();
  });

  it('can be answered by keyboard alone', async () => {
    const page = await openPage(browser(), celeste, { as: ana });
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await page.goto('/transcriptions');
    await question(page, 'Como você vai usar o Celeste?');
    await press('Tab', 'ArrowDown', 'Tab', 'Enter');
    await question(page, 'Em que empresa você trabalha?');
    await press('Tab');
    await page.keyboard.type('Rádio Céu');
    await press('Enter');
    await question(page, 'Qual é a sua área?');
    await press('Tab', 'Space', 'Enter');
    await question(page, 'Com que frequência você pretende transcrever?');
    await press('Tab', 'Space', 'Enter');
    await question(page, 'O que você pretende transcrever?');
    await press('Tab', 'ArrowUp', 'Enter');
    await question(page, 'Qual é o seu objetivo?');
    await press('Tab');
    await page.keyboard.type('legendas');
    await press('Tab', 'Enter');
    await question(page, 'Tudo pronto!');
    await press('Tab', 'Enter');
    await page.waitForURL('**/dashboard');
    await page.context().close();
  });
});
