import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { editable, editableDocument } from '@/tests/http/transcript/editable';
import { describeInBrowser, openPage } from '@/tests/support/browser';
import { type RunningCeleste, sharedCeleste } from '@/tests/support/celeste';
import { signUp, type TestUser } from '@/tests/support/test-user';

let celeste: RunningCeleste;
let owner: TestUser;

beforeAll(async () => {
  celeste = await sharedCeleste();
  owner = await signUp(celeste);
});

describeInBrowser('a change in one tab', (browser) => {
  const contexts: BrowserContext[] = [];

  afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close();
  });

  /** Opens an editor in two tabs of one browser. */
  async function openTwice(address: string, editor: string): Promise<[Page, Page]> {
    const first = await openPage(browser(), celeste, { as: owner });
    const second = await first.context().newPage();
    contexts.push(first.context());
    for (const page of [first, second]) {
      await page.goto(address);
      await page.locator(editor).first().waitFor();
    }
    return [first, second];
  }

  describe('appears in another tab', () => {
    it('of the same transcript', async () => {
      const transcript = await editable(celeste, owner);
      const [first, second] = await openTwice(
        `${transcript}?edit=1`,
        'article[data-editing] p[contenteditable]',
      );
      const texts = (page: Page) => page.locator('article section > p').allInnerTexts();
      const type = async (page: Page, index: number, text: string) => {
        await page.locator('article section > p').nth(index).click();
        await page.keyboard.press('End');
        await page.keyboard.type(text);
      };
      await type(first, 0, ' a todos');
      await expect.poll(() => texts(second)).toEqual(['bom dia a todos', 'olá a todos', 'vamos lá']);
      await type(second, 2, ' já');
      await expect.poll(() => texts(first)).toEqual(['bom dia a todos', 'olá a todos', 'vamos lá já']);
    });

    it('of the same document', async () => {
      const [first, second] = await openTwice(await editableDocument(owner), '.ql-editor');
      await first.locator('.ql-editor').click();
      await first.keyboard.type('Uma linha nova');
      await expect.poll(() => second.locator('.ql-editor').innerText()).toContain('Uma linha nova');
    });
  });
});
