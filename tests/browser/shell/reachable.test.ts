import { beforeAll, expect, it } from 'vitest';
import { change } from '@/tests/http/platform/data-dir';
import { editable, editableDocument } from '@/tests/http/transcript/editable';
import { describeInBrowser, openPage } from '@/tests/support/browser';
import { type RunningCeleste, sharedCeleste } from '@/tests/support/celeste';
import { misplaced } from '@/tests/support/misplaced';
import { signUp, type TestUser } from '@/tests/support/test-user';
import { overflowOf } from './expect-accessible';

const SIZES = [
  [320, 640],
  [768, 1024],
  [1440, 900],
] as const;

const GUEST_PAGES = ['/login', '/signup', '/support', '/terms', '/developers'];

let celeste: RunningCeleste;
let owner: TestUser;
let pages: string[];

beforeAll(async () => {
  celeste = await sharedCeleste();
  owner = await signUp(celeste);
  const transcript = await editable(celeste, owner);
  await editable(celeste, owner);
  await owner.post(`${transcript}/tags`, { intent: 'add', tag: 'rádio' });
  await change(celeste, "UPDATE transcriptions SET status = 'failed' WHERE id % 5 = 4");
  await editableDocument(owner, { title: 'Ata' });
  const selected = `selected=${transcript.split('/')[2]}`;
  pages = [
    '/dashboard',
    '/transcriptions',
    '/transcriptions?sort=name&status=succeeded',
    '/transcriptions?title=ornitorrinco',
    `/transcriptions/selection/delete?${selected}`,
    `/transcriptions/selection/tags?${selected}`,
    `/transcriptions/selection/download?${selected}`,
    '/search',
    '/search?q=bom',
    `${transcript}/tags`,
    `${transcript}/delete`,
    '/documents',
    '/documents/models',
    '/documents/new',
    '/wallet',
    '/account',
    '/account/passkeys',
    '/account/sessions',
    '/account/tokens',
    '/developers',
    '/developers/wallet',
    '/developers/recipes',
    '/account/player',
    '/account/glossary',
    '/account/data',
    '/support',
    '/transcriptions/unknown',
  ];
});

describeInBrowser('the balance on the smallest phone', (browser) => {
  it.each([true, false])('is a link to buy credits (scripts: %s)', async (javaScriptEnabled) => {
    const viewport = { width: 320, height: 640 };
    const page = await openPage(browser(), celeste, { as: owner, viewport, javaScriptEnabled });
    await page.goto('/transcriptions');
    const link = page.getByRole('banner').getByRole('link', { name: 'Planos e créditos' });
    expect(await link.count()).toBe(1);
    expect(await link.locator('strong').innerText()).toMatch(/^\d+ (h|min|s)/);
    const box = (await link.boundingBox())!;
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(24);
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(viewport.width);
    await link.click();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/wallet');
    expect(await page.locator('#credits-title').count()).toBe(1);
    await page.context().close();
  });
});

describeInBrowser('a large balance', (browser) => {
  const WIDTHS = [320, 340, 360, 375, 390, 769];
  const HOURS = [101, 1000];

  it.each(['pt', 'en'])('is whole on every phone, and nothing overflows (%s)', async (lang) => {
    const saver = await signUp(celeste);
    await saver.post('/language', { lang });
    const page = await openPage(browser(), celeste, { as: saver });
    const seen: object[] = [];
    for (const hours of HOURS) {
      await change(
        celeste,
        `UPDATE wallet_accounts SET balance_ms = ${(hours * 60 + 59) * 60_000} WHERE kind = 'trial'
         AND user_id = (SELECT id FROM users WHERE email = '${saver.email}')`,
      );
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 640 });
        await page.goto('/wallet');
        const balance = page.getByRole('banner').locator('#balance strong:visible');
        expect(await balance.innerText()).toMatch(new RegExp(`^${hours}\\sh\\s59\\smin$`));
        const box = (await balance.boundingBox())!;
        seen.push({ hours, width, overflow: await overflowOf(page), isWhole: box.x + box.width <= width });
      }
    }
    expect(seen).toEqual(
      HOURS.flatMap((hours) => WIDTHS.map((width) => ({ hours, width, overflow: 0, isWhole: true }))),
    );
    await page.context().close();
  });
});

describeInBrowser('the support button of a wide window', (browser) => {
  it.each([1025, 1280, 1440])('stands beside all other controls at %d', async (width) => {
    const page = await openPage(browser(), celeste, { as: owner, viewport: { width, height: 720 } });
    const covered: string[] = [];
    for (const address of pages.filter((path) => path !== '/support')) {
      await page.goto(address, { waitUntil: 'load' });
      // At which height a control stands depends on the window and on the text above it.
      const names = await page
        .locator('main p > a[href="/support"]')
        .last()
        .evaluate((button) => {
          const { left } = button.getBoundingClientRect();
          return [...document.querySelectorAll('main :is(a[href], button, input, select, textarea, summary)')]
            .filter((control) => control !== button && control.checkVisibility())
            .filter((control) => control.getBoundingClientRect().right > left)
            .map((control) => control.textContent);
        });
      for (const name of names) covered.push(`${address} ${name}`);
    }
    expect(covered).toEqual([]);
    await page.context().close();
  });
});

describeInBrowser('on every page, a button that can be seen is what a press reaches', (browser) => {
  it.each(SIZES)('signed in at %d × %d', async (width, height) => {
    // Shows the toast that is due, which would lie over the page for 5 seconds.
    await owner.get('/dashboard');
    const page = await openPage(browser(), celeste, { as: owner, viewport: { width, height } });
    const wrong: string[] = [];
    for (const address of pages) {
      await page.goto(address, { waitUntil: 'load' });
      for (const found of await misplaced(page, 'body')) wrong.push(`${address} ${found}`);
    }
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  it.each(SIZES)('as a guest at %d × %d', async (width, height) => {
    const page = await openPage(browser(), celeste, { viewport: { width, height } });
    const wrong: string[] = [];
    for (const address of GUEST_PAGES) {
      await page.goto(address, { waitUntil: 'load' });
      for (const found of await misplaced(page, 'body')) wrong.push(`${address} ${found}`);
    }
    expect(wrong).toEqual([]);
    await page.context().close();
  });
});
