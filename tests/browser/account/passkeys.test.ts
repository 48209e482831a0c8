import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { change } from '@/tests/http/platform/data-dir';
import { describeInBrowser, openPage } from '@/tests/support/browser';
import { type RunningCeleste, startCeleste } from '@/tests/support/celeste';
import { freePort } from '@/tests/support/free-port';
import { signUp, TestUser } from '@/tests/support/test-user';

let celeste: RunningCeleste;

// Passkeys do not work at IP addresses.
beforeAll(async () => {
  const started = await startCeleste({ command: 'web' });
  celeste = { ...started, address: started.address.replace('127.0.0.1', 'localhost') };
});

afterAll(() => celeste.stop());

async function addAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const;
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', { options });
  return () => devtools.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
}

async function enterCode(page: Page, email: string, at = celeste) {
  await page.locator('#code').waitFor();
  await page.locator('#code').fill((await at.mailTo(email)).code);
  await page.locator('main form button[type=submit]').first().click();
}

async function addPasskey(page: Page, email: string, name: string, at = celeste) {
  await page.goto('/account/passkeys');
  await page.getByRole('button', { name: 'Criar chave de acesso' }).click();
  await enterCode(page, email, at);
  await page.locator('#name').fill(name);
  await page.getByRole('button', { name: 'Criar no dispositivo' }).click();
}

/** Those on the page that shows them once. */
async function takeRecoveryCodes(page: Page): Promise<string[]> {
  await page.getByRole('heading', { name: 'Códigos de recuperação' }).waitFor();
  const codes = await page.locator('main li code').allTextContents();
  await page.getByRole('link', { name: 'Já guardei' }).click();
  await page.waitForURL('**/account/passkeys');
  return codes;
}

describeInBrowser('passkeys', (browser) => {
  it('are made, named, used to log in to the page asked for, and removed', async () => {
    const person = await signUp(celeste);
    const page = await openPage(browser(), celeste, { as: person });
    const removeFirst = await addAuthenticator(page);
    await addPasskey(page, person.email, 'Notebook');
    await takeRecoveryCodes(page);
    // The same device holds one passkey of an account.
    await removeFirst();
    await addAuthenticator(page);
    await addPasskey(page, person.email, 'Celular');
    await page.waitForURL('**/account/passkeys');
    const field = page.getByLabel('Nome da chave Celular');
    await field.fill('Telefone');
    await field.press('Enter');
    await page.getByText('Telefone', { exact: true }).first().waitFor();
    expect(await page.locator('main li strong').allTextContents()).toEqual(['Notebook', 'Telefone']);

    await page.context().clearCookies();
    await page.goto('/account/sessions');
    await page.getByRole('button', { name: 'Entrar com chave de acesso' }).click();
    await page.waitForURL('**/account/sessions');
    expect(await page.getByText('chave de acesso', { exact: true }).count()).toBe(1);

    await page.goto('/account/passkeys');
    await page.getByRole('button', { name: 'Remover Telefone' }).click();
    await enterCode(page, person.email);
    await page.waitForURL('**/account/passkeys');
    expect(await page.locator('main li strong').allTextContents()).toEqual(['Notebook']);

    await page.context().clearCookies();
    await page.goto('/login');
    await page.getByRole('button', { name: 'Entrar com chave de acesso' }).click();
    await page.getByText('Não foi possível usar essa chave de acesso.').waitFor();
    await page.context().close();
  });

  it('come with recovery codes, kept as a file or copied, which log in without scripts', async () => {
    const person = await signUp(celeste);
    const page = await openPage(browser(), celeste, { as: person });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await addAuthenticator(page);
    await addPasskey(page, person.email, 'Notebook');
    await page.getByRole('button', { name: 'Copiar' }).click();
    await page.getByText('Copiados').waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Baixar (.txt)' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('celeste-codigos-de-recuperacao.txt');
    const kept = await readFile(await file.path(), 'utf8');
    const codes = await takeRecoveryCodes(page);
    expect(codes).toHaveLength(10);
    expect(copied.split('\n')).toEqual(codes);
    for (const code of codes) expect(kept).toContain(code);
    await page.context().close();

    const plain = await openPage(browser(), celeste, { javaScriptEnabled: false });
    await plain.goto('/account/passkeys');
    await plain.getByRole('link', { name: 'Entrar com código de recuperação' }).click();
    await plain.locator('#email').fill(person.email);
    await plain.locator('#code').fill(codes[0]!.toLowerCase().replaceAll('-', ' '));
    await plain.locator('main form button[type=submit]').click();
    await plain.goto('/account/passkeys');
    await plain.getByText('Restam 9 códigos.').waitFor();
    await plain.context().close();
  });

  it('are not offered without scripts, nor at an IP address', async () => {
    const page = await openPage(browser(), celeste, { javaScriptEnabled: false });
    await page.goto('/login');
    expect(await page.getByRole('button', { name: 'Entrar com chave de acesso' }).isVisible()).toBe(false);
    await page.context().close();
    const atAddress = await openPage(browser(), celeste);
    await atAddress.goto(`${celeste.address.replace('localhost', '127.0.0.1')}/login`);
    expect(await atAddress.locator('[data-passkey-button]').count()).toBe(0);
    await atAddress.context().close();
  });
});

describeInBrowser('passkeys of an administrator outside local mode', (browser) => {
  const PASSKEY_FIRST = 'Para administrar, entre com uma chave de acesso.';
  let site: RunningCeleste;

  // A name below localhost ends local mode, and may have passkeys without https.
  beforeAll(async () => {
    const port = String(await freePort());
    const env = {
      PORT: port,
      PUBLIC_URL: `http://celeste.localhost:${port}`,
      SESSION_SECRET: 'a secret of more than thirty-two characters',
    };
    site = await startCeleste({ command: 'web', env });
  });

  afterAll(() => site.stop());

  const failedJobs = (page: Page) => page.getByRole('heading', { name: 'Tarefas com falha' });

  const openMenu = (page: Page) => page.locator('header [popovertarget="account-menu"]').click();

  async function logOut(page: Page) {
    await openMenu(page);
    await page.locator('header').getByRole('button', { name: 'Sair' }).click();
    await page.waitForURL('**/login*');
  }

  async function logInByMail(page: Page, email: string) {
    await page.goto('/login');
    await page.locator('#email').fill(email);
    await page.locator('main form button[type=submit]').first().click();
    await enterCode(page, email, site);
    await page.waitForURL('**/dashboard');
  }

  /** Both the menu and the address of a page of administrators lead to the passkeys. */
  async function expectClosed(page: Page) {
    await openMenu(page);
    await page.locator('header').getByRole('link', { name: 'Administração' }).click();
    await page.waitForURL('**/account/passkeys');
    await page.goto('/admin/jobs');
    expect(new URL(page.url()).pathname).toBe('/account/passkeys');
    expect(await failedJobs(page).count()).toBe(0);
    expect(await page.getByText(PASSKEY_FIRST).count()).toBe(1);
  }

  it('open the pages that the mailed code alone does not, as recovery codes do', async () => {
    // Only the browser knows names below localhost.
    const reached = { ...site, address: `http://127.0.0.1:${new URL(site.address).port}` };
    const { email } = await signUp(reached, 'Clara Chefe', { origin: site.address });
    await change(site, `UPDATE users SET role = 'admin' WHERE email = '${email}'`);
    const page = await openPage(browser(), site);
    await addAuthenticator(page);
    await logInByMail(page, email);
    await expectClosed(page);

    await addPasskey(page, email, 'Notebook', site);
    const codes = await takeRecoveryCodes(page);
    expect(await page.getByText(PASSKEY_FIRST).count()).toBe(0);
    await page.goto('/admin/jobs');
    await failedJobs(page).waitFor();

    // Who reads the mailbox gets no further, and adds no passkey of their own.
    await logOut(page);
    await logInByMail(page, email);
    await expectClosed(page);
    await page.getByRole('button', { name: 'Criar chave de acesso' }).click();
    await enterCode(page, email, site);
    await page.getByText('Entre com a sua chave de acesso ou com um código de recuperação').waitFor();

    await logOut(page);
    await page.goto('/admin/jobs');
    await page.getByRole('button', { name: 'Entrar com chave de acesso' }).click();
    await page.waitForURL('**/admin/jobs');
    await failedJobs(page).waitFor();
    await page.context().close();

    const plain = await openPage(browser(), site, { javaScriptEnabled: false });
    await plain.goto('/admin/jobs');
    await plain.getByRole('link', { name: 'Entrar com código de recuperação' }).click();
    await plain.locator('#email').fill(email);
    await plain.locator('#code').fill(codes[0]!);
    await plain.locator('main form button[type=submit]').click();
    await failedJobs(plain).waitFor();
    await plain.context().close();
  });
});

it('refuse forms from elsewhere', async () => {
  const person = await signUp(celeste);
  await person.post('/account/passkeys', { intent: 'add' });
  const { code } = await celeste.mailTo(person.email);
  const confirmed = await person.post('/account/passkeys/code', { intent: 'verify', code });
  const newPasskey = confirmed.headers.get('Location') ?? '';
  expect(newPasskey).toMatch(/^\/account\/passkeys\/new\?challenge=/);
  for (const [by, path] of [
    [person, newPasskey],
    [new TestUser(celeste.address), '/login/passkey'],
  ] as const) {
    const body = new URLSearchParams({ submissionId: crypto.randomUUID(), name: 'x', answer: '{}' });
    const post = (Origin: string) => by.request(path, { method: 'POST', body, headers: { Origin } });
    expect((await post('https://evil.example')).status).toBe(403);
    expect((await post(celeste.address)).status).toBe(400);
  }
});
