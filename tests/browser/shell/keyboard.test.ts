import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeInBrowser, openPage } from '@/tests/support/browser';
import { type Scene, setUpScene } from './scene';

let scene: Scene;

beforeAll(async () => {
  scene = await setUpScene();
});

afterAll(() => scene.tearDown());

describeInBrowser('by keyboard alone', (browser) => {
  it('login: the skip link leads to the form, and the form to the code', async () => {
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

  it('list: Tab order is navigation, upload form, list', async () => {
    await scene.owner.post('/language', { lang: 'pt' });
    const page = await openPage(browser(), scene.celeste, { as: scene.owner });
    await page.goto('/transcriptions');
    const stops = await tabStops(page);
    const inOrder = [
      'Ir para o conteúdo',
      'Celeste',
      'Arraste gravações para cá ou escolha arquivos',
      'Idioma da gravação',
      'Transcrever',
      'Atualizar',
    ];
    expect(stops.filter((stop) => inOrder.includes(stop))).toEqual(inOrder);
    expect(stops).toContain('Sair');
    await page.context().close();
  });

  it('transcript: time links and the two tools of an utterance are Tab stops, words are not', async () => {
    const page = await openPage(browser(), scene.celeste, { as: scene.owner });
    await page.goto(scene.transcript);
    // The tools take the place of plain links, and with them the focus.
    await page.locator('[data-part="toolbar"]').waitFor();
    const links = await page.locator('a[href^="?t="]').allInnerTexts();
    const stops = await tabStops(page);
    expect(stops.filter((stop) => links.includes(stop))).toEqual(links);
    expect(stops.length).toBeLessThan(links.length * 3 + 40);
    await page.context().close();
  });
});

/** The focused element: its label, id, text or tag; '' for none. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLInputElement;
    if (element === document.body) return '';
    return element.labels?.[0]?.innerText ?? (element.id || element.textContent!.trim() || element.tagName);
  });

/** All Tab stops of the page, in order. */
async function tabStops(page: Page): Promise<string[]> {
  const stops: string[] = [];
  await page.bringToFront();
  // A key before the first frame goes nowhere.
  await expect
    .poll(async () => {
      await page.keyboard.press('Tab');
      return focused(page);
    })
    .not.toBe('');
  for (;;) {
    const stop = await focused(page);
    if (stop === '' || stops.length > 200) return stops;
    stops.push(stop);
    await page.keyboard.press('Tab');
  }
}
