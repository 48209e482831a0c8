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

    describe('of the same utterance', () => {
      const openEditors = async () => {
        const transcript = await editable(celeste, owner);
        return openTwice(`${transcript}?edit=1`, 'article[data-editing] p[contenteditable]');
      };
      const texts = (page: Page) => page.locator('article section > p').allInnerTexts();
      const open = (page: Page, key: 'Home' | 'End') =>
        page
          .locator('article section > p')
          .nth(1)
          .click()
          .then(() => page.keyboard.press(key));
      const caret = (page: Page) =>
        page.evaluate(() => {
          const { anchorNode, anchorOffset, isCollapsed } = getSelection()!;
          const paragraph = anchorNode!.parentElement!.closest('p')!;
          const range = document.createRange();
          range.setStart(paragraph, 0);
          range.setEnd(anchorNode!, anchorOffset);
          return { before: range.toString(), isCollapsed, isFocused: document.activeElement === paragraph };
        });

      it('without taking the caret, the focus or a key', async () => {
        const [first, second] = await openEditors();
        await open(first, 'End');
        await open(second, 'Home');
        await first.keyboard.type(' um ');
        await expect.poll(() => texts(second)).toEqual(['bom dia', 'olá a todos um', 'vamos lá']);
        expect(await caret(second)).toEqual({ before: '', isCollapsed: true, isFocused: true });
        await second.keyboard.type('dois ');
        await expect.poll(() => texts(first).then((all) => all[1]!.trim())).toBe('dois olá a todos um');
        expect(await caret(first)).toEqual({
          before: 'dois olá a todos um ',
          isCollapsed: true,
          isFocused: true,
        });
        await Promise.all([
          first.keyboard.type('três ', { delay: 30 }),
          second.keyboard.type('quatro ', { delay: 30 }),
        ]);
        for (const page of [first, second])
          await expect
            .poll(() => texts(page).then((all) => all[1]!.trim()))
            .toBe('dois quatro olá a todos um três');
      });

      it('while words are selected, or composed', async () => {
        const [first, second] = await openEditors();
        await open(second, 'Home');
        await second.keyboard.press('Control+Shift+ArrowRight');
        await open(first, 'End');
        await first.keyboard.type(' nós');
        await expect.poll(() => texts(second)).toEqual(['bom dia', 'olá a todos nós', 'vamos lá']);
        expect((await second.evaluate(() => String(getSelection()))).trim()).toBe('olá');
        await second.keyboard.press('End');
        await second.keyboard.type(' ');
        const devtools = await second.context().newCDPSession(second);
        await devtools.send('Input.imeSetComposition', { selectionStart: 2, selectionEnd: 2, text: 'né' });
        await open(first, 'Home');
        await first.keyboard.type('e ');
        await expect.poll(() => texts(first)).toEqual(['bom dia', 'e olá a todos nós', 'vamos lá']);
        await second.waitForTimeout(800);
        expect((await texts(second))[1]).toBe('olá a todos nós né');
        await devtools.send('Input.insertText', { text: 'né' });
        for (const page of [first, second])
          await expect.poll(() => texts(page).then((all) => all[1]!.trim())).toBe('e olá a todos nós né');
      });

      it('and leaves what this tab did to be undone and redone', async () => {
        const [first, second] = await openEditors();
        await open(first, 'End');
        await first.keyboard.type(' meu');
        await expect.poll(() => texts(second)).toEqual(['bom dia', 'olá a todos meu', 'vamos lá']);
        await open(second, 'Home');
        await second.keyboard.type('teu ');
        await expect.poll(() => texts(first)).toEqual(['bom dia', 'teu olá a todos meu', 'vamos lá']);
        await first.keyboard.press('Control+z');
        for (const page of [first, second])
          await expect.poll(() => texts(page).then((all) => all[1]!.trim())).toBe('teu olá a todos');
        await first.keyboard.press('Control+y');
        for (const page of [first, second])
          await expect.poll(() => texts(page).then((all) => all[1]!.trim())).toBe('teu olá a todos meu');
        await second.keyboard.press('Control+z');
        await expect.poll(() => texts(first).then((all) => all[1]!.trim())).toBe('olá a todos meu');
      });

      it('also when it was split, joined or removed there', async () => {
        const [first, second] = await openEditors();
        await open(second, 'End');
        await second.keyboard.press('Control+ArrowLeft');
        await open(first, 'Home');
        await first.keyboard.press('Control+ArrowRight');
        await first.keyboard.press('Enter');
        await expect.poll(() => texts(second)).toEqual(['bom dia', 'olá', 'a todos', 'vamos lá']);
        expect(await caret(second)).toEqual({ before: 'a ', isCollapsed: true, isFocused: true });
        await second.keyboard.type('quase ');
        await expect.poll(() => texts(first)).toEqual(['bom dia', 'olá', 'a quase todos', 'vamos lá']);
        await first.locator('article section > p').nth(3).click();
        await first.keyboard.press('Home');
        await first.keyboard.press('Backspace');
        await expect.poll(() => texts(second)).toEqual(['bom dia', 'olá', 'a quase todos vamos lá']);
        expect(await caret(second)).toMatchObject({ before: 'a quase ', isFocused: true });
        // The utterance first, then the whole text.
        await first.keyboard.press('Control+a');
        await first.keyboard.press('Control+a');
        await first.keyboard.press('Delete');
        await expect.poll(() => texts(second)).toEqual([]);
      });
    });

    it('of the same document', async () => {
      const [first, second] = await openTwice(await editableDocument(owner), '.ql-editor');
      await first.locator('.ql-editor').click();
      await first.keyboard.type('Uma linha nova');
      await expect.poll(() => second.locator('.ql-editor').innerText()).toContain('Uma linha nova');
    });
  });
});
