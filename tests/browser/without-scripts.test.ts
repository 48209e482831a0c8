import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeInBrowser, openPage } from '../support/browser';
import { type RunningCeleste, startCeleste } from '../support/celeste';
import { sampleFile } from './sample';

let celeste: RunningCeleste;

beforeAll(async () => {
  celeste = await startCeleste();
});

afterAll(() => celeste.stop());

describeInBrowser('without scripts', (browser) => {
  it('plain links and forms lead from the first visit to every download', async () => {
    const page = await openPage(browser(), celeste, { javaScriptEnabled: false });
    await signUp(page);
    await expect.poll(() => page.locator('output').innerText()).toBe('Autenticado com sucesso!');

    await page.getByLabel('Arquivo de áudio ou vídeo').setInputFiles(sampleFile);
    await page.getByRole('button', { name: 'Transcrever' }).click();
    expect(await page.locator('output').innerText()).toBe('Arquivo enviado para transcrição');
    while ((await page.getByText('Sucesso', { exact: true }).count()) === 0) {
      await page.getByRole('link', { name: 'Atualizar' }).click();
    }
    expect(await page.getByRole('link', { name: 'Atualizar' }).count()).toBe(0);

    await page.getByRole('link', { name: 'reuniao' }).click();
    await expect.poll(() => page.title()).toBe('reuniao · Celeste');
    expect(await page.locator('main').innerText()).toContain(
      'bom dia a todos vamos começar a reunião de hoje',
    );
    await seek(page);
    await downloadEverything(page);
    await page.context().close();
  });
});

async function signUp(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('link', { name: 'Criar uma nova conta' }).click();
  await page.getByLabel('Nome completo').fill('Ana Souza');
  await page.getByLabel('E-mail').fill('ana@example.com');
  await page.getByLabel('Concordo com os termos').check();
  await page.getByRole('button', { name: 'Avançar' }).click();
  await page.getByLabel('Código').fill((await celeste.mailTo('ana@example.com')).code);
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.waitForURL('**/transcriptions');
}

/** Follows a time link and waits until the player stands there. */
async function seek(page: Page): Promise<void> {
  const link = page.locator('a[href^="?t="]').nth(3);
  const seconds = Number(new URLSearchParams((await link.getAttribute('href'))!.split('#')[0]).get('t'));
  expect(seconds).toBeGreaterThan(10);
  await link.click();
  await page.waitForURL(`**?t=${seconds}#u3`);
  const position = () => page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.currentTime);
  await expect.poll(position).toBe(seconds);
}

async function downloadEverything(page: Page): Promise<void> {
  await page.locator('summary', { hasText: 'Baixar' }).click();
  const links = page.locator('details[open] a[download]');
  const names: string[] = [];
  for (const link of await links.all()) {
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    names.push(download.suggestedFilename());
    const bytes = await readFile(await download.path());
    if (download.suggestedFilename() === 'reuniao.wav') {
      expect(bytes.equals(await readFile(sampleFile))).toBe(true);
    } else expect(bytes.toString()).toContain('reuni');
  }
  expect(names).toEqual(['reuniao.txt', 'reuniao.json', 'reuniao.srt', 'reuniao.vtt', 'reuniao.wav']);
}
