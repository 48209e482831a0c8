import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { change, rows } from '@/tests/http/platform/data-dir';
import { editable } from '@/tests/http/transcript/editable';
import { describeInBrowser, openPage } from '@/tests/support/browser';
import { type RunningCeleste, startCeleste } from '@/tests/support/celeste';
import { freePort } from '@/tests/support/free-port';
import { startGoogle } from '@/tests/support/google';
import { startLinkedin } from '@/tests/support/linkedin';
import type { IdentityProvider } from '@/tests/support/openid-server';
import { signUp } from '@/tests/support/test-user';

let celeste: RunningCeleste;
let providers: Record<'Google' | 'LinkedIn', IdentityProvider>;

beforeAll(async () => {
  const port = await freePort();
  const site = (name: string) => ({
    id: 'celeste',
    secret: 'secret',
    redirectUri: `http://127.0.0.1:${port}/auth/${name}/callback`,
  });
  providers = {
    Google: await startGoogle([site('google')]),
    LinkedIn: await startLinkedin([site('linkedin')]),
  };
  celeste = await startCeleste({
    command: 'web',
    env: {
      PORT: String(port),
      AUTH_GOOGLE_ID: 'celeste',
      AUTH_GOOGLE_SECRET: 'secret',
      AUTH_GOOGLE_BASE_URL: providers.Google.address,
      AUTH_LINKEDIN_ID: 'celeste',
      AUTH_LINKEDIN_SECRET: 'secret',
      AUTH_LINKEDIN_BASE_URL: providers.LinkedIn.address,
    },
  });
});

afterAll(async () => {
  await celeste.stop();
  await providers.Google.stop();
  await providers.LinkedIn.stop();
});

const logOut = async (page: Page) => {
  await page.locator('header [popovertarget="account-menu"]').click();
  await page.locator('header').getByRole('button', { name: 'Sair' }).click();
  await page.waitForURL('**/login*');
};

describeInBrowser('signing up', (browser) => {
  it('goes on only once the form is valid, and says what it lacks', async () => {
    const page = await openPage(browser(), celeste);
    await page.goto('/signup', { waitUntil: 'networkidle' });
    const submit = page.getByRole('button', { name: 'Avançar' });
    const email = page.getByLabel('E-mail');
    expect(await submit.isDisabled()).toBe(true);
    await page.getByLabel('Nome completo').fill('Ana Souza');
    await email.fill('ana');
    await page.getByLabel('Concordo com os termos').check();
    expect(await submit.isDisabled()).toBe(true);
    await page.getByText('aceite os termos para avançar').waitFor();
    await page.keyboard.press('Tab');
    await submit.focus();
    await page.keyboard.press('Enter');
    expect(await email.evaluate((field) => field === document.activeElement)).toBe(true);
    await email.fill('ana@example.com');
    expect(await submit.isDisabled()).toBe(false);
    expect(await page.getByText('aceite os termos para avançar').isVisible()).toBe(false);
    await page.goto('/login');
    await page.goBack();
    expect(await submit.isDisabled()).toBe(false);
    await page.context().close();
  });

  it.each([
    [true, 'Asia/Tokyo'],
    [false, 'America/Sao_Paulo'],
  ])('begins an account in the time zone of its browser (scripts: %s)', async (javaScriptEnabled, zone) => {
    const email = `zone-${javaScriptEnabled}@example.com`;
    const page = await openPage(browser(), celeste, { javaScriptEnabled, timezoneId: 'Asia/Tokyo' });
    await page.goto('/signup', { waitUntil: 'networkidle' });
    await page.getByLabel('Nome completo').fill('Ana');
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Concordo com os termos').check();
    await page.getByRole('button', { name: 'Avançar' }).click();
    const { code } = await celeste.mailTo(email);
    await page.getByLabel('Código').fill(code);
    await page.getByRole('button', { name: 'Continuar', exact: true }).click();
    await page.waitForURL((url) => !url.pathname.startsWith('/login'));
    expect(await rows(celeste, `SELECT time_zone FROM users WHERE email = '${email}'`)).toEqual([
      { time_zone: zone },
    ]);
    await page.context().close();
  });

  it('says what is wrong after the post without scripts', async () => {
    const page = await openPage(browser(), celeste, { javaScriptEnabled: false });
    await page.goto('/signup');
    const submit = page.getByRole('button', { name: 'Avançar' });
    expect(await submit.isDisabled()).toBe(false);
    await submit.click();
    await page.getByText('Nome é obrigatório.').first().waitFor();
    await page.context().close();
  });
});

describeInBrowser('signing in and out', (browser) => {
  describe.each([
    ['with', true],
    ['without', false],
  ])('%s scripts', (_case, javaScriptEnabled) => {
    it.each(['Google', 'LinkedIn'] as const)(
      'signs in with %s (OAuth) and out of both sites',
      async (name) => {
        const { email } = await signUp(celeste);
        providers[name].account = { sub: `${name} ${javaScriptEnabled}`, email, email_verified: true };
        const page = await openPage(browser(), celeste, { javaScriptEnabled });
        const complaints: string[] = [];
        page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
        await page.goto('/transcriptions');
        await page.getByRole('button', { name: `Continuar com o ${name}` }).click();
        await page.getByRole('link', { name: 'cancel' }).click();
        await page.getByText(`O acesso com o ${name} foi cancelado.`).waitFor();
        await page.getByRole('button', { name: `Continuar com o ${name}` }).click();
        await page.getByRole('link', { name: 'agree' }).click();
        await page.getByText('Autenticado com sucesso!').waitFor();
        expect(new URL(page.url()).pathname).toBe('/transcriptions');

        await logOut(page);
        await page.getByRole('link', { name: `Sair também do ${name}` }).click();
        await page.getByText('signed out').waitFor();
        expect(new URL(page.url()).origin).toBe(providers[name].address);
        expect(complaints).toEqual([]);
        await page.context().close();
      },
    );
  });

  it('redirects from another host name of the same machine', async () => {
    const page = await openPage(browser(), celeste);
    await page.goto(`${celeste.address.replace('127.0.0.1', 'localhost')}/login?returnTo=%2Fwallet`);
    await page.getByRole('button', { name: 'Continuar com o Google' }).click();
    await page.waitForURL(`${celeste.address}/login?returnTo=%2Fwallet`);
    await page.context().close();
  });

  it('the code page shows a countdown and extracts the digits of pasted text', async () => {
    const page = await openPage(browser(), celeste);
    const email = 'bia@example.com';
    await page.clock.install();
    await page.goto('/signup');
    await page.getByLabel('Nome completo').fill('Bia');
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Concordo com os termos').check();
    await page.getByRole('button', { name: 'Avançar' }).click();
    const code = page.getByLabel('Código');
    const resend = page.getByRole('button', { name: 'Reenviar código' });
    await expect.poll(() => resend.isDisabled()).toBe(true);
    expect(await code.evaluate((field) => field === document.activeElement)).toBe(true);
    const left = async () => Number(await page.getByRole('timer').innerText());
    const before = await left();
    await page.clock.fastForward(20_000);
    expect(before - (await left())).toBeGreaterThanOrEqual(20);
    expect(await resend.isDisabled()).toBe(true);
    await page.clock.fastForward(40_000);
    expect(await resend.isDisabled()).toBe(false);
    expect(await page.getByRole('timer').count()).toBe(0);

    await change(celeste, `UPDATE login_challenges SET created_at = '2020-01-01 00:00:00.000 +00:00'`);
    const first = (await celeste.mailTo(email)).code;
    await resend.click();
    await expect.poll(async () => (await celeste.mailTo(email)).code).not.toBe(first);
    const digits = (await celeste.mailTo(email)).code;
    await expect.poll(() => page.getByRole('timer').count()).toBe(1);
    await code.fill(`Código: ${digits.slice(0, 3)}-${digits.slice(3)} `);
    expect(await code.inputValue()).toBe(digits);
    expect(new URL(page.url()).pathname).toBe('/login/code');
    await code.press('Enter');
    await page.getByText('Autenticado com sucesso!').waitFor();
    await page.context().close();
  });

  describe('logging out', () => {
    /** A signed-in page whose browser has data in every kind of storage. */
    async function pageWithStoredData(): Promise<Page> {
      const page = await openPage(browser(), celeste, { as: await signUp(celeste) });
      await page.goto('/transcriptions', { waitUntil: 'networkidle' });
      await page.evaluate(async () => {
        localStorage.setItem('draft', 'words');
        localStorage.setItem('celebration', 'seen');
        sessionStorage.setItem('place', '12');
        await new Promise<void>((resolve) => {
          indexedDB.open('drafts').onsuccess = ({ target }) => {
            (target as IDBOpenDBRequest).result.close();
            resolve();
          };
        });
      });
      return page;
    }

    it('clears all browser storage except the celebration flag', async () => {
      const page = await pageWithStoredData();
      await logOut(page);
      const kept = await page.evaluate(async () => ({
        local: Object.entries(localStorage),
        session: Object.keys(sessionStorage),
        databases: await indexedDB.databases(),
      }));
      expect(kept).toEqual({ local: [['celebration', 'seen']], session: [], databases: [] });
      await page.context().close();
    });

    it('sends queued draft changes to the server first', async () => {
      const person = await signUp(celeste);
      const transcript = await editable(celeste, person);
      const page = await openPage(browser(), celeste, { as: person });
      await page.goto('/transcriptions', { waitUntil: 'networkidle' });
      await page.evaluate(async (address) => {
        const block = { id: 'x', speaker: 'A', text: 'boa tarde' };
        const waiting = {
          page: address,
          tab: 'gone',
          place: 1,
          id: 'waiting',
          removed: [],
          added: [],
          change: { kind: 'replace', ids: ['1.0'], blocks: [block] },
        };
        await new Promise<void>((resolve) => {
          const request = indexedDB.open('celeste', 1);
          request.onupgradeneeded = () => {
            const keyPath = ['page', 'tab', 'place'];
            request.result.createObjectStore('changes', { keyPath }).createIndex('page', 'page');
          };
          request.onsuccess = () => {
            const transaction = request.result.transaction('changes', 'readwrite');
            transaction.objectStore('changes').put(waiting);
            transaction.oncomplete = () => {
              request.result.close();
              resolve();
            };
          };
        });
      }, transcript);
      await logOut(page);
      const kept = await rows(celeste, `SELECT content FROM draft_changes WHERE change_id = 'waiting'`);
      expect(String(kept[0]?.content)).toContain('boa tarde');
      expect(await page.evaluate(() => indexedDB.databases())).toEqual([]);
      await page.context().close();
    });

    it('does not hang on a database open in another tab or on denied storage', async () => {
      const page = await pageWithStoredData();
      const other = await page.context().newPage();
      await other.goto('/transcriptions');
      await other.evaluate(
        () => new Promise((resolve) => (indexedDB.open('drafts').onsuccess = () => resolve(null))),
      );
      await page.evaluate(() => {
        const refuse = () => {
          throw new DOMException('denied', 'SecurityError');
        };
        Object.defineProperty(window, 'localStorage', { get: refuse });
      });
      await logOut(page);
      expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
      await page.context().close();
    });
  });
});
