import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { longSample, sampleRecording, silence } from '@/tests/http/transcription/recordings';
import { describeInBrowser, openPage } from '@/tests/support/browser';
import { type RunningCeleste, sharedCeleste } from '@/tests/support/celeste';
import { signUp, type TestUser } from '@/tests/support/test-user';
import { transcribeSample } from '@/tests/support/transcriptions';

let celeste: RunningCeleste;
let owner: TestUser;
let transcript: string;

beforeAll(async () => {
  celeste = await sharedCeleste('start');
  owner = await signUp(celeste);
  transcript = await transcribeSample(owner);
});

describeInBrowser('the library', (browser) => {
  let page: Page;

  beforeEach(async () => {
    page = await openPage(browser(), celeste, { as: owner });
    await page.goto('/transcriptions', { waitUntil: 'networkidle' });
    return () => page.context().close();
  });

  const card = () => page.locator(`li[id]:has(a[href="${transcript}"])`);

  /** Opens the menu of a card. @returns one of its entries */
  async function inMenu(name: string, of = card()) {
    await of.getByRole('button', { name: /^Mais ações/ }).click();
    return of.getByRole('link', { name });
  }

  it('opens a search result at its time, and plays it', async () => {
    await page.getByRole('searchbox').fill('PROXIMA reuni');
    await page.getByRole('searchbox').press('Enter');
    await page.waitForURL('**/search?q=*');
    await page.getByRole('link', { name: /^00:01:0/ }).click();
    await page.waitForURL(/\?t=6\d/);
    const audio = page.locator('audio');
    await expect.poll(() => audio.evaluate((player: HTMLAudioElement) => player.paused)).toBe(false);
    expect(await audio.evaluate((player: HTMLAudioElement) => player.currentTime)).toBeGreaterThan(60);
    const said = page.locator('#t p');
    expect(await said.innerText()).toContain('próxima reunião');
  });

  const dialogField = () => page.getByRole('dialog').getByRole('searchbox');

  it('searches by "/" while somebody types, and opens a hit by keyboard', async () => {
    await page.keyboard.press('/');
    await page.keyboard.type('proxima reuni');
    await dialogField().waitFor();
    await expect.poll(() => dialogField().inputValue()).toBe('proxima reuni');
    await page.getByText('1 fala em 1 gravação').waitFor();
    const mark = page.getByRole('dialog').locator('mark').first();
    expect(await mark.innerText()).toBe('próxima');
    await expect
      .poll(async () => {
        await page.keyboard.press('ArrowDown');
        return page.evaluate(() => document.activeElement?.querySelector('mark') !== null);
      })
      .toBe(true);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\?q=proxima\+reuni&hit=1#t$/);
  });

  it('opens by Ctrl+K, is closed by Escape, and returns the focus', async () => {
    const link = card().getByRole('link', { name: 'Baixar' });
    await link.focus();
    await page.keyboard.press('Control+k');
    await dialogField().fill('bom');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    expect(await link.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.getByRole('searchbox').focus();
    await page.keyboard.press('/');
    expect(await page.getByRole('searchbox').inputValue()).toBe('/');
    await link.focus();
    await page.keyboard.press('Alt+/');
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('shows the answer of the newest question, in whatever order answers come', async () => {
    await page.goto('/search', { waitUntil: 'networkidle' });
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/search?q=ornitorrinco', async (route) => {
      await held;
      await route.continue().catch(() => undefined);
    });
    const asked = page.waitForRequest('**/search?q=ornitorrinco');
    const field = page.getByRole('searchbox');
    await field.fill('ornitorrinco');
    await asked;
    await field.fill('reuni');
    await page.getByText(/\d falas em/).waitFor();
    release();
    await page.unrouteAll({ behavior: 'wait' });
    expect(await page.getByText('Nenhum resultado nas suas').count()).toBe(0);
    await expect.poll(() => new URL(page.url()).search).toBe('?q=reuni');
  });

  it('plays hits in place, one at a time, and says what fails', async () => {
    await page.goto('/search?q=reuni', { waitUntil: 'networkidle' });
    const buttons = page.getByRole('button', { name: /^(Reproduzir|Pausar)/ });
    const audio = page.locator('main audio');
    const position = () =>
      audio.evaluate((player: HTMLAudioElement) => (player.paused ? -1 : player.currentTime));
    await buttons.nth(0).click();
    await expect.poll(position).toBeGreaterThan(0);
    await buttons.nth(1).click();
    await expect.poll(position).toBeGreaterThan(60);
    expect(await buttons.nth(0).getAttribute('aria-pressed')).toBe('false');
    await page.getByRole('button', { name: 'Pausar em 00:01:0' }).click();
    await expect.poll(position).toBe(-1);
    await page.route('**/audio*', (route) => route.fulfill({ status: 404 }));
    await page.reload({ waitUntil: 'networkidle' });
    await buttons.nth(0).click();
    await page.getByRole('alert').getByText('Não foi possível reproduzir este trecho.').waitFor();
  });

  it('steps from hit to hit of a transcript, and leaves the search', async () => {
    await page.goto(`${transcript}?q=reuni&hit=1#t`, { waitUntil: 'networkidle' });
    const bar = page.getByRole('navigation', { name: 'Busca nesta transcrição' });
    await expect.poll(() => page.locator('[data-found]').count()).toBe(0);
    await page.evaluate(() => Object.assign(window, { stays: true }));
    await page.keyboard.press('F3');
    await bar.getByText('Fala 2 de 2').waitFor();
    expect(page.url()).toMatch(/hit=2#t$/);
    const painted = () =>
      page.evaluate(() =>
        [...(CSS.highlights.get('sought-now') ?? [])].map((range) =>
          String((range.startContainer as Text).data.slice(range.startOffset, range.endOffset)),
        ),
      );
    expect(await painted()).toEqual(['reunião']);
    expect(await page.locator('#t p').innerText()).toContain('próxima reunião');
    await bar.getByRole('link', { name: 'Próxima' }).click();
    await bar.getByText('Fala 1 de 2').waitFor();
    await bar.getByRole('link', { name: 'Fechar busca' }).click();
    expect([await bar.count(), await painted()]).toEqual([0, []]);
    expect(new URL(page.url()).search).toBe('');
    expect(await page.evaluate(() => 'stays' in window)).toBe(true);
  });

  it('adds tags in a dialog by keyboard, and shows them after it is closed', async () => {
    await (await inMenu('Etiquetas')).press('Enter');
    const field = page.getByRole('dialog').getByLabel('Nova etiqueta');
    await field.waitFor();
    await page.keyboard.type('rádio');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remover a etiqueta rádio' }).waitFor();
    await expect.poll(() => field.inputValue()).toBe('');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByText('Digite o nome da etiqueta.').first().waitFor();
    await page.getByRole('link', { name: 'Concluir' }).click();
    await card().getByRole('link', { name: 'rádio' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/transcriptions');
  });

  it('links the validation error to the tag field of the dialog, not to that of the filters', async () => {
    await owner.post(`${transcript}/tags`, { intent: 'add', tag: 'rádio' });
    await page.reload({ waitUntil: 'networkidle' });
    await (await inMenu('Etiquetas')).click();
    const field = page.getByRole('dialog').getByLabel('Nova etiqueta');
    await field.fill('rádio, ao vivo');
    await field.clear();
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByRole('link', { name: 'Digite o nome da etiqueta.' }).click();
    await page.keyboard.type('ao vivo');
    expect(await field.inputValue()).toBe('ao vivo');
  });

  it('shows changed tags after Escape closes the dialog', async () => {
    await (await inMenu('Etiquetas')).click();
    await page.getByRole('dialog').getByLabel('Nova etiqueta').fill('podcast');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remover a etiqueta podcast' }).waitFor();
    await page.keyboard.press('Escape');
    await card().getByRole('link', { name: 'podcast' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('folds the filters, and applies them with Enter', async () => {
    await page.getByText('Filtros', { exact: true }).click();
    await page.getByLabel('Nome da transcrição').waitFor();
    expect(await page.getByLabel('De', { exact: true }).isVisible()).toBe(false);
    await page.getByLabel('Período').selectOption('custom');
    expect(await page.getByLabel('De', { exact: true }).isVisible()).toBe(true);
    await page.getByText('Filtros', { exact: true }).click();
    expect(await page.getByLabel('Nome da transcrição').isVisible()).toBe(false);
    await page.getByText('Filtros', { exact: true }).click();
    await page.getByLabel('Nome da transcrição').fill('ornitorrinco');
    await page.keyboard.press('Enter');
    await page.getByText('Nenhuma transcrição encontrada com esses filtros.').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Limpar filtros' }).last().click();
    await card().waitFor();
  });

  it('keeps a menu open and boxes ticked while the list refreshes itself', async () => {
    await owner.upload({ name: 'mais uma.wav', bytes: sampleRecording() });
    await page.reload({ waitUntil: 'networkidle' });
    await card().getByRole('checkbox').check();
    await card()
      .getByRole('button', { name: /^Mais ações/ })
      .click();
    await page.waitForTimeout(2_500);
    expect(await card().getByRole('link', { name: 'Etiquetas' }).isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await page.locator('[data-underway="0"]').waitFor();
    expect(await card().getByRole('checkbox').isChecked()).toBe(true);
  });

  it('shows what can be done with the ticked ones once one is', async () => {
    const bar = page.locator('#selection');
    expect(await bar.isVisible()).toBe(false);
    await card().getByRole('checkbox').check();
    await bar.getByRole('button', { name: 'Etiquetas' }).click();
    await page.getByRole('heading', { name: 'Adicionar etiqueta' }).waitFor();
    await page.getByLabel('Nova etiqueta').fill('várias');
    await page.keyboard.press('Enter');
    await page.getByText('1 transcrição com a etiqueta várias').waitFor();
    await card().getByRole('link', { name: 'várias' }).waitFor();
  });

  it('sorts by links, the present one in the other direction', async () => {
    const sorts = page.getByRole('navigation', { name: 'Ordenar por' });
    await sorts.getByRole('link', { name: 'Nome' }).click();
    await page.waitForURL('**/transcriptions?sort=name');
    await sorts.getByRole('link', { name: 'Nome em ordem crescente' }).click();
    await page.waitForURL('**/transcriptions?sort=-name');
  });

  it('begins with the list: the first recording is on the first screen of a phone', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    const { y, height } = (await card().locator('h3').boundingBox())!;
    expect(y + height).toBeLessThan(740 - 64);
    expect(await page.getByLabel('Idioma da gravação').isVisible()).toBe(false);
    await page.getByText('Enviar para transcrever').first().click();
    expect(await page.getByLabel('Idioma da gravação').isVisible()).toBe(true);
  });

  it('cancels a transcription under way in a dialog', async () => {
    await owner.upload({ name: 'longa.wav', bytes: longSample(6) });
    await page.reload({ waitUntil: 'networkidle' });
    await page.getByRole('link', { name: 'Cancelar' }).click();
    await page.getByRole('button', { name: 'Cancelar transcrição' }).click();
    await page.getByText('Transcrição excluída com sucesso').waitFor();
    expect(await page.getByText('longa').count()).toBe(0);
  });

  it('keeps unfolded details and the focus while the list refreshes itself', async () => {
    await owner.upload({ name: 'depois.wav', bytes: sampleRecording() });
    await owner.upload({ name: 'calada.wav', bytes: silence(1) });
    await page.reload({ waitUntil: 'networkidle' });
    await card().locator('summary').press('Enter');
    const fresh = page.locator('li[id]', { hasText: 'depois' });
    await fresh.getByText('Sucesso').waitFor();
    expect(await card().locator('dl').isVisible()).toBe(true);
    expect(
      await card()
        .locator('summary')
        .evaluate((element) => element === document.activeElement),
    ).toBe(true);
    await (await inMenu('Excluir', fresh)).click();
    await page.getByRole('dialog').getByText('Excluir transcrição?').waitFor();
  });
});
