import { expect, it } from 'vitest';
import { editableDocument } from '@/tests/http/transcript/editable';
import { describeInBrowser, openPage } from '@/tests/support/browser';
import { sharedCeleste } from '@/tests/support/celeste';
import { signUp } from '@/tests/support/test-user';

describeInBrowser('the dialog of downloads over a document', (browser) => {
  it('knows what was typed just before, saves it, and leaves the editor on the saved text', async () => {
    const celeste = await sharedCeleste();
    const owner = await signUp(celeste);
    const document = await editableDocument(owner, { title: 'Ata' });
    const page = await openPage(browser(), celeste, { as: owner });
    await page.goto(document);
    const text = page.locator('.ql-editor');
    await text.click();
    // The change arrives late.
    await page.route('**/draft', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      await route.continue();
    });
    await page.keyboard.type('escrito já');
    await page.getByRole('link', { name: 'Baixar' }).click();
    const dialog = page.locator('dialog[open]');
    await dialog.getByText('Há 1 alteração não salva').waitFor();
    await dialog.getByLabel('TXT').check();
    const downloading = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Salvar e baixar' }).click();
    const chunks: Uint8Array[] = [];
    for await (const chunk of await (await downloading).createReadStream()) chunks.push(chunk as Uint8Array);
    expect(Buffer.concat(chunks).toString()).toBe('Ata\n\nescrito já\n');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => page.locator('article[data-changed]').count()).toBe(0);
    await expect.poll(() => page.getByText(/^Rascunho salvo às/).isVisible()).toBe(false);
    await text.click();
    await page.keyboard.press('End');
    await page.keyboard.type('!');
    await page.getByText(/^Rascunho salvo às \d\d:\d\d$/).waitFor();
    const draft = JSON.parse((await owner.get(`${document}/draft`)).body);
    expect(draft).toMatchObject({ version: 2, blocks: [{ runs: [{ text: 'escrito já!' }] }] });
    expect(draft.changeIds).toHaveLength(1);
    await page.context().close();
  });
});
