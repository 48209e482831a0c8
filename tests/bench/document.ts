import type { Browser } from 'playwright-core';
import { serializePlainForm } from '@/app/domain/document/plain-form';
import { plainTextOf } from '@/app/domain/document/rich-text';
import { editableDocument } from '@/tests/http/transcript/editable';
import { signUp, type TestUser } from '@/tests/support/test-user';
import { findChromium, launch, openPage } from '../support/browser';
import { type RunningCeleste, startCeleste } from '../support/celeste';
import { compare, type Figures, heapOf, inTextArea, percentile, print, slowed, typeKeys } from './editor';
import { longDocument } from './long-document';

/** About 300 pages of 400 words. */
const WORDS = 120_000;
const SAVES = 5;

/**
 * A document of 300 pages in the editor, compared with a text area with the same text in the same browser.
 */
export async function document(words = WORDS): Promise<void> {
  const executablePath = findChromium();
  if (!executablePath) {
    print('needs Chromium: none is installed, nor is CHROMIUM_PATH set');
    return;
  }
  const celeste = await startCeleste({ command: 'web' });
  const browser = await launch(executablePath);
  try {
    const person = await signUp(celeste);
    const text = longDocument(words);
    const letters = plainTextOf(text);
    const path = await editableDocument(person, { title: 'Livro' });
    const content = serializePlainForm(text);
    await person.post(path, { intent: 'save', version: '1', changes: '0', title: 'Livro', content });
    print(`${words} words in ${text.length} paragraphs, ${(letters.length / 1024).toFixed(0)} kB of text`);
    for (const slowdown of [1, 4]) {
      const bare = await inTextArea(browser, letters, slowdown);
      const own = await inEditor(browser, celeste, person, { path, slowdown });
      compare(`CPU ÷ ${slowdown}`, own, bare);
    }
  } finally {
    await browser.close();
    await celeste.stop();
  }
}

async function inEditor(
  browser: Browser,
  celeste: RunningCeleste,
  as: TestUser,
  { path, slowdown }: { path: string; slowdown: number },
): Promise<Figures> {
  const page = await openPage(browser, celeste, { as, viewport: { width: 1280, height: 900 } });
  const devtools = await slowed(page, slowdown);
  const startedAt = performance.now();
  await page.goto(path);
  await page.locator('.ql-editor p').first().waitFor();
  const openMs = performance.now() - startedAt;
  const middle = page.locator('.ql-editor p').nth(3_000);
  await middle.scrollIntoViewIfNeeded();
  await middle.click();
  const keys = await typeKeys(page);
  const saves: number[] = [];
  for (let save = 0; save < SAVES; save += 1) {
    await page.keyboard.type('x');
    const before = performance.now();
    const saved = page.waitForResponse(
      (response) => response.request().method() === 'POST' && response.url().endsWith(path),
    );
    await page.keyboard.press('Control+s');
    await saved;
    await page.locator('article:not([data-changed])').waitFor();
    saves.push(performance.now() - before);
  }
  print(
    `CPU ÷ ${slowdown}: Ctrl + S until the version is shown, p50 ${percentile(saves, 0.5).toFixed(0)} ms`,
  );
  const heapMb = await heapOf(devtools);
  await page.context().close();
  return { openMs, keys, heapMb };
}
