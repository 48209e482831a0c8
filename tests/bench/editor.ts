import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { signUp, type TestUser } from '@/tests/support/test-user';
import { findChromium, launch, openPage } from '../support/browser';
import { type RunningCeleste, startCeleste } from '../support/celeste';
import { insertTranscript, longConversation } from './long-transcript';

/** Ten hours, and two hours. */
const WORDS = 100_000;
const SHORTER_WORDS = 20_000;
const KEYS = 300;
const HIGHLIGHT_STEPS = 300;

export interface Figures {
  openMs: number;
  keys: number[];
  heapMb: number;
}

export const print = (line: string) => process.stdout.write(`  ${line}\n`);

/**
 * A transcript of ten hours in the editor, compared with a text area with the same text in the same browser.
 */
export async function editor(): Promise<void> {
  const executablePath = findChromium();
  if (!executablePath) {
    print('needs Chromium: none is installed, nor is CHROMIUM_PATH set');
    return;
  }
  const celeste = await startCeleste({ command: 'web' });
  const browser = await launch(executablePath);
  try {
    const person = await signUp(celeste);
    await weigh(celeste, person);
    const talk = longConversation(WORDS);
    const text = talk.map((utterance) => utterance.text).join('\n\n');
    const path = await insertTranscript(celeste, person, talk);
    print(`${WORDS} words in ${talk.length} blocks, ${(text.length / 1024).toFixed(0)} kB of text`);
    for (const slowdown of [1, 4]) {
      const bare = await inTextArea(browser, text, slowdown);
      const own = await inEditor(browser, celeste, person, path, slowdown, talk.at(-1)!.text);
      compare(`CPU ÷ ${slowdown}`, own, bare);
    }
  } finally {
    await browser.close();
    await celeste.stop();
  }
}

/** Gzipped size of the page of two hours and of its word timings, compared with its plain text. */
async function weigh(celeste: RunningCeleste, person: TestUser): Promise<void> {
  const talk = longConversation(SHORTER_WORDS, 2);
  const path = await insertTranscript(celeste, person, talk);
  const weight = async (address: string) => gzipSync((await person.get(address)).body).length;
  const plain = gzipSync(talk.map(({ text }) => text).join('\n')).length;
  const [page, words] = [await weight(path), await weight(`${path}/words`)];
  print(`plain text of 2 h ${plain} B (gzip)`);
  print(`its page ${page} B, ${(page / plain).toFixed(2)} × (target ≤ 1.5)`);
  print(`times and confidences ${words} B, ${(words / plain).toFixed(2)} × (target ≤ 0.6)`);
}

async function inEditor(
  browser: Browser,
  celeste: RunningCeleste,
  person: TestUser,
  path: string,
  slowdown: number,
  lastText: string,
): Promise<Figures> {
  const page = await openPage(browser, celeste, { as: person, viewport: { width: 1280, height: 900 } });
  const devtools = await slowed(page, slowdown);
  const startedAt = performance.now();
  await page.goto(`${celeste.address}${path}?edit=1`);
  await page.locator('p[contenteditable]').waitFor();
  const openMs = performance.now() - startedAt;
  const middle = page.locator('article section > p').nth(3_000);
  await middle.scrollIntoViewIfNeeded();
  await middle.click();
  const keys = await typeKeys(page);
  print(`CPU ÷ ${slowdown}: highlight of a word ${percentiles(await highlightSteps(page))}`);
  const isFound = await page.evaluate(
    (text) => (window as unknown as { find(text: string): boolean }).find(text),
    lastText.split(' ').slice(-3).join(' '),
  );
  print(`CPU ÷ ${slowdown}: the browser's own find ${isFound ? 'reaches' : 'DOES NOT REACH'} the last words`);
  const heapMb = await heapOf(devtools);
  await page.context().close();
  return { openMs, keys, heapMb };
}

export async function inTextArea(browser: Browser, text: string, slowdown: number): Promise<Figures> {
  const html = `<!doctype html><meta charset="utf-8"><textarea rows="40" cols="100">${text}</textarea>`;
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end(html);
  }).listen(0, '127.0.0.1');
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
  const devtools = await slowed(page, slowdown);
  const startedAt = performance.now();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await page.locator('textarea').waitFor();
  const openMs = performance.now() - startedAt;
  await page.evaluate(() => {
    const area = document.querySelector('textarea')!;
    area.focus();
    area.setSelectionRange(area.value.length / 2, area.value.length / 2);
  });
  const keys = await typeKeys(page);
  const heapMb = await heapOf(devtools);
  await page.context().close();
  server.close();
  return { openMs, keys, heapMb };
}

export async function slowed(page: Page, rate: number): Promise<CDPSession> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate });
  return devtools;
}

/**
 * Time from each key press to the next frame, in ms. The next key waits for it: faster keys would not draw a
 * frame each.
 */
export async function typeKeys(page: Page): Promise<number[]> {
  await page.evaluate(() => {
    document.addEventListener(
      'keydown',
      () => {
        const startedAt = performance.now();
        const drawn = new Promise<number>((resolve) => {
          requestAnimationFrame(() => {
            // Posted in the frame, so it arrives after layout and paint.
            const channel = new MessageChannel();
            channel.port1.onmessage = () => resolve(performance.now() - startedAt);
            channel.port2.postMessage(null);
          });
        });
        Object.assign(window, { drawn });
      },
      true,
    );
  });
  const measured: number[] = [];
  for (let key = 0; key < KEYS; key += 1) {
    await page.keyboard.press(key % 6 === 5 ? 'Space' : 'a');
    measured.push(await page.evaluate(() => (window as unknown as { drawn: Promise<number> }).drawn));
  }
  return measured;
}

/** Time to highlight the current word at positions all over the recording, in ms. */
function highlightSteps(page: Page): Promise<number[]> {
  return page.evaluate((steps) => {
    const audio = document.querySelector('audio')!;
    return Array.from({ length: steps }, (_, index) => {
      const at = ((index * 7919) % 30_000) + 1;
      Object.defineProperty(audio, 'currentTime', { configurable: true, value: at });
      const startedAt = performance.now();
      audio.dispatchEvent(new Event('seeked'));
      return performance.now() - startedAt;
    });
  }, HIGHLIGHT_STEPS);
}

export async function heapOf(devtools: CDPSession): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  return usedSize / 2 ** 20;
}

export const percentile = (values: number[], part: number) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * part)]!;

const percentiles = (values: number[]) =>
  `p50 ${percentile(values, 0.5).toFixed(1)} ms, p98 ${percentile(values, 0.98).toFixed(1)} ms`;

export function compare(name: string, own: Figures, bare: Figures): void {
  const ratio = percentile(own.keys, 0.98) / percentile(bare.keys, 0.98);
  print(`${name}: open to interactive ${own.openMs.toFixed(0)} ms, text area ${bare.openMs.toFixed(0)} ms`);
  print(`${name}: key stroke ${percentiles(own.keys)}; text area ${percentiles(bare.keys)}`);
  print(`${name}: key stroke p98 ${ratio.toFixed(2)} × that of the text area (target ≤ 1.5)`);
  print(`${name}: heap ${own.heapMb.toFixed(0)} MB, text area ${bare.heapMb.toFixed(0)} MB`);
}
