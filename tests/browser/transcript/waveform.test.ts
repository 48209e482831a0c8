import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import type { fetchPeaks, SpeakerSpan, showWaveform, Waveform } from '@/app/islands/transcript/waveform';
import { describeInBrowser } from '@/tests/support/browser';

/** What the bundle of the module leaves on the page. */
interface Bundle {
  fetchPeaks: typeof fetchPeaks;
  showWaveform: typeof showWaveform;
}

type Bundled = typeof globalThis & { waveform: Bundle; shown: Waveform; spans: SpeakerSpan[] };

const ADDRESS = 'http://celeste.test/transcriptions/x';

const PAGE = `<!doctype html>
<style>
  :root { color-scheme: light dark; --edge: #777777; }
  .speaker-0 { --hue: #ff0000; }
  .speaker-1 { --hue: #0000ff; }
  @media (prefers-color-scheme: dark) { .speaker-0 { --hue: #00ff00; } }
  body { margin: 0; background: white; }
  canvas { display: block; width: 300px; height: 40px; }
</style><canvas></canvas>`;

let script: string;

beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: ['app/islands/transcript/waveform.ts'],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'waveform',
    target: 'es2022',
    logLevel: 'error',
  });
  script = outputFiles[0]!.text;
});

describeInBrowser('the waveform', (browser) => {
  /** A page of a transcript with nothing but a canvas; `peaks` answers requests for the peaks, in turn. */
  async function open(peaks: { status: number; contentType?: string; body?: Buffer }[] = []): Promise<Page> {
    const page = await browser().newPage({ viewport: { width: 400, height: 100 }, deviceScaleFactor: 2 });
    await page.route(ADDRESS, (route) => route.fulfill({ contentType: 'text/html', body: PAGE }));
    await page.route(`${ADDRESS}/peaks`, (route) => route.fulfill(peaks.shift() ?? { status: 404 }));
    await page.goto(ADDRESS);
    await page.addScriptTag({ content: script });
    return page;
  }

  /** Shows peaks that are all full: speaker 0, nobody and speaker 1, for a second each. */
  async function show(page: Page): Promise<void> {
    await page.evaluate(() => {
      const self = globalThis as Bundled;
      self.spans = [
        { startMs: 0, endMs: 1_000, className: 'speaker-0' },
        { startMs: 2_000, endMs: 3_000, className: 'speaker-1' },
      ];
      const options = { peaks: new Uint8Array(30).fill(255), durationMs: 3_000, spans: () => self.spans };
      self.shown = self.waveform.showWaveform(document.querySelector('canvas')!, options);
      self.shown.redraw();
    });
  }

  /** Colours and opacities at the first bars of the three seconds. */
  const drawn = (page: Page) =>
    page.evaluate(() => {
      const context = document.querySelector('canvas')!.getContext('2d')!;
      return [0, 204, 402].map((x) => {
        const [red, green, blue, alpha] = context.getImageData(x + 1, 40, 1, 1).data;
        const strength = alpha === 255 ? 'played' : 'rest';
        return `${[red, green, blue].map((part) => Math.round(part! / 64)).join(' ')} ${strength}`;
      });
    });

  const move = (page: Page, ms: number) =>
    page.evaluate((to) => (globalThis as Bundled).shown.setPosition(to), ms);

  it('has the colours of the speakers, strong where it was played', async () => {
    const page = await open();
    await show(page);
    expect(await page.locator('canvas').getAttribute('aria-hidden')).toBe('true');
    expect(await drawn(page)).toEqual(['4 0 0 rest', '2 2 2 rest', '0 0 4 rest']);
    await move(page, 1_500);
    expect(await drawn(page)).toEqual(['4 0 0 played', '2 2 2 played', '0 0 4 rest']);
    await move(page, 500);
    expect(await drawn(page)).toEqual(['4 0 0 played', '2 2 2 rest', '0 0 4 rest']);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(() => drawn(page)).toEqual(['0 4 0 played', '2 2 2 rest', '0 0 4 rest']);
    await page.addStyleTag({ content: 'canvas { width: 240px }' });
    await expect.poll(() => page.evaluate(() => document.querySelector('canvas')!.width)).toBe(480);
    expect((await drawn(page))[0]).toBe('0 4 0 played');
    await page.close();
  });

  it('has other colours once others speak', async () => {
    const page = await open();
    await show(page);
    await page.evaluate(() => {
      const self = globalThis as Bundled;
      self.spans = [{ startMs: 1_000, endMs: 3_000, className: 'speaker-0' }];
      self.shown.redraw();
    });
    expect(await drawn(page)).toEqual(['2 2 2 rest', '4 0 0 rest', '4 0 0 rest']);
    await page.close();
  });

  const fetched = (page: Page) =>
    page.evaluate(async () => {
      const peaks = await (globalThis as Bundled).waveform.fetchPeaks([1, 1]);
      return peaks && [...peaks];
    });

  it('gets its peaks once they are drawn, and none from another answer', async () => {
    const bytes = { status: 200, contentType: 'application/octet-stream', body: Buffer.from([1, 255]) };
    const wait = { status: 204 };
    const login = { status: 200, contentType: 'text/html', body: Buffer.from('<h1>Entrar</h1>') };
    const page = await open([wait, bytes, login, wait, wait, wait]);
    expect(await fetched(page)).toEqual([1, 255]);
    expect(await fetched(page)).toBeNull();
    expect(await fetched(page)).toBeNull();
    expect(await fetched(page)).toBeNull();
    await page.close();
  });
});
