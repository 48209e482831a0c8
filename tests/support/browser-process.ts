import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import { findChromium } from './browser';

/** What takes seconds at each start and has nothing to do with pages: look-ups, updates, extensions. */
const WITHOUT = [
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-extensions',
  '--disable-gpu',
  '--disable-sync',
];
/** On a machine with much else to do, a browser takes its time. */
const START_MS = 120_000;

/** Those that run; none outlives its tests. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const { pid } of running) process.kill(-pid!, 'SIGKILL');
});

const ADDRESS = /listening on (ws:\S+)/;

/** A Chromium whose profile stands on the disk, in a process group of its own that can be killed in one blow. */
export class BrowserProcess {
  readonly #profile: string;
  #child: ChildProcess;
  #browser: Browser;

  private constructor(profile: string, child: ChildProcess, browser: Browser) {
    this.#profile = profile;
    this.#child = child;
    this.#browser = browser;
  }

  /** @param profile of a browser that was killed; a new one without it */
  static async start(profile?: string): Promise<BrowserProcess> {
    const folder = profile ?? (await mkdtemp(path.join(tmpdir(), 'celeste-profile-')));
    const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
    const options = ['--headless', '--remote-debugging-port=0', `--user-data-dir=${folder}`];
    const child = spawn(findChromium()!, [...options, ...WITHOUT, ...sandbox], {
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    running.add(child);
    child.once('exit', () => running.delete(child));
    let output = '';
    child.stderr!.on('data', (chunk) => (output += chunk));
    while (!ADDRESS.test(output)) {
      if (child.exitCode !== null) throw new Error(`Chromium did not start:\n${output}`);
      await sleep(20);
    }
    return new BrowserProcess(
      folder,
      child,
      await chromium.connectOverCDP(ADDRESS.exec(output)![1]!, { timeout: START_MS }),
    );
  }

  /** The one that the profile belongs to. */
  get context(): BrowserContext {
    return this.#browser.contexts()[0]!;
  }

  /** Kills it; what it had written stays on the disk. @returns the profile */
  async kill(): Promise<string> {
    if (running.has(this.#child)) {
      process.kill(-this.#child.pid!, 'SIGKILL');
      await once(this.#child, 'exit');
    }
    return this.#profile;
  }

  /** Kills it and forgets the profile. */
  async remove(): Promise<void> {
    await rm(await this.kill(), { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}
