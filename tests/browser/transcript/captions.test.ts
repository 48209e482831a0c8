import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { CAPTION_COLORS } from '@/app/domain/transcript/captions/caption-colors';
import { editable } from '@/tests/http/transcript/editable';
import { describeInBrowser, openPage } from '@/tests/support/browser';
import { type RunningCeleste, sharedCeleste } from '@/tests/support/celeste';
import { signUp, type TestUser } from '@/tests/support/test-user';
import { transcribeSample } from '@/tests/support/transcriptions';

let celeste: RunningCeleste;
let owner: TestUser;
let transcript: string;

beforeAll(async () => {
  celeste = await sharedCeleste('start');
  owner = await signUp(celeste);
  transcript = await transcribeSample(owner);
});

const [FROM, TO] = [8, 15];

/** A caption that was drawn, and when. */
interface Drawn {
  text: string;
  color: string;
  atMs: number;
}

/** Notes what is drawn over the recording, now and later. */
const watchStage = (page: Page) =>
  page.evaluate(() => {
    const [stage, video] = [document.querySelector('[data-stage]')!, document.querySelector('video')!];
    const drawn: Drawn[] = [];
    Object.assign(window, { drawn });
    const note = () => {
      const text = stage.firstElementChild;
      if (!text) return;
      const { color } = getComputedStyle(text);
      drawn.push({ text: text.textContent, color, atMs: video.currentTime * 1000 });
    };
    note();
    new MutationObserver(note).observe(stage, { childList: true });
  });

/** Does not wait: on a busy machine the stretch may be over before the browser says that it plays. */
const play = (page: Page) =>
  page.evaluate(() => {
    const video = document.querySelector('video')!;
    video.playbackRate = 2;
    video.play().catch(() => undefined);
  });

const seek = (page: Page, ms: number) =>
  page.evaluate((to) => {
    document.querySelector('video')!.currentTime = to / 1000;
  }, ms);

const player = (page: Page) =>
  page.evaluate(() => {
    const { paused, currentTime, textTracks } = document.querySelector('video')!;
    const [track] = textTracks;
    return { paused, currentTime, mode: track!.mode, cues: track!.cues?.length ?? 0 };
  });

const listed = (page: Page) =>
  page.locator('li[data-caption]').evaluateAll((items) =>
    items.map((item) => {
      const { from, to } = (item as HTMLElement).dataset;
      return { text: item.querySelector('p')!.textContent, fromMs: Number(from), toMs: Number(to) };
    }),
  );

const rgb = (hex: string) =>
  `rgb(${[1, 3, 5].map((place) => Number.parseInt(hex.slice(place, place + 2), 16)).join(', ')})`;

describeInBrowser('captions over the recording', (browser) => {
  it('are drawn while they are said, in the colours of the speakers, for the stretch only', async () => {
    const page = await openPage(browser(), celeste, { as: owner, viewport: { width: 1280, height: 900 } });
    const complaints: string[] = [];
    page.on('pageerror', ({ message }) => complaints.push(message));
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    await page.goto(`${transcript}/captions?from=${FROM}&to=${TO}`);
    await expect.poll(async () => (await player(page)).mode).toBe('disabled');
    await watchStage(page);
    await play(page);
    await expect.poll(async () => (await player(page)).paused).toBe(true);
    await expect.poll(async () => (await player(page)).currentTime).toBe(TO);

    const drawn = await page.evaluate(() => (window as unknown as { drawn: Drawn[] }).drawn);
    const captions = await listed(page);
    expect(captions.length).toBeGreaterThan(2);
    // A busy machine may skip one, but draws none at a wrong time.
    expect(drawn.length).toBeGreaterThan(1);
    for (const { text, atMs, color } of drawn) {
      const current = captions.find(({ fromMs, toMs }) => fromMs <= atMs && atMs < toMs);
      expect(text).toBe(current?.text);
      expect(CAPTION_COLORS.map(rgb)).toContain(color);
    }
    for (const { text, fromMs } of captions) {
      await seek(page, Math.max(fromMs, FROM * 1000) + 50);
      await expect.poll(() => page.locator('[data-stage]').textContent()).toBe(text);
    }

    await seek(page, (TO + 5) * 1000);
    await expect.poll(async () => (await player(page)).currentTime).toBe(TO);
    await play(page);
    await expect.poll(async () => (await player(page)).currentTime).toBeLessThan(TO);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('are drawn by the browser without scripts, also on a phone', async () => {
    const page = await openPage(browser(), celeste, {
      as: owner,
      javaScriptEnabled: false,
      viewport: { width: 360, height: 740 },
    });
    await page.goto(`${transcript}/captions`);
    await page.getByLabel('Início do trecho').fill(`00:00:0${FROM}`);
    await page.getByLabel('Fim do trecho').fill(String(TO));
    await page.getByRole('button', { name: 'Mostrar trecho' }).click();
    await page.waitForURL('**/captions?from=*');
    await expect.poll(() => player(page)).toMatchObject({ mode: 'showing', paused: true });
    await expect.poll(async () => (await player(page)).cues).toBeGreaterThan(3);
    await expect.poll(async () => (await player(page)).currentTime).toBe(FROM);
    expect(await page.locator('[data-stage]').innerText()).toBe('');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await page.context().close();
  });

  it('lead from the download page to the place that outside the rules', async () => {
    const withoutWorker = await sharedCeleste();
    const person = await signUp(withoutWorker);
    const fast = await editable(withoutWorker, person, [
      ['A', 'bom dia a todos'],
      ['B', 'extraordinariamente incompreensivelmente desproporcionadamente'],
      ['A', 'obrigado'],
    ]);
    const page = await openPage(browser(), withoutWorker, {
      as: person,
      viewport: { width: 1280, height: 900 },
    });
    await page.goto(fast);
    await page.locator('[data-part="toolbar"]').waitFor();
    await page.locator('[popovertarget="options"]').click();
    await page.locator(`#options a[href="${fast}/download"]`).click();
    await page.locator('dialog:modal summary', { hasText: 'Ver quais' }).click();
    await page.locator('dialog:modal').getByRole('link', { name: '00:00:01', exact: true }).click();
    await page.waitForURL('**?t=1.6#t');
    expect(await page.locator('#t p').innerText()).toContain('extraordinariamente');

    await page.setViewportSize({ width: 1280, height: 500 });
    await page.goto(`${fast}/download`);
    await page.locator('[data-island="unfold"] summary').evaluate((summary: HTMLElement) => {
      summary.scrollIntoView({ block: 'end' });
      summary.click();
    });
    await expect
      .poll(() =>
        page.locator('q').evaluate((quote) => quote.getBoundingClientRect().bottom - window.innerHeight),
      )
      .toBeLessThanOrEqual(0);
    await page.getByRole('link', { name: 'Ver na gravação 00:00:01' }).click();
    await page.getByRole('heading', { name: 'Legendas na gravação' }).waitFor();
    expect(await page.locator('li[data-caption]').count()).toBe(3);
    await page.context().close();
  });
});
