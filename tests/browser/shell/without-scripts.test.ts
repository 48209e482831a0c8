import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { describeInBrowser, openPage } from '@/tests/support/browser';
import { type RunningCeleste, sharedCeleste } from '@/tests/support/celeste';
import { SLOW } from '@/tests/support/until';
import { sampleFile } from '../transcript/sample';

let celeste: RunningCeleste;

beforeAll(async () => {
  celeste = await sharedCeleste('start');
});

describeInBrowser('without scripts', (browser) => {
  it('plain links and forms lead from the first visit to every download', async () => {
    const page = await openPage(browser(), celeste, { javaScriptEnabled: false });
    await signUp(page);
    await expect.poll(() => page.locator('output').innerText()).toBe('Autenticado com sucesso!');

    await page.getByRole('link', { name: 'Transcrições' }).click();
    await page.getByLabel('Arraste gravações para cá ou escolha arquivos').setInputFiles(sampleFile);
    await page.getByRole('button', { name: 'Transcrever' }).click();
    expect(await page.locator('output').innerText()).toBe('Arquivo enviado para transcrição');
    const succeededAfterRefresh = async () => {
      const count = await page.getByText('Sucesso', { exact: true }).count();
      if (count === 0) await page.getByRole('link', { name: 'Atualizar' }).click();
      return count;
    };
    await expect.poll(succeededAfterRefresh, SLOW).toBeGreaterThan(0);
    expect(await page.getByRole('link', { name: 'Atualizar' }).count()).toBe(0);

    // In the account's time zone, not in that of readers without one.
    const label = (time: Element) => getComputedStyle(time, '::after').content;
    expect(await page.locator('time').first().evaluate(label)).toBe('none');

    await page.getByRole('link', { name: 'reuniao' }).click();
    await expect.poll(() => page.title()).toBe('reuniao · Celeste');
    // The text is laid out with the first frame.
    await expect
      .poll(() => page.locator('main').innerText())
      .toContain('Bom dia a todos vamos começar a reunião de hoje.');
    await seek(page);
    await downloadEverything(page);
    await page.context().close();
  });
});

async function signUp(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('link', { name: 'Criar uma nova conta' }).click();
  await page.getByLabel('Nome completo').fill('Ana Souza');
  await page.getByLabel('E-mail').fill('sem-scripts@example.com');
  await page.getByLabel('Concordo com os termos').check();
  await page.getByRole('button', { name: 'Avançar' }).click();
  await page.getByLabel('Código').fill((await celeste.mailTo('sem-scripts@example.com')).code);
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.waitForURL('**/dashboard');
}

/** Follows a time link and waits until the player is at that time. */
async function seek(page: Page): Promise<void> {
  const link = page.locator('a[href^="?t="]').nth(3);
  const seconds = Number(new URLSearchParams((await link.getAttribute('href'))!.split('#')[0]).get('t'));
  expect(seconds).toBeGreaterThan(10);
  await link.click();
  await page.waitForURL(`**?t=${seconds}#t`);
  expect(await page.locator(':target a[href^="?t="]').getAttribute('href')).toBe(`?t=${seconds}#t`);
  const position = () => page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.currentTime);
  await expect.poll(position).toBe(seconds);
}

async function downloadEverything(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Opções' }).click();
  // By key: the menu follows its button a frame after a scroll, and a press beside it closes it.
  await page.getByRole('link', { name: 'Download da transcrição' }).press('Enter');
  const ways = [
    ...(await page.locator('button[formaction]').all()),
    ...(await page.locator('main :is(a[download], a[data-download])').all()),
  ];
  const names: string[] = [];
  for (const way of ways) {
    const [download] = await Promise.all([page.waitForEvent('download'), way.click()]);
    const name = download.suggestedFilename();
    // Offered once the copies for playback are made, which may be later.
    if (name.endsWith('.mp3')) continue;
    names.push(name);
    const bytes = await readFile(await download.path());
    if (name.endsWith('.wav')) expect(bytes.equals(await readFile(sampleFile))).toBe(true);
    else if (/pdf|docx/.test(name)) expect(bytes.toString('latin1')).toMatch(/^(%PDF|PK)/);
    else expect(bytes.toString()).toContain('reuni');
  }
  expect(names).toEqual(['pdf', 'docx', 'txt', 'srt', 'vtt', 'json', 'wav'].map((kind) => `reuniao.${kind}`));
}
