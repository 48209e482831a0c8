import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { change, mails } from '@/tests/http/platform/data-dir';
import { describeInBrowser, openPage } from '@/tests/support/browser';
import { type RunningCeleste, sharedCeleste } from '@/tests/support/celeste';
import { signUp, type TestUser } from '@/tests/support/test-user';

const NAUGHTY = '<img src=x onerror=alert(1)>';
const TYPING_MS = 1_500;

let celeste: RunningCeleste;
let sent: number;

beforeAll(async () => {
  celeste = await sharedCeleste();
});

beforeEach(async () => {
  await change(celeste, 'DELETE FROM rate_limits');
  sent = (await mailsToSupport()).length;
});

const mailsToSupport = () => mails(celeste, 'celeste@localhost');
const newMails = async () => (await mailsToSupport()).slice(sent);

/** Polls with a long timeout, for loaded machines. */
const eventually = <T>(read: () => Promise<T>) => expect.poll(read);

const log = (page: Page) => page.getByRole('log');
const input = (page: Page) => page.locator('textarea');
const hasFocus = (page: Page) => input(page).evaluate((element) => element === document.activeElement);

/** Waits until the last message of the log contains the text. */
const waitForMessage = (page: Page, text: string) =>
  eventually(() => log(page).locator(':scope > *').last().innerText()).toContain(text);

async function type(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

describeInBrowser('the conversation with support', (browser) => {
  /** Opens the chat with `prefers-reduced-motion`, so without typing delays. */
  const openChat = async (options: BrowserContextOptions & { as?: TestUser } = {}) => {
    const page = await openPage(browser(), celeste, { reducedMotion: 'reduce', ...options });
    await page.goto('/support');
    await waitForMessage(page, 'Quer enviar uma pergunta?');
    // The field gets the focus in the next frame.
    await eventually(() => hasFocus(page)).toBe(true);
    return page;
  };

  it('sends an e-mail by keyboard alone, in a dialog over another page', async () => {
    const page = await openPage(browser(), celeste, { reducedMotion: 'reduce' });
    await page.goto('/terms');
    await page.waitForLoadState('networkidle');
    await page.locator('main a[href="/support"]').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Suporte - Celeste' }).waitFor();
    await waitForMessage(page, 'Quer enviar uma pergunta?');
    expect(await hasFocus(page)).toBe(true);
    await type(page, 'sim');
    await waitForMessage(page, 'Qual é o seu nome?');
    expect(await input(page).evaluate((element: HTMLTextAreaElement) => element.labels[0]!.innerText)).toBe(
      'Seu nome',
    );
    expect(await input(page).getAttribute('autocomplete')).toBe('name');
    await type(page, NAUGHTY);
    await waitForMessage(page, 'Para qual e-mail enviamos a resposta?');
    await type(page, 'ana@');
    await waitForMessage(page, 'Oops! O e-mail informado não é válido. Vamos tentar novamente?');
    expect(await input(page).inputValue()).toBe('');
    await type(page, 'ana@example.com');
    await waitForMessage(page, 'Qual é a sua pergunta?');
    await page.keyboard.type('Duas linhas:');
    await page.keyboard.press('Shift+Enter');
    await type(page, `${NAUGHTY} ${'semespaços'.repeat(40)}`);
    await waitForMessage(page, 'Podemos enviar?');
    expect(await log(page).locator('img').count()).toBe(0);
    expect(await log(page).evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    expect(await hasFocus(page)).toBe(true);
    await type(page, 's');
    await waitForMessage(page, 'Obrigado por entrar em contato conosco');
    expect(await log(page).innerText()).toMatch(
      /E-mail enviado com sucesso!\s+\S*\s*Retornaremos nas próximas 24 horas\./,
    );
    expect(await newMails()).toHaveLength(1);
    expect(page.url()).toMatch(/\/terms$/);
    // The toast was consumed by the chat, so the next page shows none.
    await page.goto('/terms');
    expect(await page.locator('output').count()).toBe(0);
    await page.context().close();
  });

  it('asks signed-in users only for their question, and starts over after a no', async () => {
    const ana = await signUp(celeste, 'Ana');
    const page = await openChat({ as: ana });
    const choose = (name: string) => page.getByRole('button', { name, exact: true }).click();
    await choose('Não');
    await waitForMessage(page, 'Se mudar de ideia');
    await choose('Sim');
    await waitForMessage(page, 'Qual é a sua pergunta?');
    expect(await hasFocus(page)).toBe(true);
    await type(page, 'Como edito?');
    await waitForMessage(page, 'Podemos enviar?');
    expect(await log(page).innerText()).toContain(ana.email);
    await choose('Não');
    await waitForMessage(page, 'Qual é a sua pergunta?');
    await type(page, 'Como exporto?');
    await choose('Sim');
    await waitForMessage(page, 'Obrigado por entrar em contato conosco');
    const [mail, ...more] = await newMails();
    expect(more).toEqual([]);
    expect(mail).toContain('Como exporto?');
    expect(mail).not.toContain('Como edito?');
    await page.context().close();
  });

  it('shows typing for 1.5 s, unless the user answers first, and closes after 13.5 s', async () => {
    const page = await openPage(browser(), celeste, { as: await signUp(celeste, 'Ana') });
    await page.clock.install();
    await page.goto('/dashboard');
    await page.waitForLoadState('networkidle');
    await page.clock.pauseAt(Date.now() + 3_600_000);
    const open = async () => {
      await page.locator('main a[href="/support"]').last().focus();
      await page.keyboard.press('Enter');
    };
    await open();
    const isTyping = () => page.getByText('O suporte está digitando…').waitFor();
    await isTyping();
    await page.clock.runFor(TYPING_MS - 100);
    expect(await log(page).innerText()).toBe('');
    await page.clock.runFor(200);
    await waitForMessage(page, 'Quer enviar uma pergunta?');

    await type(page, 'sim');
    await isTyping();
    await type(page, 'Como edito?');
    expect(await log(page).innerText()).toMatch(/Qual é a sua pergunta\?[\s\S]*Como edito\?/);

    await page.keyboard.press('Escape');
    await open();
    await isTyping();
    await page.clock.runFor(TYPING_MS);
    await waitForMessage(page, 'Quer enviar uma pergunta?');
    expect(await log(page).innerText()).not.toContain('Como edito?');

    for (const said of ['sim', 'Como edito?', 'sim']) {
      await type(page, said);
      await isTyping();
      await page.clock.runFor(TYPING_MS);
    }
    await eventually(newMails).toHaveLength(1);
    await eventually(async () => {
      await page.clock.runFor(500);
      return log(page).innerText();
    }).toContain('Obrigado por entrar em contato conosco');
    expect(await page.locator('dialog').count()).toBe(1);
    await page.clock.runFor(13_500);
    await eventually(() => page.locator('dialog').count()).toBe(0);
    await page.context().close();
  });

  it('shows why the e-mail was not sent, and retries with the same answers', async () => {
    const page = await openChat();
    await page.route('**/support', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    );
    for (const said of ['sim', 'Ana', 'ana@example.com', 'Como edito?', 'sim']) await type(page, said);
    await waitForMessage(page, 'Podemos enviar?');
    expect(await log(page).innerText()).toContain('Ocorreu um problema ao enviar o e-mail, tente novamente.');
    await page.unroute('**/support');
    await type(page, 'sim');
    await waitForMessage(page, 'Obrigado por entrar em contato conosco');
    expect(await newMails()).toHaveLength(1);
    await page.context().close();
  });

  it('asks again for an e-mail address that the server rejects', async () => {
    const page = await openChat();
    for (const said of ['sim', 'Ana', 'ana@-example.com', 'Como edito?', 'sim']) await type(page, said);
    await waitForMessage(page, 'Para qual e-mail enviamos a resposta?');
    expect(await log(page).innerText()).toContain('Oops! O e-mail informado não é válido.');
    await type(page, 'ana@example.com');
    await waitForMessage(page, 'Podemos enviar?');
    await type(page, 'sim');
    await waitForMessage(page, 'Obrigado por entrar em contato conosco');
    expect(await newMails()).toHaveLength(1);
    await page.context().close();
  });

  it('shows when the rate limit is reached', async () => {
    const ana = await signUp(celeste, 'Ana');
    for (let time = 0; time < 5; time += 1) await ana.post('/support', { question: 'Como edito?' });
    const page = await openChat({ as: ana });
    for (const said of ['sim', 'E agora?', 'sim']) await type(page, said);
    await waitForMessage(page, 'Podemos enviar?');
    expect(await log(page).innerText()).toContain('Espere um pouco e tente de novo.');
    await page.context().close();
  });

  it('is a short form without scripts', async () => {
    const page = await openPage(browser(), celeste, { javaScriptEnabled: false });
    await page.goto('/support');
    await page.getByLabel('Nome').fill('Ana');
    await page.getByLabel('E-mail').fill('ana@');
    await page.getByLabel('Pergunta').fill('Como edito?');
    await page.getByRole('button', { name: 'Enviar' }).click();
    await page.getByLabel('E-mail').fill('ana@example.com');
    expect(await page.getByLabel('Pergunta').inputValue()).toBe('Como edito?');
    await page.getByRole('button', { name: 'Enviar' }).click();
    expect(await page.locator('output').innerText()).toBe('E-mail enviado com sucesso!');
    await page.getByText('Retornaremos nas próximas 24 horas.').waitFor();
    expect(await newMails()).toHaveLength(1);
    await page.context().close();
  });
});
