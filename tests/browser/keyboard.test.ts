import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeInBrowser, openPage } from '../support/browser';
import { type Scene, setScene } from './every-page';

let scene: Scene;

beforeAll(async () => {
  scene = await setScene();
});

afterAll(() => scene.strike());

describeInBrowser('by keyboard alone', (browser) => {
  it('login: past the frame to the form, and to the code', async () => {
    const page = await openPage(browser(), scene.celeste);
    await page.goto('/login');
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('Ir para o conteúdo');
    expect(
      await page.locator(':focus').evaluate((link) => link.getBoundingClientRect().top),
    ).toBeGreaterThanOrEqual(0);
    await page.keyboard.press('Enter');
    expect(await focused(page)).toBe('content');
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('E-mail');
    await page.keyboard.type('ana@example.com');
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('Enviar código');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/login\/code/);
    await page.context().close();
  });

  it('list: frame, upload form, list, each in the order it is read', async () => {
    await scene.owner.post('/language', { lang: 'pt' });
    const page = await openPage(browser(), scene.celeste, { as: scene.owner });
    await page.goto('/transcriptions');
    const stops = await tabStops(page);
    const inOrder = [
      'Ir para o conteúdo',
      'Celeste',
      'Idioma da gravação',
      'Arquivo de áudio ou vídeo',
      'Transcrever',
      'Atualizar',
    ];
    expect(stops.filter((stop) => inOrder.includes(stop))).toEqual(inOrder);
    expect(stops).toContain('Sair');
    await page.context().close();
  });

  it('transcript: every time link is a stop, and the two tools of its block; no word is', async () => {
    const page = await openPage(browser(), scene.celeste, { as: scene.owner });
    await page.goto(scene.transcript);
    const links = await page.locator('a[href^="?t="]').allInnerTexts();
    const stops = await tabStops(page);
    expect(stops.filter((stop) => links.includes(stop))).toEqual(links);
    expect(stops.length).toBeLessThan(links.length * 3 + 40);
    await page.context().close();
  });
});

/** What has the focus: its label, id, text or tag; '' for nothing. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLInputElement;
    if (element === document.body) return '';
    return element.labels?.[0]?.innerText ?? (element.id || element.textContent!.trim() || element.tagName);
  });

/** What Tab stops at, from the top of the page to its end. */
async function tabStops(page: Page): Promise<string[]> {
  const stops: string[] = [];
  await page.bringToFront();
  for (;;) {
    await page.keyboard.press('Tab');
    const stop = await focused(page);
    if (stop === '' || stops.length > 200) return stops;
    stops.push(stop);
  }
}
