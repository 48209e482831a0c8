import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { serializePlainForm } from '@/app/domain/document/plain-form';
import { type RichText, textOf } from '@/app/domain/document/rich-text';
import { toOps } from '@/app/islands/document/delta';
import { editableDocument } from '@/tests/http/transcript/editable';
import { signUp } from '@/tests/support/test-user';
import { findChromium, launch, openPage } from '../support/browser';
import { startCeleste } from '../support/celeste';
import { percentile, print } from './editor';
import { longDocument } from './long-document';

/** About 300 pages of 500 words. */
const WORDS = 150_000;
const VISITS = 5;
const TARGET_MS = 1_500;
const LINE = '.ql-editor[contenteditable="true"] p';

/** In ms since the navigation started. */
interface Opening {
  readable: number;
  /** A typed letter is on the screen. */
  typed: number;
  whole: number;
  longestTask: number;
}

const lastOf = (text: RichText) => textOf(text.at(-1)!);

/**
 * From the address of a document of 300 pages, and of one twice as long, to its first screen, to a letter typed
 * in it, and to the whole text in the editor; compared with bare Quill, which is given the same text.
 */
export async function documentOpening(words = WORDS): Promise<void> {
  const executablePath = findChromium();
  if (!executablePath) {
    print('needs Chromium: none is installed, nor is CHROMIUM_PATH set');
    return;
  }
  const celeste = await startCeleste({ command: 'web' });
  const browser = await launch(executablePath);
  try {
    const person = await signUp(celeste);
    const own = async (text: RichText) => {
      const path = await editableDocument(person, { title: 'Livro' });
      const content = serializePlainForm(text);
      await person.post(path, { intent: 'save', version: '1', changes: '0', title: 'Livro', content });
      return medians(async () =>
        open(await openPage(browser, celeste, { as: person }), celeste.address + path, lastOf(text)),
      );
    };
    const text = longDocument(words);
    const bare = await bareQuill(text);
    const peer = await medians(async () => open(await browser.newPage(), bare.address, lastOf(text)));
    bare.stop();
    const [once, twice] = [await own(text), await own(longDocument(2 * words))];
    print(`${words} words in ${text.length} paragraphs; bare Quill; twice as many words`);
    for (const what of ['readable', 'typed', 'whole', 'longestTask'] as const) {
      const target = what === 'readable' || what === 'typed' ? ` (target ${TARGET_MS})` : '';
      const [ms, bareMs, twiceMs] = [once[what], peer[what], twice[what]];
      print(
        `${what.padEnd(11)} ${ms.toFixed(0)} ms${target}; ${bareMs.toFixed(0)} ms: ${(ms / bareMs).toFixed(2)} ×; ${twiceMs.toFixed(0)} ms: ${(twiceMs / ms).toFixed(2)} ×`,
      );
    }
  } finally {
    await browser.close();
    await celeste.stop();
  }
}

/** The medians of several visits; the first one, which fills the caches of server and compiler, is left out. */
async function medians(visit: () => Promise<Opening>): Promise<Opening> {
  await visit();
  const visits: Opening[] = [];
  while (visits.length < VISITS) visits.push(await visit());
  const of = (what: keyof Opening) =>
    percentile(
      visits.map((opening) => opening[what]),
      0.5,
    );
  return { readable: of('readable'), typed: of('typed'), whole: of('whole'), longestTask: of('longestTask') };
}

async function open(page: Page, address: string, lastText: string): Promise<Opening> {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.addInitScript(observe, lastText);
  await page.goto(address, { waitUntil: 'commit' });
  // Each frame: a locator looks for an element that is not there yet every 500 ms only.
  await page.waitForFunction((line) => document.querySelector(line), LINE, {
    polling: 'raf',
    timeout: 120_000,
  });
  await page.locator(LINE).first().click();
  await page.keyboard.type('x');
  const opening = await page.waitForFunction(
    () => {
      const { seen } = window as unknown as { seen: Partial<Opening> };
      return seen.typed !== undefined && seen.whole !== undefined && seen.readable !== undefined
        ? seen
        : null;
    },
    undefined,
    { timeout: 120_000 },
  );
  const seen = (await opening.jsonValue()) as Opening;
  await page.context().close();
  return seen;
}

/** Runs in the page from its start. */
function observe(lastText: string): void {
  const seen: Partial<Opening> = { longestTask: 0 };
  Object.assign(window, { seen });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.longestTask = Math.max(seen.longestTask!, duration);
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries())
      if (name === 'first-contentful-paint') seen.readable = startTime;
  }).observe({ type: 'paint', buffered: true });
  document.addEventListener('input', ({ target }) => {
    if ((target as Element).closest('.ql-editor'))
      requestAnimationFrame(() => setTimeout(() => (seen.typed ??= performance.now())));
  });
  const watch = setInterval(() => {
    let last = document.querySelector('.ql-editor')?.lastElementChild;
    while (last?.lastElementChild && last.localName === 'div') last = last.lastElementChild;
    if (last?.textContent !== lastText) return;
    seen.whole = performance.now();
    clearInterval(watch);
  }, 10);
}

/** Serves a page in which Quill is given the whole text at once. */
async function bareQuill(text: RichText): Promise<{ address: string; stop(): void }> {
  const { outputFiles } = await build({
    stdin: {
      contents: `import Quill from 'quill'; new Quill('#text').setContents(${JSON.stringify(toOps(text))});`,
      resolveDir: process.cwd(),
    },
    bundle: true,
    write: false,
    minify: true,
    logLevel: 'error',
  });
  const server = createServer((request, response) => {
    const isPage = request.url === '/';
    response.setHeader(
      'Content-Type',
      isPage ? 'text/html; charset=utf-8' : 'text/javascript; charset=utf-8',
    );
    response.end(
      isPage ? '<!doctype html><div id="text"></div><script src="/quill.js"></script>' : outputFiles[0]!.text,
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}/`, stop: () => server.close() };
}
