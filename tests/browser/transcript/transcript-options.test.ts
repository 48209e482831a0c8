import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { describeInBrowser, openPage } from '@/tests/support/browser';
import { type RunningCeleste, sharedCeleste } from '@/tests/support/celeste';
import { readPdf } from '@/tests/support/pdf';
import { signUp, type TestUser } from '@/tests/support/test-user';
import { transcribeSample } from '@/tests/support/transcriptions';
import { until } from '@/tests/support/until';

/** More than the time after which the loading bar would be shown. */
const SHOWN_AFTER_MS = 500;

let celeste: RunningCeleste;
let owner: TestUser;
let transcript: string;

beforeAll(async () => {
  celeste = await sharedCeleste('start');
  owner = await signUp(celeste);
  transcript = await transcribeSample(owner);
  const hasSummary = async () => (await owner.get(transcript)).body.includes('Gerar resumo');
  await until(hasSummary, { what: 'a summary to be offered', intervalMs: 50 });
});

describeInBrowser('the options of a transcript', (browser) => {
  /** Opens the transcript with one of its options in a dialog. */
  async function open(option: string): Promise<Page> {
    const page = await openPage(browser(), celeste, {
      as: owner,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await page.goto(transcript);
    await page.waitForLoadState('networkidle');
    await page.getByRole('button', { name: 'Opções' }).press('Enter');
    await page.getByRole('link', { name: option }).press('Enter');
    await page.locator('dialog[open] h1').waitFor();
    return page;
  }

  const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

  it('download a file with the selected options in a dialog, without a stuck loading bar', async () => {
    const page = await open('Download da transcrição');
    await page.clock.install();
    await page.getByLabel('Degravação').check();
    await page.getByLabel('Tempos').uncheck();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'PDF' }).click(),
    ]);
    const { pages } = readPdf(await readFile(await download.path()));
    expect(pages[0]!.lines).toContain('1 Pessoa A');
    expect(pages[0]!.lines.join(' ')).not.toMatch(/\[00:/);
    expect(await page.locator('dialog[open]').count()).toBe(1);
    await page.clock.runFor(SHOWN_AFTER_MS);
    expect(await page.locator('.loading-bar').count()).toBe(0);
    await page.context().close();
  });

  it('are a menu that closes when it loses the focus, and restores the focus on Escape', async () => {
    const page = await openPage(browser(), celeste, { as: owner });
    await page.goto(transcript, { waitUntil: 'networkidle' });
    const summary = page.getByRole('button', { name: 'Opções' });
    const links = page.locator('#options').getByRole('link');
    await summary.press('Enter');
    for (let left = await links.count(); left > 0; left -= 1) await page.keyboard.press('Tab');
    expect(await links.last().evaluate((link) => link === document.activeElement)).toBe(true);
    await page.keyboard.press('Escape');
    expect(await links.first().isVisible()).toBe(false);
    expect(await summary.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await links.first().isVisible()).toBe(true);
    await page.keyboard.press('Shift+Tab');
    expect(await links.first().isVisible()).toBe(true);
    await page.keyboard.press('Shift+Tab');
    expect(await links.first().isVisible()).toBe(false);
    await page.context().close();
  });

  it('make, copy, rewrite and delete the summary', async () => {
    const page = await open('Gerar resumo');
    const dialog = page.locator('dialog');
    await dialog.getByRole('button', { name: 'Gerar resumo' }).click();
    await dialog.getByText('Resumo gerado com sucesso!').waitFor();
    await dialog.getByRole('button', { name: 'Copiar' }).click();
    await dialog.getByText('Copiado').waitFor();
    const copied = await clipboard(page);
    expect(copied).not.toBe('');
    expect((await dialog.locator('#summary-lines p').allInnerTexts()).join(' ')).toContain(
      copied.split('\n')[0],
    );

    await dialog.locator('summary', { hasText: 'Editar' }).click();
    await dialog.getByLabel('Texto do resumo').fill(' ');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await dialog.locator('#summaryCopy-error').waitFor();
    await dialog.getByLabel('Texto do resumo').fill('Uma frase minha.');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await dialog.getByText('Uma frase minha.').first().waitFor();
    await dialog.getByRole('button', { name: 'Excluir' }).click();
    await dialog.getByText('Resumo excluído com sucesso!').waitFor();
    expect(await dialog.getByRole('button', { name: 'Gerar resumo' }).count()).toBe(1);
    expect(page.url()).toBe(`${celeste.address}${transcript}`);
    await page.context().close();
  });

  it('hide buttons that need scripts when there are none', async () => {
    const page = await openPage(browser(), celeste, { as: owner, javaScriptEnabled: false });
    await page.goto(`${transcript}/summary`);
    await page.getByRole('button', { name: 'Gerar resumo' }).click();
    await page.locator('#summary-lines').waitFor();
    expect(await page.getByRole('button', { name: 'Excluir' }).isVisible()).toBe(true);
    expect(await page.locator('[data-island="copy"]').isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Excluir' }).click();
    await page.goto(`${transcript}/share`);
    await page.getByRole('button', { name: 'Criar link' }).click();
    await page.getByLabel('Link criado').waitFor();
    expect(await page.locator('[data-island="copy"]').isVisible()).toBe(false);
    await page.context().close();
  });

  it('link a sentence of the summary to its place in the recording', async () => {
    const page = await open('Gerar resumo');
    await page.locator('dialog').getByRole('button', { name: 'Gerar resumo' }).click();
    const place = page.locator('dialog a[href*="?t="]').first();
    const href = (await place.getAttribute('href'))!;
    await place.click();
    await page.waitForURL(`**${href}`);
    const said = await page.locator(`#${href.split('#')[1]} p`).innerText();
    await page.goto(`${transcript}/summary`);
    expect(await page.locator('#summary-lines p').first().innerText()).toContain(said.slice(0, 20));
    await page.context().close();
  });

  it('share a link that a visitor can read and listen to', async () => {
    const page = await open('Compartilhar');
    const dialog = page.locator('dialog');
    await dialog.getByLabel('Permitir ouvir a gravação').check();
    await dialog.getByRole('button', { name: 'Criar link' }).click();
    const link = await dialog.getByLabel('Link criado').inputValue();
    await dialog.getByRole('button', { name: 'Copiar' }).click();
    await dialog.getByText('Copiado').waitFor();
    expect(await clipboard(page)).toBe(link);

    const reader = await openPage(browser(), celeste);
    const complaints: string[] = [];
    reader.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    await reader.goto(new URL(link).pathname);
    await reader.waitForLoadState('networkidle');
    await reader.locator('a[href^="?t="]').nth(3).click();
    const position = () => reader.locator('audio').evaluate((audio: HTMLAudioElement) => audio.currentTime);
    await expect.poll(position).toBeGreaterThan(10);
    expect(await reader.context().cookies()).toEqual([]);
    expect(complaints).toEqual([]);
    await reader.context().close();

    await dialog.getByRole('button', { name: 'Desativar' }).first().click();
    await dialog.getByText('Link desativado.').waitFor();
    expect((await owner.get(new URL(link).pathname)).status).toBe(404);
    await page.context().close();
  });
});
