import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import { findChromium } from './browser';
import { until } from './until';

/** Options that turn off what makes every start slow: network look-ups, updates, extensions. */
const DISABLED_FEATURES = [
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-extensions',
  '--disable-gpu',
  '--disable-sync',
];
/** Occasionally a new Chromium never responds to the first command; a restart helps. */
const ANSWER_MS = 15_000;
const STARTS = 4;

/** Running child processes, killed when this process exits. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const { pid } of running) process.kill(-pid!, 'SIGKILL');
});

const ADDRESS = /listening on (ws:\S+)/;

/** Chromium with a profile on disk, in its own process group, so that SIGKILL reaches all its processes. */
export class BrowserProcess {
  readonly #profile: string;
  #child: ChildProcess;
  #browser: Browser;

  private constructor(profile: string, child: ChildProcess, browser: Browser) {
    this.#profile = profile;
    this.#child = child;
    this.#browser = browser;
  }

  /** @param profile of a browser that was killed; a new one by default */
  static async start(profile?: string): Promise<BrowserProcess> {
    const folder = profile ?? (await mkdtemp(path.join(tmpdir(), 'celeste-profile-')));
    for (let start = 1; ; start += 1) {
      const { child, address } = await spawnChromium(folder);
      try {
        const browser = await chromium.connectOverCDP(address, { timeout: ANSWER_MS });
        return new BrowserProcess(folder, child, browser);
      } catch (error) {
        await kill(child);
        if (start === STARTS) throw error;
      }
    }
  }

  /** The default context, which uses the profile. */
  get context(): BrowserContext {
    return this.#browser.contexts()[0]!;
  }

  /** Sends SIGKILL; data already written stays on disk. @returns the profile */
  async kill(): Promise<string> {
    await kill(this.#child);
    return this.#profile;
  }

  /** Sends SIGKILL and deletes the profile. */
  async remove(): Promise<void> {
    await rm(await this.kill(), { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

/** @returns the process and its DevTools endpoint */
async function spawnChromium(profile: string): Promise<{ child: ChildProcess; address: string }> {
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const options = ['--headless', '--remote-debugging-port=0', `--user-data-dir=${profile}`];
  const child = spawn(findChromium()!, [...options, ...DISABLED_FEATURES, ...sandbox], {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  let output = '';
  child.stderr!.on('data', (chunk) => (output += chunk));
  const findAddress = () => {
    const address = ADDRESS.exec(output)?.[1];
    if (address || running.has(child)) return address;
    throw new Error(`Chromium did not start:\n${output}`);
  };
  try {
    return { child, address: await until(findAddress, { what: () => `the start of Chromium:\n${output}` }) };
  } catch (error) {
    await kill(child);
    throw error;
  }
}

async function kill(child: ChildProcess): Promise<void> {
  if (!running.has(child)) return;
  process.kill(-child.pid!, 'SIGKILL');
  await once(child, 'exit');
}
