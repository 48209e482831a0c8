import { readFile } from 'node:fs/promises';
import { type BrowserContext, chromium } from 'playwright-core';
import type { VisitTask } from './task';

const LAUNCH_MS = 60_000;

const ARGS = [
  // In a container it often has 64 MB, and the browser crashes when it is full.
  '--disable-dev-shm-usage',
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  '--autoplay-policy=no-user-gesture-required',
  '--lang=en',
];

/** As root, in a container, Chromium has no sandbox. Everything else is as a browser comes: it hides nothing. */
export async function launchBrowser(task: VisitTask): Promise<BrowserContext> {
  const options = {
    executablePath: task.executablePath,
    chromiumSandbox: process.getuid?.() !== 0,
    args: [...ARGS, ...task.browserArgs],
    timeout: LAUNCH_MS,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  };
  const window = { locale: 'en-US', viewport: { width: 1280, height: 720 } };
  if (task.profileDir) return chromium.launchPersistentContext(task.profileDir, { ...options, ...window });
  const browser = await chromium.launch(options);
  return browser.newContext(window);
}

/** Process ids of this process's children, as far as the system tells; the browser leads a group of its own. */
export async function ownChildren(): Promise<number[]> {
  const list = await readFile(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').catch(() => '');
  return list.split(' ').filter(Boolean).map(Number);
}
