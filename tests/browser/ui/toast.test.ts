import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { describeInBrowser, openPage } from '@/tests/support/browser';
import { type RunningCeleste, sharedCeleste } from '@/tests/support/celeste';
import { signUp, type TestUser } from '@/tests/support/test-user';

let celeste: RunningCeleste;
let ana: TestUser;

beforeAll(async () => {
  celeste = await sharedCeleste();
});

beforeEach(async () => {
  ana = await signUp(celeste);
});

const toast = (page: Page) => page.getByRole('status').filter({ hasText: 'Dados salvos.' });
const titleTop = async (page: Page) => (await page.locator('h1').boundingBox())!.y;

async function saveProfile(page: Page): Promise<void> {
  await page.goto('/account');
  await page.locator('main form button[type="submit"]').first().click();
  await toast(page).waitFor();
}

/** Runs the animations of a page so many times as fast. */
async function hasten(page: Page, playbackRate: number): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Animation.enable');
  await devTools.send('Animation.setPlaybackRate', { playbackRate });
}

describeInBrowser('a toast', (browser) => {
  it('lies over the page, and leaves after 5 seconds without pointer or focus', async () => {
    const page = await openPage(browser(), celeste, { as: ana });
    await page.goto('/account');
    const top = await titleTop(page);
    await saveProfile(page);
    expect(await titleTop(page)).toBe(top);
    const timing = await toast(page).evaluate((output) => {
      const [leaving] = output.getAnimations();
      return leaving!.effect!.getTiming().delay;
    });
    expect(timing).toBe(5_000);
    await toast(page).hover();
    await hasten(page, 20);
    await page.waitForTimeout(500);
    expect(await toast(page).count()).toBe(1);
    await toast(page).getByRole('button', { name: 'Dispensar aviso' }).focus();
    await page.mouse.move(5, 500);
    await page.waitForTimeout(500);
    expect(await toast(page).count()).toBe(1);
    await page.locator('h1').evaluate(() => (document.activeElement as HTMLElement).blur());
    await expect.poll(() => toast(page).count()).toBe(0);
    await page.context().close();
  });

  it('is closed by its button', async () => {
    const page = await openPage(browser(), celeste, { as: ana });
    await saveProfile(page);
    await toast(page).getByRole('button', { name: 'Dispensar aviso' }).click();
    expect(await toast(page).count()).toBe(0);
    await page.context().close();
  });

  it('stands above the content until the next page without scripts', async () => {
    const page = await openPage(browser(), celeste, { as: ana, javaScriptEnabled: false });
    // The first page shows the toast of the sign-in.
    await page.goto('/account');
    await page.goto('/account');
    const top = await titleTop(page);
    await saveProfile(page);
    expect(await titleTop(page)).toBeGreaterThan(top);
    expect(await toast(page).evaluate((output) => output.getAnimations().length)).toBe(0);
    await page.goto('/account');
    expect(await toast(page).count()).toBe(0);
    await page.context().close();
  });
});
