import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sanitiseAdHtml } from '@/app/services/admin/ads/sanitise-ad-html.server';
import { HOSTILE_HTML } from '@/tests/database/admin/ads/hostile-html';
import { type Member, signUpAdmin, signUpMember } from '@/tests/http/admin/administrator';
import { change, rows } from '@/tests/http/platform/data-dir';
import { describeInBrowser, openPage } from '@/tests/support/browser';
import { type RunningCeleste, startCeleste } from '@/tests/support/celeste';

let celeste: RunningCeleste;
let admin: Member;

beforeAll(async () => {
  celeste = await startCeleste({ command: 'web' });
  admin = await signUpAdmin(celeste);
});

afterAll(() => celeste.stop());

async function publish(html: string): Promise<void> {
  const body = new FormData();
  const form = { title: 'Novidade', message: 'Legendas', html, isActive: 'on', asNew: 'on' };
  body.append('submissionId', crypto.randomUUID());
  for (const [name, value] of Object.entries(form)) body.append(name, value);
  await admin.request('/admin/ad', { method: 'POST', body, headers: { Origin: celeste.address } });
}

/** For scripts that run late, such as handlers of a picture that fails to load; nothing tells that none will. */
const SCRIPTS_RUN_MS = 50;

/** How often HTML runs `hit()` on an empty page, on load or when its links are clicked (XSS). */
async function hitsBy(browser: Browser, html: string): Promise<number> {
  const page = await browser.newPage();
  let hits = 0;
  await page.exposeFunction('hit', () => (hits += 1));
  // A 204 response cancels the navigation.
  await page.route('**', (route) => route.fulfill({ status: 204 }));
  await page.setContent(`<!DOCTYPE html><body>${html}</body>`);
  await page.evaluate(() => {
    for (const link of document.querySelectorAll('a')) link.dispatchEvent(new MouseEvent('click'));
  });
  await page.waitForTimeout(SCRIPTS_RUN_MS);
  await page.close();
  return hits;
}

describeInBrowser('an advertisement in a browser', (browser) => {
  it('runs no script after sanitising, even without a Content-Security-Policy', async () => {
    expect(await hitsBy(browser(), HOSTILE_HTML.map(sanitiseAdHtml).join('\n'))).toBe(0);
    // Control: unsanitised, the same payloads run scripts.
    let harmful = 0;
    for (const html of HOSTILE_HTML) {
      harmful += Math.sign(await hitsBy(browser(), html));
      if (harmful === 10) break;
    }
    expect(harmful).toBe(10);
  });

  it('opens as a modal once, and stays dismissed however it is closed', async () => {
    for (const close of ['Escape', 'button'] as const) {
      await publish('<p>a</p>');
      const ana = await signUpMember(celeste);
      const page = await openPage(browser(), celeste, { as: ana });
      await page.goto('/dashboard');
      await page.locator('dialog:modal').waitFor();
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('ad-title');
      await page.goto('/wallet');
      await page.locator('dialog:modal').waitFor();

      const closed = page.waitForResponse((answer) => answer.url().endsWith('/dismiss'));
      if (close === 'Escape') await page.keyboard.press('Escape');
      if (close === 'button') await page.getByRole('button', { name: 'Fechar' }).click();
      await closed;
      expect([close, await page.locator('dialog').count()]).toEqual([close, 0]);
      expect(page.url()).toMatch(/\/wallet$/);
      await page.goto('/dashboard');
      expect(await page.locator('dialog').count()).toBe(0);
      await page.context().close();
    }
    expect(await rows(celeste, 'SELECT DISTINCT user_id FROM ad_dismissals')).toHaveLength(2);
  });

  it('stays a card in the page when another dialog opens by itself', async () => {
    await publish('<p>a</p>');
    const ana = await signUpMember(celeste);
    const page = await openPage(browser(), celeste, { as: ana });
    await page.route('**/wallet', async (route) => {
      const answer = await route.fetch();
      const opener = '<a href="/first" data-island="dialog" data-opens>x</a>';
      await route.fulfill({ response: answer, body: (await answer.text()).replace('<h1>', `${opener}<h1>`) });
    });
    const contentType = 'text/html';
    await page.route('**/first', (route) =>
      route.fulfill({ contentType, body: '<section data-dialog="Fechar"><h2 id="first">a</h2></section>' }),
    );
    await page.goto('/wallet', { waitUntil: 'networkidle' });
    expect(await page.locator('dialog:modal').allInnerTexts()).toEqual([expect.stringContaining('a')]);
    expect(await page.locator('dialog:modal #ad-title').count()).toBe(0);
    expect(await page.locator('dialog #ad-title').count()).toBe(1);
    await change(celeste, 'DELETE FROM ads');
    await page.context().close();
  });

  it('is a card that its form dismisses without scripts', async () => {
    await publish('<p>a</p>');
    const ana = await signUpMember(celeste);
    const page = await openPage(browser(), celeste, { as: ana, javaScriptEnabled: false });
    await page.goto('/wallet');
    expect(await page.locator('dialog').isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Fechar' }).click();
    expect(page.url()).toMatch(/\/wallet$/);
    expect(await page.locator('dialog').count()).toBe(0);
    await page.context().close();
  });
});
