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
  const card = (page: Page) => page.locator('section[aria-labelledby="confidence-title"]');
  const title = (page: Page) => page.locator('#confidence-title').innerText();

  it('is said once above the text, by level, and covers nothing', async () => {
    for (const [value, level, isDismissed] of [
      [70, 'Excelente', false],
      [69, 'Boa', true],
      [30, 'Regular', true],
    ] as const) {
      await change(celeste, 'UPDATE transcriptions SET confidence_seen_at = NULL');
      await setScore(value);
      const page = await openPage(browser(), celeste, { as: owner });
      const noted = page.waitForResponse((answer) => answer.request().method() === 'POST');
      await page.goto(`${transcript}?t=0.4#t`);
      await noted;
      expect(await title(page)).toBe(`Confiança da transcrição: ${level}`);
      expect(await card(page).locator('[aria-current]').innerText()).toMatch(new RegExp(`^${level}\\s`));
      expect(await page.locator('dialog[open]').count()).toBe(0);
      if (isDismissed) {
        await page.getByRole('button', { name: 'Entendi' }).click();
        expect(await card(page).count()).toBe(0);
        expect(page.url()).toContain('?t=0.4');
      }
      await page.context().close();
      expect((await owner.get(transcript)).body).not.toContain('confidence-title');
      expect((await owner.get(`${transcript}/people`)).body).toContain(`Confiança da transcrição: ${level}`);
    }
  });

  it('says beside the level that everything has to be checked, in both languages, with scripts and without', async () => {
    await setScore(69);
    for (const [lang, said] of [
      ['en', 'Check everything'],
      ['pt', 'Confira tudo'],
    ] as const) {
      await owner.post('/language', { lang });
      for (const javaScriptEnabled of [true, false]) {
        const page = await openPage(browser(), celeste, { as: owner, javaScriptEnabled });
        await page.goto(transcript);
        expect(await page.locator('header li', { hasText: said }).isVisible()).toBe(true);
        await page.context().close();
      }
    }
    await setScore(70);
    expect((await owner.get(transcript)).body).not.toContain('Confira tudo');
  });

  it('is dismissed by its form without scripts, and is hidden while editing', async () => {
    const page = await openPage(browser(), celeste, { as: owner, javaScriptEnabled: false });
    await page.goto(`${transcript}?edit=1`);
    expect(await card(page).count()).toBe(0);
    await page.goto(`${transcript}?t=0.4`);
    expect(await card(page).isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Entendi' }).click();
    expect(page.url()).toMatch(/\?t=0\.4$/);
    expect(await card(page).count()).toBe(0);
    await page.context().close();
  });

  it('is not said of the demonstration model, which says only what it is', async () => {
    await change(celeste, "UPDATE transcriptions SET model_name = 'demo'");
    for (const address of [transcript, `${transcript}/people`]) {
      const { body } = await owner.get(address);
      expect(body).toContain('modelo de demonstração');
      expect(body).not.toContain('Confiança');
    }
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
