import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { editableDocument } from '@/tests/http/transcript/editable';
import { describeInBrowser, openPage } from '@/tests/support/browser';
import { type RunningCeleste, sharedCeleste } from '@/tests/support/celeste';
import { signUp, type TestUser } from '@/tests/support/test-user';

const SEEDS = [5, 6, 7];
const STEPS = 60;
const LINES = 1_500;

let celeste: RunningCeleste;
let owner: TestUser;
/** Path of a long document with numbered lines. */
let written: string;

beforeAll(async () => {
  celeste = await sharedCeleste();
  owner = await signUp(celeste);
  written = await editableDocument(owner, { title: 'Longo' });
  const lines = Array.from({ length: LINES }, (_, line) =>
    line % 500 === 499 ? `# título ${line}` : `linha ${line} que não diz mais do que outra linha`,
  );
  const content = lines.join('\n');
  await owner.post(written, { intent: 'save', version: '1', changes: '0', title: 'Longo', content });
});

describeInBrowser('the sheets of a document', (browser) => {
  it('hold the same text as plain Quill under random edits', async () => {
    const { outputFiles } = await build({
      entryPoints: ['tests/browser/document/random-writing.ts'],
      bundle: true,
      write: false,
      format: 'iife',
      target: 'es2022',
      logLevel: 'error',
    });
    const page = await browser().newPage();
    await page.setContent('<!doctype html><body>');
    await page.addScriptTag({ content: outputFiles[0]!.text });
    for (const seed of SEEDS) {
      const wrong = await page.evaluate(
        ([from, steps]) =>
          (window as unknown as { write(seed: number, steps: number): Promise<string[]> }).write(from, steps),
        [seed, STEPS] as const,
      );
      expect(wrong).toEqual([]);
    }
    await page.close();
  });

  it('do not stop the cursor, the selection or find-in-page, at any scroll position', async () => {
    const page = await openPage(browser(), celeste, { as: owner, viewport: { width: 1280, height: 800 } });
    await page.goto(written);
    await page.locator('.ql-sheet').nth(5).waitFor();
    const line = () =>
      page.evaluate(() => {
        const { focusNode, focusOffset } = getSelection()!;
        const paragraph = focusNode!.parentElement!.closest('.ql-sheet > *')!;
        return `${paragraph.textContent!.split(' ', 2).join(' ')} ${focusOffset > 0 ? 'end' : 'start'}`;
      });
    await page.locator('.ql-sheet p').first().click();
    await page.keyboard.press('Control+End');
    expect(await line()).toBe(`título ${LINES - 1} end`);
    await page.keyboard.press('Control+Home');
    expect(await line()).toBe('linha 0 start');

    const lastOfOne = await page.locator('.ql-sheet').nth(4).locator('p').last().textContent();
    const last = Number(lastOfOne!.split(' ')[1]);
    const from = async (number: number, place: 'Home' | 'End', key: string) => {
      await page.locator('.ql-editor').getByText(`linha ${number} que`).click();
      await page.keyboard.press(place);
      await expect.poll(() => line()).toBe(`linha ${number} ${place === 'End' ? 'end' : 'start'}`);
      await expect.poll(() => nearSheets(page, number)).toBe(3);
      await page.evaluate(() => scrollTo(0, 0));
      // After two frames the browser skips rendering outside the viewport.
      await page.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
      );
      await page.keyboard.press(key);
      return line();
    };
    expect(await from(last, 'End', 'ArrowDown')).toBe(`linha ${last + 1} end`);
    expect(await from(last, 'End', 'ArrowRight')).toBe(`linha ${last + 1} start`);
    expect(await from(last + 1, 'Home', 'ArrowUp')).toBe(`linha ${last} start`);
    expect(await from(last + 1, 'Home', 'ArrowLeft')).toBe(`linha ${last} end`);
    expect(await from(last + 1, 'Home', 'Shift+Control+End')).toBe(`título ${LINES - 1} end`);

    await page.locator('[data-topics] button').nth(1).click();
    const heading = page.locator('.ql-sheet h1').nth(1);
    await expect.poll(() => heading.evaluate((h1) => Math.floor(h1.getBoundingClientRect().y / 800))).toBe(0);
    expect(
      await page.evaluate(() => {
        getSelection()!.removeAllRanges();
        return (window as unknown as { find(text: string): boolean }).find('linha 1400 que');
      }),
    ).toBe(true);
    await page.context().close();
  });
});

/** Number of sheets that are laid out near the one of a line, including it; 0 when that one is not. */
const nearSheets = (page: Page, number: number) =>
  page.evaluate(
    (start) =>
      [...document.querySelectorAll('.ql-near')].some((sheet) => sheet.textContent!.includes(start))
        ? document.querySelectorAll('.ql-near').length
        : 0,
    `linha ${number} que`,
  );
