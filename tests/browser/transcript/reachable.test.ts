import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { change } from '@/tests/http/platform/data-dir';
import { editable } from '@/tests/http/transcript/editable';
import { describeInBrowser, openPage } from '@/tests/support/browser';
import { type RunningCeleste, sharedCeleste } from '@/tests/support/celeste';
import { misplaced } from '@/tests/support/misplaced';
import { signUp, type TestUser } from '@/tests/support/test-user';

const SIZES = [
  [360, 740],
  [390, 844],
  [768, 1024],
  [1280, 800],
  [1440, 900],
] as const;

/** Long enough that the last words are below the first screen of any size. */
const SENTENCES = Array.from({ length: 24 }, (_, index): [string, string] => [
  'ABC'.charAt(index % 3),
  'esta fala tem palavras que bastam para mais de uma linha em qualquer telefone',
]);

let celeste: RunningCeleste;
let owner: TestUser;
let transcript: string;

beforeAll(async () => {
  celeste = await sharedCeleste();
  owner = await signUp(celeste);
  transcript = await editable(celeste, owner, SENTENCES);
});

describeInBrowser('a button that can be seen is what a press reaches', (browser) => {
  async function openAt([width, height]: readonly [number, number], address: string): Promise<Page> {
    // Shows the toast that is due, which would lie over the page for 5 seconds.
    await owner.get('/dashboard');
    const page = await openPage(browser(), celeste, { as: owner, viewport: { width, height } });
    await page.goto(`${transcript}${address}`, { waitUntil: 'networkidle' });
    await page.locator('[data-part="toolbar"]').waitFor();
    return page;
  }

  /** What is wrong on the page, and in each of its menus and the dialogs that they open. */
  async function visit(page: Page): Promise<string[]> {
    const found = await misplaced(page, 'body');
    const openers = page.locator('summary:visible, button[popovertarget]:visible');
    for (const opener of await openers.all()) {
      await opener.press('Enter');
      found.push(...(await misplaced(page, 'details[open], [popover]:popover-open')));
      await page.keyboard.press('Escape');
    }
    const menu = page.locator('summary, button[popovertarget]').filter({ hasText: 'Opções' });
    await menu.press('Enter');
    const options = page.locator('details[open] a, [popover]:popover-open a');
    const names = await options.and(page.locator('[data-island="dialog"]')).allInnerTexts();
    await page.keyboard.press('Escape');
    for (const name of names) {
      await menu.press('Enter');
      await options.filter({ hasText: name }).press('Enter');
      await page.locator('dialog[open] h1').waitFor();
      found.push(...(await misplaced(page, 'dialog[open]')));
      await page.keyboard.press('Escape');
    }
    return found;
  }

  /** As `visit`, for what a button opens. */
  async function press(page: Page, button: string, opened: string): Promise<string[]> {
    await page.locator(button).first().press('Enter');
    await page.locator(opened).waitFor();
    const found = await misplaced(page, opened);
    if (opened.startsWith('dialog')) {
      await page.keyboard.press('Escape');
      // The `close` event, which gives the caret its place back, comes after the dialog is gone.
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    }
    return found;
  }

  it.each(SIZES)('while reading at %d × %d', async (...size) => {
    const page = await openAt(size, '');
    expect(await visit(page)).toEqual([]);
    expect(await press(page, '[data-do="help"]', 'dialog[open]')).toEqual([]);
    expect(await press(page, 'ul[data-people] a', 'dialog[open]')).toEqual([]);
    expect(await press(page, '[data-do="find"]', '[data-part="find"]')).toEqual([]);
    await page.keyboard.press('Escape');
    await page
      .locator('article section > p')
      .nth(1)
      .click({ position: { x: 60, y: 12 } });
    await page.getByRole('button', { name: 'Editar a partir daqui' }).waitFor();
    expect(await misplaced(page, '[popover]:popover-open')).toEqual([]);
    await page.context().close();
  });

  it.each(SIZES)('while versions are compared at %d × %d', async (width, height) => {
    const changed = await editable(celeste, owner, SENTENCES);
    await owner.post(`${changed}/blocks/1.1`, { intent: 'text', version: '1', content: 'outra fala' });
    const page = await openPage(browser(), celeste, {
      as: owner,
      viewport: { width, height },
      javaScriptEnabled: false,
    });
    await page.goto(`${changed}/versions?compare=1#change-1`);
    await page.getByText('Alteração 1 de').and(page.locator(':visible')).waitFor();
    expect(await misplaced(page, 'body')).toEqual([]);
    await page.context().close();
  });

  it.each(SIZES)('while editing at %d × %d', async (...size) => {
    const page = await openAt(size, '?edit=1');
    await page.locator('p[contenteditable]').first().click();
    await page.keyboard.type('e ');
    await page.locator('article[data-changed]').waitFor();
    expect(await visit(page)).toEqual([]);
    expect(await press(page, '[data-tool="save"]', 'dialog[open]')).toEqual([]);
    expect(await press(page, '[data-tool="cancel"]', 'dialog[open]')).toEqual([]);
    await page.locator('article section[class^="speaker"]').first().hover();
    expect(await press(page, '[data-tool="speaker"]', 'dialog[open]')).toEqual([]);
    expect(await press(page, '[data-do="find"]', '[data-part="find"]')).toEqual([]);
    await page.keyboard.press('Escape');
    expect(await press(page, '[data-do="review"]', '[data-part="review"]')).toEqual([]);
    await page.context().close();
  });

  it.each(SIZES)('without scripts at %d × %d', async (width, height) => {
    await change(celeste, 'UPDATE transcriptions SET confidence_seen_at = NULL');
    const page = await openPage(browser(), celeste, {
      as: owner,
      viewport: { width, height },
      javaScriptEnabled: false,
    });
    for (const address of [
      '',
      '?edit=1',
      '/download',
      '/share',
      '/versions',
      '/people',
      '/people?person=A',
    ]) {
      await page.goto(transcript + address);
      expect([address, ...(await misplaced(page, 'body'))]).toEqual([address]);
    }
    await change(celeste, 'UPDATE transcriptions SET confidence_seen_at = created_at');
    await page.context().close();
  });
});
