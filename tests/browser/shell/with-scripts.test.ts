import { readFile } from 'node:fs/promises';
import type { Page, Route } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { describeInBrowser, openPage } from '@/tests/support/browser';
import { type RunningCeleste, sharedCeleste } from '@/tests/support/celeste';
import { signUp } from '@/tests/support/test-user';
import { SLOW } from '@/tests/support/until';
import { sampleFile } from '../transcript/sample';

const NAUGHTY_TITLE = '<img src=x onerror=alert(1)>';
const REFRESH_MS = 30_000;

let celeste: RunningCeleste;

beforeAll(async () => {
  celeste = await sharedCeleste('start');
});

/** Collects a page's errors, console errors and warnings (CSP violations too) and dialogs. */
function collectErrors(page: Page): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()))
      complaints.push(`${message.type()}: ${message.text()}`);
  });
  page.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return complaints;
}

describeInBrowser('with scripts', (browser) => {
  it('no errors occur from sign-up to the transcript, and the list refreshes itself', async () => {
    const page = await openPage(browser(), celeste);
    const complaints = collectErrors(page);
    await page.clock.install();
    await page.goto('/signup');
    await page.getByLabel('Nome completo').fill('Ana Souza');
    await page.getByLabel('E-mail').fill('com-scripts@example.com');
    await page.getByLabel('Concordo com os termos').check();
    await page.getByRole('button', { name: 'Avançar' }).click();
    await page.getByLabel('Código').fill((await celeste.mailTo('com-scripts@example.com')).code);
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.getByRole('dialog', { name: 'Como você vai usar o Celeste?' }).waitFor();
    await page.keyboard.press('Escape');

    await page.getByLabel('Arraste gravações para cá ou escolha arquivos').setInputFiles({
      name: `${NAUGHTY_TITLE}.wav`,
      mimeType: 'audio/wav',
      buffer: await readFile(sampleFile),
    });
    const card = page.locator('[data-upload-card]');
    await card.getByRole('button', { name: 'Transcrever' }).click();
    await page.getByText('Arquivo enviado para transcrição').waitFor();
    await waitForIslands(page);
    const documents: string[] = [];
    page.on('request', (request) => request.isNavigationRequest() && documents.push(request.url()));
    const succeededAfterRefresh = async () => {
      const count = await page.getByText('Sucesso', { exact: true }).count();
      if (count === 0) await page.clock.fastForward(REFRESH_MS);
      return count;
    };
    await expect.poll(succeededAfterRefresh, SLOW).toBeGreaterThan(0);
    expect(documents).toEqual([]);
    expect(await page.title()).toMatch(/^\(1\) /);
    expect(await page.locator('[data-underway="0"] [role="status"]').innerText()).toBe('');

    await page.getByRole('link', { name: NAUGHTY_TITLE }).click();
    expect(await page.locator('h1').innerText()).toBe(NAUGHTY_TITLE);
    await waitForIslands(page);
    await seek(page);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('a second press on a button has no second effect', async () => {
    const page = await openPage(browser(), celeste);
    const posts: Route[] = [];
    await page.route('**/login', async (route) => {
      if (route.request().method() === 'POST') posts.push(route);
      else await route.continue();
    });
    const { email } = await signUp(celeste);
    await page.goto('/login');
    await waitForIslands(page);
    await page.getByLabel('E-mail').fill(email);
    const button = page.locator('button[data-busy-label]');
    const busy = await button.evaluate(async (element: HTMLButtonElement) => {
      for (let times = 0; times < 5; times += 1) {
        element.click();
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      return { text: element.innerText, ariaDisabled: element.ariaDisabled };
    });
    expect(busy).toEqual({ text: 'Enviando…', ariaDisabled: 'true' });
    for (const post of posts) await post.continue();
    await page.waitForURL('**/login/code');
    expect(posts).toHaveLength(1);
    await page.context().close();
  });

  it('times are shown in the account’s time zone, whatever the browser’s', async () => {
    const person = await signUp(celeste);
    await person.upload({ name: 'vazia.wav', bytes: await readFile(sampleFile) });
    const shown = async (timezoneId: string) => {
      const page = await openPage(browser(), celeste, { as: person, timezoneId });
      await page.goto('/transcriptions');
      await waitForIslands(page);
      const time = page.locator('time').first();
      const text = await expect
        .poll(() => time.innerText())
        .toMatch(/^\d\d de \w{3} de \d{4} às \d\d:\d\d$/)
        .then(() => time.innerText());
      await page.context().close();
      return text;
    };
    const before = await shown('Pacific/Kiritimati');
    expect(await shown('America/Los_Angeles')).toBe(before);
    const profile = { intent: 'profile', name: 'Ana', lang: 'pt', timeZone: 'Asia/Tokyo' };
    expect((await person.post('/account', profile)).status).toBe(303);
    expect(await shown('America/Los_Angeles')).not.toBe(before);
  });

  it('a session that expired meanwhile leaves the list unchanged', async () => {
    const person = await signUp(celeste);
    await person.upload({ name: 'longa.wav', bytes: await readFile(sampleFile) });
    const page = await openPage(browser(), celeste, { as: person });
    const complaints = collectErrors(page);
    await page.clock.install();
    await page.goto('/transcriptions');
    await waitForIslands(page);
    await person.post('/logout');
    const [answer] = await Promise.all([
      page.waitForResponse('**/transcriptions/status'),
      page.clock.fastForward(REFRESH_MS),
    ]);
    expect(answer.status()).toBe(401);
    expect(await page.locator('[data-island="refresh-list"] li[id]').count()).toBe(1);
    expect(complaints.filter((complaint) => !complaint.includes('401'))).toEqual([]);
    await page.context().close();
  });
});

/** Waits for the islands, which are loaded as separate modules after the page. */
const waitForIslands = (page: Page) => page.waitForLoadState('networkidle');

/** Clicks a time link and expects the player to seek without a page load. */
async function seek(page: Page): Promise<void> {
  const link = page.locator('a[href^="?t="]').nth(4);
  const seconds = Number(new URLSearchParams((await link.getAttribute('href'))!.split('#')[0]).get('t'));
  const address = page.url();
  const sought = page.locator('audio').evaluate(
    (audio: HTMLAudioElement) =>
      new Promise<number>((resolve) => {
        audio.addEventListener('seeking', () => resolve(audio.currentTime), { once: true });
      }),
  );
  await link.click();
  expect(await sought).toBeCloseTo(seconds, 1);
  expect(page.url()).toBe(address);
}
