import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { signUpAdmin } from '@/tests/http/admin/administrator';
import { change, rows } from '@/tests/http/platform/data-dir';
import { editable } from '@/tests/http/transcript/editable';
import { describeInBrowser, openPage } from '@/tests/support/browser';
import { type RunningCeleste, sharedCeleste } from '@/tests/support/celeste';
import { signUp, type TestUser } from '@/tests/support/test-user';

let celeste: RunningCeleste;
let owner: TestUser & { email: string };
let transcript: string;

beforeAll(async () => {
  celeste = await sharedCeleste();
  owner = await signUp(celeste);
});

beforeEach(async () => {
  transcript = await editable(celeste, owner);
  await change(celeste, 'UPDATE transcriptions SET confidence_seen_at = NULL');
});

const setScore = (value: number) => change(celeste, `UPDATE transcriptions SET confidence_score = ${value}`);

describeInBrowser('how far a text can be trusted', (browser) => {
  const dialog = (page: Page) => page.locator('dialog[aria-labelledby="confidence-title"]');
  const title = (page: Page) => page.locator('#confidence-title').innerText();

  it('is announced once in a modal, by level, and not again however it is closed', async () => {
    for (const [value, level, closing] of [
      [70, 'Excelente', 'Escape'],
      [69, 'Boa', 'Entendi'],
      [30, 'Regular', 'Entendi'],
    ] as const) {
      await change(celeste, 'UPDATE transcriptions SET confidence_seen_at = NULL');
      await setScore(value);
      const page = await openPage(browser(), celeste, { as: owner });
      await page.goto(`${transcript}?t=0.4#t`);
      await page.locator('dialog:modal').waitFor();
      expect(await title(page)).toBe(`Confiança da transcrição: ${level}`);
      expect(await dialog(page).locator('[aria-current]').innerText()).toMatch(new RegExp(`^${level}\\s`));
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('confidence-title');
      const noted = page.waitForResponse((answer) => answer.request().method() === 'POST');
      if (closing === 'Escape') await page.keyboard.press('Escape');
      else await page.getByRole('button', { name: closing }).click();
      await noted;
      expect(await dialog(page).count()).toBe(0);
      await page.context().close();
      expect((await owner.get(transcript)).body).not.toContain('confidence-title');
    }
  });

  it('is a card that its form dismisses without scripts, and is hidden while editing', async () => {
    const page = await openPage(browser(), celeste, { as: owner, javaScriptEnabled: false });
    await page.goto(`${transcript}?edit=1`);
    expect(await dialog(page).count()).toBe(0);
    await page.goto(`${transcript}?t=0.4`);
    expect(await dialog(page).isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Entendi' }).click();
    expect(page.url()).toMatch(/\?t=0\.4$/);
    expect(await dialog(page).count()).toBe(0);
    await page.context().close();
  });

  it('is not announced during impersonation', async () => {
    const admin = await signUpAdmin(celeste);
    const [person] = await rows(celeste, `SELECT public_id FROM users WHERE email = '${owner.email}'`);
    await admin.post(`/login-admin-as-user/${person!.public_id}/${admin.publicId}`);
    const page = await admin.get(transcript);
    expect([page.status, page.body.includes('confidence-title')]).toEqual([200, false]);
    expect((await owner.get(transcript)).body).toContain('confidence-title');
  });
});
