import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { findChromium, launch } from '@/tests/support/browser';
import { startCeleste } from '@/tests/support/celeste';

/** A connection with 400 kbit/s and 400 ms latency. */
const CONNECTION = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const TARGET_MS = 2_500;
const TIMES = 5;

/**
 * First contentful paint of pages over a slow connection, compared with a page of one line in the same run.
 */
export async function slowConnection(): Promise<void> {
  const executablePath = findChromium();
  if (!executablePath) {
    process.stdout.write('  needs Chromium: none is installed, nor is CHROMIUM_PATH set\n');
    return;
  }
  const celeste = await startCeleste({ command: 'web' });
  const bare = createServer((_request, response) => response.end('<!doctype html><p>Celeste')).listen(
    0,
    '127.0.0.1',
  );
  const browser = await launch(executablePath);
  try {
    const bareMs = await readableAfter(browser, `http://127.0.0.1:${(bare.address() as AddressInfo).port}/`);
    for (const path of ['/login', '/signup']) {
      const ms = await readableAfter(browser, celeste.address + path);
      process.stdout.write(
        `  ${path.padEnd(12)} readable after ${ms} ms (target ${TARGET_MS}), a page of one line after ${bareMs} ms\n`,
      );
    }
  } finally {
    await browser.close();
    bare.close();
    await celeste.stop();
  }
}

/** First contentful paint in ms, with an empty cache: the median of several visits. */
async function readableAfter(browser: Browser, address: string): Promise<number> {
  const visits: number[] = [];
  while (visits.length < TIMES) {
    const context = await browser.newContext();
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', CONNECTION);
    await page.goto(address, { waitUntil: 'load' });
    const paint = await page.waitForFunction(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    );
    visits.push((await paint.jsonValue())!);
    await context.close();
  }
  return Math.round(visits.sort((a, b) => a - b)[Math.floor(TIMES / 2)]!);
}
