import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { beforeAll, describe } from 'vitest';
import { findBrowser } from '@/app/integrations/meeting-bot/find-browser.server';
import type { RunningCeleste } from './celeste';
import type { TestUser } from './test-user';

let shared: Promise<Browser> | undefined;

/**
 * Runs `suite` with the Chromium that all suites of a worker share: CHROMIUM_PATH, or the installed one.
 * Without Chromium the suite is skipped with a warning; in CI that is an error.
 */
export function describeInBrowser(name: string, suite: (browser: () => Browser) => void): void {
  describeWithChromium(name, (executablePath) => withBrowser(executablePath, suite));
}

/** Runs a suite that starts the same Chromium by itself; skipped without one, as above. */
export function describeWithChromium(name: string, suite: (executablePath: string) => void): void {
  const executablePath = findChromium();
  if (!executablePath) explainAbsence(name);
  describe.skipIf(!executablePath)(name, () => suite(executablePath!));
}

function withBrowser(executablePath: string, suite: (browser: () => Browser) => void): void {
  let browser: Browser;

  beforeAll(async () => {
    shared ??= launch(executablePath);
    browser = await shared;
  });

  suite(() => browser);
}

/** As root, in a container, Chromium has no sandbox. The fake microphone beeps, or plays a WAV file in a loop. */
export function launch(executablePath: string, spokenFile?: string): Promise<Browser> {
  const microphone = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];
  if (spokenFile) microphone.push(`--use-file-for-fake-audio-capture=${spokenFile}`);
  return chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0, args: microphone });
}

/** CHROMIUM_PATH, or the installed one. */
export const findChromium = () => findBrowser(process.env.CHROMIUM_PATH || undefined, process.env.PATH ?? '');

function explainAbsence(name: string): void {
  const message = 'Chromium is neither at CHROMIUM_PATH nor installed (Debian: apt-get install chromium)';
  if (process.env.CI) throw new Error(message);
  process.stderr.write(`\n!!! "${name}" IS LEFT OUT of this run: ${message}\n\n`);
}

/** Opens a page in a fresh browser profile, with the session of a user if given. */
export async function openPage(
  browser: Browser,
  celeste: RunningCeleste,
  { as, ...options }: BrowserContextOptions & { as?: TestUser } = {},
): Promise<Page> {
  const context = await browser.newContext({ baseURL: celeste.address, ...options });
  if (as) await signInto(context, celeste, as);
  return context.newPage();
}

/** Copies the session cookies of a user into a browser profile. */
export async function signInto(
  context: BrowserContext,
  celeste: RunningCeleste,
  person: TestUser,
): Promise<void> {
  const cookies = person.cookieHeader().split('; ').filter(Boolean);
  await context.addCookies(
    cookies.map((cookie) => {
      const [name = '', ...value] = cookie.split('=');
      return { name, value: value.join('='), url: celeste.address };
    }),
  );
}
