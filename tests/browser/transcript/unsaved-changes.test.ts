import { expect, it } from 'vitest';
import { editable } from '@/tests/http/transcript/editable';
import { describeInBrowser, openPage } from '@/tests/support/browser';
import { sharedCeleste } from '@/tests/support/celeste';
import { signUp } from '@/tests/support/test-user';

describeInBrowser('the dialog of downloads', (browser) => {
  it('knows what was typed just before, saves it, and leaves the editor on the saved text', async () => {
    const celeste = await sharedCeleste();
    const owner = await signUp(celeste);
    const transcript = await editable(celeste, owner);
    const page = await openPage(browser(), celeste, { as: owner });
    await page.goto(`${transcript}?edit=1`);
    await page.locator('article[data-editing] p[contenteditable]').waitFor();
    const last = page.locator('article section > p').last();
    await last.click();
    await page.keyboard.press('End');
    // The change arrives late.
    await page.route('**/draft', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      await route.continue();
    });
    await page.keyboard.type(' já');
    await page.getByRole('button', { name: 'Opções' }).click();
    await page.getByRole('link', { name: 'Download da transcrição' }).click();
    const dialog = page.locator('dialog[open]');
    await dialog.getByText('Há 1 alteração não salva').waitFor();
    await dialog.getByLabel('TXT').check();
    const downloading = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Salvar e baixar' }).click();
    const chunks: Uint8Array[] = [];
    for await (const chunk of await (await downloading).createReadStream()) chunks.push(chunk as Uint8Array);
    expect(Buffer.concat(chunks).toString()).toContain('vamos lá já');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => page.locator('article[data-changed]').count()).toBe(0);
    await last.click();
    await page.keyboard.press('End');
    await page.keyboard.type('!');
    await page.getByText(/^Rascunho salvo às \d\d:\d\d$/).waitFor();
    const draft = JSON.parse((await owner.get(`${transcript}/draft`)).body);
    expect(draft).toMatchObject({ version: 2, blocks: [{}, {}, { text: 'vamos lá já!' }] });
    expect(draft.changeIds).toHaveLength(1);
    await page.context().close();
  });
});

describeInBrowser('a share and a copy', (browser) => {
  it('know what was typed just before, and save it first when asked', async () => {
    const celeste = await sharedCeleste();
    const owner = await signUp(celeste);
    const transcript = await editable(celeste, owner);
    const page = await openPage(browser(), celeste, { as: owner });
    const typeAtEnd = async (text: string) => {
      await page.goto(`${transcript}?edit=1`);
      await page.locator('article[data-editing] p[contenteditable]').waitFor();
      await page.locator('article section > p').last().click();
      await page.keyboard.press('End');
      await page.keyboard.type(text);
      await page.getByRole('button', { name: 'Opções' }).click();
    };
    await typeAtEnd(' já');
    await page.getByRole('link', { name: 'Compartilhar' }).click();
    const dialog = page.locator('dialog[open]');
    await dialog.getByText('Há 1 alteração não salva').waitFor();
    await dialog.getByRole('button', { name: 'Salvar e criar link' }).click();
    const link = dialog.locator('#link');
    await link.waitFor();
    const visitor = await openPage(browser(), celeste);
    await visitor.goto(new URL(await link.inputValue()).pathname);
    await expect.poll(() => visitor.locator('main').innerText()).toContain('vamos lá já');
    await visitor.context().close();

    await typeAtEnd(' mesmo');
    await page.getByRole('link', { name: 'Criar cópia em documentos' }).click();
    await page.getByText('Há 1 alteração não salva').waitFor();
    await page.getByRole('button', { name: 'Salvar e criar documento' }).click();
    await page.waitForURL(/documents\/[\w-]{22}/);
    expect((await owner.get(new URL(page.url()).pathname)).body).toContain('vamos lá já mesmo');
    await page.context().close();
  });
});
