import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { editable } from '@/tests/http/transcript/editable';
import { describeInBrowser, openPage } from '@/tests/support/browser';
import { type RunningCeleste, sharedCeleste } from '@/tests/support/celeste';
import { signUp, type TestUser } from '@/tests/support/test-user';

const SIZES = [
  [360, 740],
  [768, 1024],
  [1280, 800],
  [1440, 900],
] as const;

/** Short utterances, whose height a menu could change, and long ones. */
const SENTENCES = Array.from({ length: 30 }, (_, index): [string, string] => [
  'AB'.charAt(index % 2),
  index % 3 === 0 ? 'sim' : 'esta fala tem palavras que bastam para mais de uma linha em qualquer telefone',
]);

/** The limit for a good page by Core Web Vitals is 0.1. */
const MAX_LAYOUT_SHIFT = 0.05;

let celeste: RunningCeleste;
let owner: TestUser;
let transcript: string;

beforeAll(async () => {
  celeste = await sharedCeleste();
  owner = await signUp(celeste);
  transcript = await editable(celeste, owner, SENTENCES);
});

describeInBrowser('nothing moves under the pointer', (browser) => {
  async function openAt([width, height]: readonly [number, number], address: string): Promise<Page> {
    const page = await openPage(browser(), celeste, { as: owner, viewport: { width, height } });
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        for (const shift of list.getEntries() as (PerformanceEntry & { value: number })[])
          document.documentElement.dataset.shift = String(
            Number(document.documentElement.dataset.shift ?? 0) + shift.value,
          );
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(`${transcript}${address}`, { waitUntil: 'networkidle' });
    await page.locator('[data-part="toolbar"]').waitFor();
    return page;
  }

  const sections = (page: Page) =>
    page.locator('article section[class^="speaker"]').evaluateAll((all) =>
      all.map((section) => {
        const { top, height } = section.getBoundingClientRect();
        const text = section.querySelector('p')!.getBoundingClientRect();
        return [top + scrollY, height, text.top + scrollY, text.left, text.width].map(Math.round);
      }),
    );

  it.each(SIZES)('as utterances are hovered and editing begins and ends, at %d × %d', async (...size) => {
    const page = await openAt(size, '');
    const before = await sections(page);
    for (const index of [0, 1, 3]) {
      await page.locator('article section > p').nth(index).hover();
      await page.locator('[data-part="block-menu"] button').first().waitFor();
      expect(await sections(page)).toEqual(before);
    }
    const shown = await page.locator('article section > p').first().boundingBox();
    // A click by the test's hand would scroll to the button first.
    const press = () =>
      page
        .locator('[data-part="toolbar"] [data-do="edit"]')
        .evaluate((button: HTMLElement) => button.click());
    await press();
    await page.locator('article[data-editing] p[contenteditable]').first().waitFor();
    expect(await sections(page)).toEqual(before);
    expect(await page.locator('article section > p').first().boundingBox()).toEqual(shown);
    expect(await page.locator('nav').first().isVisible()).toBe(false);
    await press();
    await page.locator('article:not([data-editing])').waitFor();
    expect(await sections(page)).toEqual(before);
    await page.context().close();
  });

  it.each(SIZES)('while the page for editing loads, at %d × %d', async (...size) => {
    const page = await openAt(size, '?edit=1');
    await page.locator('article[data-editing] p[contenteditable]').first().waitFor();
    const shift = await page.evaluate(() => Number(document.documentElement.dataset.shift ?? 0));
    expect(shift).toBeLessThanOrEqual(MAX_LAYOUT_SHIFT);
    await page.context().close();
  });

  it('keeps the line of the caret above the tools of a phone with an open keyboard', async () => {
    const page = await openAt([360, 400], '?edit=1');
    await page.locator('p[contenteditable]').first().click();
    await page.keyboard.press('Home');
    const places = () =>
      page.evaluate(() => {
        const range = getSelection()!.getRangeAt(0);
        const caret = range.getClientRects()[0] ?? document.activeElement!.getBoundingClientRect();
        const dock = document.querySelector('[data-dock]')!.getBoundingClientRect();
        const player = document.querySelector('[data-part="player"]')!.parentElement!;
        return {
          top: caret.top,
          bottom: caret.bottom,
          dock: dock.top,
          bar: getComputedStyle(player).position,
        };
      });
    for (let line = 0; line < 40; line += 1) {
      await page.keyboard.press('ArrowDown');
      if (line % 4 === 0) await page.keyboard.type('e ');
      await page.evaluate(() => new Promise(requestAnimationFrame));
      await expect
        .poll(async () => {
          const { top, bottom, dock } = await places();
          return top >= 0 && bottom <= dock;
        })
        .toBe(true);
    }
    const { dock, bar } = await places();
    expect(bar).toBe('static');
    expect(400 - dock).toBeLessThan(90);
    await page.context().close();
  });

  it('offers to edit where a word is pressed, and begins there', async () => {
    const page = await openAt([1280, 800], '');
    const paragraph = page.locator('article section > p').nth(1);
    await paragraph.click({ position: { x: 60, y: 12 } });
    const offer = page.getByRole('button', { name: 'Editar a partir daqui' });
    await offer.waitFor();
    await page.keyboard.press('Escape');
    expect(await offer.isVisible()).toBe(false);
    expect(await page.locator('article[data-editing]').count()).toBe(0);
    await paragraph.click({ position: { x: 60, y: 12 } });
    await offer.click();
    await page.locator('p[contenteditable]:focus').waitFor();
    await page.keyboard.type('X');
    expect(await paragraph.innerText()).toMatch(/^.{2,14}X/);
    await page.context().close();
  });
});
