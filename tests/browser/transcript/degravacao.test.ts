import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { editable } from '@/tests/http/transcript/editable';
import { describeInBrowser, openPage } from '@/tests/support/browser';
import { type RunningCeleste, sharedCeleste } from '@/tests/support/celeste';
import { signUp, type TestUser } from '@/tests/support/test-user';

const CASE_NUMBER = '0710802-55.2018.8.02.0001';

let celeste: RunningCeleste;
let owner: TestUser;
let transcript: string;

beforeAll(async () => {
  celeste = await sharedCeleste();
  owner = await signUp(celeste);
});

beforeEach(async () => {
  transcript = await editable(celeste, owner);
});

const EMPTY_RECORD = { intent: 'save', profile: 'lawyer', quoted: 'all' };

const previewText = async (page: Page) => (await page.locator('#preview').innerText()).replace(/\s+/g, ' ');

describeInBrowser('the form of a degravação', (browser) => {
  const open = async (options: { withoutScripts?: boolean } = {}) => {
    const page = await openPage(browser(), celeste, {
      as: owner,
      viewport: { width: 1280, height: 900 },
      ...(options.withoutScripts && { javaScriptEnabled: false }),
    });
    await page.goto(`${transcript}/degravacao`);
    return page;
  };

  it('shows what it makes while one types, and keeps it when it is saved', async () => {
    const page = await open();
    const complaints: string[] = [];
    page.on('pageerror', ({ message }) => complaints.push(message));
    const show = page.getByRole('button', { name: 'Ver prévia' });
    await show.waitFor({ state: 'hidden' });
    await page.getByLabel('Número do processo').fill('07108025520188020002');
    await expect
      .poll(() => previewText(page))
      .toMatch(/dígitos verificadores.*0710802-55\.2018\.8\.02\.0002/);
    await page.getByLabel('Número do processo').fill(CASE_NUMBER);
    await page.getByLabel('Qualidade de Pessoa A').fill('Testemunha');
    await page.getByLabel('Nome completo de Pessoa A').fill('Ana Souza');
    await expect.poll(() => previewText(page)).toContain('2:1 00:00:00 Ana Souza (Testemunha): bom dia');
    expect(await previewText(page)).toContain(`Processo: ${CASE_NUMBER}`);
    expect(await previewText(page)).not.toContain('dígitos verificadores');
    await page.getByLabel('Finalidade do documento').selectOption('researcher');
    await expect.poll(() => previewText(page)).toContain('P1: bom dia');
    expect(await previewText(page)).not.toContain('Ana Souza');
    await page.getByLabel('Nome completo de Pessoa A').press('End');
    await page.keyboard.type(' Lima');
    expect(await page.getByLabel('Nome completo de Pessoa A').inputValue()).toBe('Ana Souza Lima');
    await page.getByRole('button', { name: 'Salvar dados' }).click();
    await page.locator('output[data-island="toast"]').waitFor();
    expect(await page.getByLabel('Nome completo de Pessoa A').inputValue()).toBe('Ana Souza Lima');
    await page.getByRole('link', { name: 'Tabela de códigos e nomes' }).waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('keeps what is typed when one leaves by a link and comes back, until it is saved', async () => {
    const page = await open();
    await page.getByRole('button', { name: 'Ver prévia' }).waitFor({ state: 'hidden' });
    const court = page.getByLabel('Órgão julgador');
    await court.fill('3ª Vara');
    await page.getByLabel('Qualidade de Pessoa B').fill('Perita');
    await page.getByRole('link', { name: 'Alterar os nomes na transcrição' }).click();
    await page.waitForURL('**/people');
    await page.goto(`${transcript}/degravacao`);
    await expect.poll(() => previewText(page)).toContain('Órgão julgador: 3ª Vara');
    expect(await page.getByLabel('Qualidade de Pessoa B').inputValue()).toBe('Perita');
    await page.getByRole('button', { name: 'Salvar dados' }).click();
    await page.locator('output[data-island="toast"]').waitFor();
    await owner.post(`${transcript}/degravacao`, { ...EMPTY_RECORD, version: '1', court: '4ª Vara' });
    await page.goto(`${transcript}/degravacao`);
    expect(await court.inputValue()).toBe('4ª Vara');
    await page.context().close();
  });

  it('shows the last of what was typed where the server answers slowly', async () => {
    const page = await open();
    await page.getByRole('button', { name: 'Ver prévia' }).waitFor({ state: 'hidden' });
    let posts = 0;
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/degravacao', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      posts += 1;
      if (posts === 1) await held;
      return route.continue();
    });
    const court = page.getByLabel('Órgão julgador');
    await court.fill('1ª Vara');
    await expect.poll(() => posts).toBe(1);
    await court.fill('2ª Vara Cível');
    await page.getByLabel('Tipo de ato').fill('Oitiva');
    release();
    await expect.poll(() => previewText(page)).toContain('Órgão julgador: 2ª Vara Cível Ato: Oitiva');
    await page.context().close();
  });

  it('shows and keeps the same without scripts', async () => {
    const page = await open({ withoutScripts: true });
    await page.getByLabel('Número do processo').fill('0710802-5');
    await page.getByLabel('Responsável pela degravação').fill('Caio Prado');
    await page.getByRole('button', { name: 'Ver prévia' }).click();
    await page.waitForURL(/#preview$/);
    expect(await previewText(page)).toContain('Processo: 0710802-5');
    expect(await page.getByLabel('Responsável pela degravação').inputValue()).toBe('Caio Prado');
    await page.getByRole('button', { name: 'Salvar dados' }).click();
    const error = page.locator('#case_number-error');
    await error.waitFor();
    expect(await error.innerText()).toContain('O número do processo precisa ter 20 dígitos');
    await page.getByLabel('Número do processo').fill(CASE_NUMBER);
    await page.getByRole('button', { name: 'Salvar dados' }).click();
    await page.locator('output[data-island="toast"]').waitFor();
    expect(await previewText(page)).toContain('Caio Prado');
    await page.context().close();
  });

  it('keeps what is typed before it downloads either file', async () => {
    const page = await open();
    await page.getByLabel('Órgão julgador').fill('2ª Vara Cível');
    for (const [name, extension] of [
      ['PDF', 'pdf'],
      ['Word (DOCX)', 'docx'],
    ] as const) {
      const started = page.waitForEvent('download');
      await page.getByRole('button', { name }).click();
      const download = await started;
      expect(download.suggestedFilename()).toMatch(new RegExp(`^Termo de degravação - .*\\.${extension}$`));
      expect(await download.failure()).toBeNull();
      await page.getByText('O download vai começar.').waitFor();
      expect(await page.getByLabel('Órgão julgador').inputValue()).toBe('2ª Vara Cível');
    }
    await page.context().close();
  });
});
