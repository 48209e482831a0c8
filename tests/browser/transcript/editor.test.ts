import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { editable } from '@/tests/http/transcript/editable';
import { describeInBrowser, openPage } from '@/tests/support/browser';
import { type RunningCeleste, sharedCeleste } from '@/tests/support/celeste';
import { signUp, type TestUser } from '@/tests/support/test-user';

let celeste: RunningCeleste;
let owner: TestUser;
let transcript: string;

beforeAll(async () => {
  celeste = await sharedCeleste();
  owner = await signUp(celeste);
});

interface DraftResponse {
  version: number;
  changeIds: string[];
  blocks: { speaker: string; text: string; words: { text: string; highlight?: string; struck?: true }[] }[];
}

/** The draft as stored on the server. */
async function readDraft(): Promise<DraftResponse> {
  return JSON.parse((await owner.get(`${transcript}/draft`)).body) as DraftResponse;
}
const draftTexts = async () => (await readDraft()).blocks.map(({ text }) => text);
const draftLines = async () => (await readDraft()).blocks.map(({ speaker, text }) => `${speaker}: ${text}`);

const tool = (page: Page, name: string) => page.locator(`[data-part="toolbar"] [data-tool="${name}"]`);
const paragraph = (page: Page, index: number) => page.locator('article section > p').nth(index);
const shownTexts = (page: Page) => page.locator('article section > p').allInnerTexts();

/** Selects a range of the text, as a pointer would. */
const select = (page: Page, from: [number, number], to: [number, number]) =>
  page.evaluate(
    ([[first, start], [last, end]]) => {
      const all = [...document.querySelectorAll('article section > p')];
      const place = (index: number, offset: number): [Node, number] => {
        const walker = document.createTreeWalker(all[index]!, NodeFilter.SHOW_TEXT);
        let left = offset;
        for (let node = walker.nextNode() as Text; ; node = walker.nextNode() as Text) {
          if (left <= node.length) return [node, left];
          left -= node.length;
        }
      };
      getSelection()!.setBaseAndExtent(...place(first, start), ...place(last, end));
    },
    [from, to] as const,
  );

describeInBrowser('the editor', (browser) => {
  let page: Page;
  let context: BrowserContext;
  const complaints: string[] = [];

  /** Opens a new transcript for editing: 'bom dia', 'olá a todos', 'vamos lá'. */
  async function openEditor(): Promise<void> {
    transcript = await editable(celeste, owner);
    page = await reopen();
  }

  /** Opens the transcript in another browser of the same user. */
  async function reopen(): Promise<Page> {
    const opened = await openPage(browser(), celeste, { as: owner, viewport: { width: 1280, height: 900 } });
    opened.on('pageerror', (error) => complaints.push(error.message));
    await opened.goto(`${transcript}?edit=1`);
    await opened.locator('article[data-editing] p[contenteditable]').first().waitFor();
    context = opened.context();
    return opened;
  }

  async function typeAtEnd(on: Page, index: number, text: string): Promise<void> {
    await paragraph(on, index).click();
    await on.keyboard.press('End');
    await on.keyboard.type(text);
  }

  describe('typing', () => {
    it('is saved to the server automatically', async () => {
      await openEditor();
      await typeAtEnd(page, 1, ' nós');
      await expect.poll(draftTexts).toEqual(['bom dia', 'olá a todos nós', 'vamos lá']);
      await expect.poll(() => page.locator('[data-state]').getAttribute('data-state')).toBe('kept');
      await context.close();
      page = await reopen();
      expect(await shownTexts(page)).toEqual(['bom dia', 'olá a todos nós', 'vamos lá']);
      expect(complaints).toEqual([]);
      await context.close();
    });

    it('replaces what a pointer selected in any utterance', async () => {
      await openEditor();
      await paragraph(page, 0).click();
      const box = (await paragraph(page, 2).boundingBox())!;
      const middle = box.y + box.height / 2;
      await page.mouse.move(box.x + 1, middle);
      await page.mouse.down();
      await page.mouse.move(box.x + 300, middle, { steps: 5 });
      await page.mouse.up();
      await page.keyboard.type('até logo');
      await expect.poll(draftTexts).toEqual(['bom dia', 'olá a todos', 'até logo']);
      await context.close();
    });

    it('marks as inaudible what is selected, and asks for a caret without one', async () => {
      await openEditor();
      await page.evaluate(() => getSelection()!.removeAllRanges());
      await tool(page, 'inaudible').click();
      await page.getByText('Coloque o cursor no ponto do texto').waitFor();
      await paragraph(page, 1).dblclick({ position: { x: 5, y: 12 } });
      await tool(page, 'inaudible').click();
      await expect.poll(draftTexts).toEqual(['bom dia', '[inaudível] a todos', 'vamos lá']);
      await context.close();
    });

    it('splits and joins utterances, and moves between them', async () => {
      await openEditor();
      await paragraph(page, 1).click();
      await page.keyboard.press('Home');
      for (const _ of 'olá') await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
      await expect.poll(draftLines).toEqual(['A: bom dia', 'B: olá', 'B: a todos', 'A: vamos lá']);
      await page.keyboard.type('para ');
      await expect.poll(draftTexts).toEqual(['bom dia', 'olá', 'para a todos', 'vamos lá']);
      await page.keyboard.press('Home');
      await page.keyboard.press('Backspace');
      await expect.poll(draftTexts).toEqual(['bom dia', 'olá para a todos', 'vamos lá']);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('End');
      await page.keyboard.type(' então');
      await expect.poll(draftTexts).toEqual(['bom dia', 'olá para a todos', 'vamos lá então']);
      expect(complaints).toEqual([]);
      await context.close();
    });

    it('moves across utterances with the arrow keys, keeping the column', async () => {
      await openEditor();
      await paragraph(page, 0).click();
      for (const key of ['End', 'ArrowRight', 'x', 'Home', 'ArrowLeft', 'y']) await page.keyboard.press(key);
      await expect.poll(draftTexts).toEqual(['bom diay', 'xolá a todos', 'vamos lá']);
      for (const key of ['Home', 'ArrowDown', 'ArrowDown', 'z', 'Home', 'ArrowUp', 'w'])
        await page.keyboard.press(key);
      await expect.poll(draftTexts).toEqual(['bom diay', 'wxolá a todos', 'zvamos lá']);
      for (const key of ['ArrowUp', 'ArrowUp', 'Home', 'ArrowLeft', 'v']) await page.keyboard.press(key);
      await expect.poll(draftTexts).toEqual(['vbom diay', 'wxolá a todos', 'zvamos lá']);
      expect(complaints).toEqual([]);
      await context.close();
    });

    it('supports undo and redo', async () => {
      await openEditor();
      await typeAtEnd(page, 0, ' gente');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Control+Shift+X');
      await expect.poll(async () => (await readDraft()).changeIds.length).toBe(2);
      await page.keyboard.press('Control+z');
      await page.keyboard.press('Control+z');
      await expect.poll(draftTexts).toEqual(['bom dia', 'olá a todos', 'vamos lá']);
      expect((await readDraft()).blocks[1]!.words.some(({ struck }) => struck)).toBe(false);
      expect(await shownTexts(page)).toEqual(['bom dia', 'olá a todos', 'vamos lá']);
      await page.keyboard.press('Control+Shift+z');
      await expect.poll(draftTexts).toEqual(['bom dia gente', 'olá a todos', 'vamos lá']);
      expect(complaints).toEqual([]);
      await context.close();
    });

    it('pastes plain text', async () => {
      await openEditor();
      await paragraph(page, 0).click();
      await page.keyboard.press('End');
      await page.evaluate(() => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', ' muito\nbom');
        clipboardData.setData('text/html', '<b>muito</b> bom');
        document.activeElement!.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
        );
      });
      await expect.poll(draftTexts).toEqual(['bom dia muito bom', 'olá a todos', 'vamos lá']);
      await context.close();
    });
  });

  describe('marking', () => {
    it('marks and unmarks whole words of a selection over several utterances', async () => {
      await openEditor();
      await select(page, [0, 5], [1, 2]);
      await tool(page, 'blue').click();
      const highlights = async () =>
        (await readDraft()).blocks.map(({ words }) => words.map(({ highlight = '' }) => highlight));
      await expect.poll(highlights).toEqual([
        ['', 'blue'],
        ['blue', '', ''],
        ['', ''],
      ]);
      expect(await page.locator('mark[data-color="blue"]').allInnerTexts()).toEqual(['dia', 'olá']);
      await tool(page, 'struck').click();
      await expect.poll(() => page.locator('s').allInnerTexts()).toEqual(['dia', 'olá']);
      await tool(page, 'none').click();
      await expect.poll(highlights).toEqual([
        ['', ''],
        ['', '', ''],
        ['', ''],
      ]);
      await context.close();
      page = await reopen();
      expect(await page.locator('mark, s').count()).toBe(0);
      await context.close();
    });

    it('marks the space between two words with what both share, as after a reload', async () => {
      await openEditor();
      await select(page, [1, 0], [1, 5]);
      await tool(page, 'blue').click();
      await select(page, [1, 0], [1, 2]);
      await tool(page, 'struck').click();
      const markup = () =>
        paragraph(page, 1).evaluate(({ innerHTML }) => innerHTML.replace(/<!--.*?-->/g, ''));
      const shown =
        '<mark data-color="blue"><s>olá</s></mark><mark data-color="blue"> </mark><mark data-color="blue">a</mark> todos';
      await expect.poll(markup).toBe(shown);
      await expect.poll(async () => (await readDraft()).blocks[1]!.words[0]!.struck).toBe(true);
      await context.close();
      page = await reopen();
      expect((await markup()).replace(/<\/?span>/g, '')).toBe(shown);
      await context.close();
    });

    it('works only while editing', async () => {
      await openEditor();
      await page.getByRole('button', { name: 'Desabilitar edição' }).click();
      await expect.poll(() => page.locator('article[data-editing]').count()).toBe(0);
      expect(await tool(page, 'blue').isVisible()).toBe(false);
      await select(page, [0, 0], [0, 3]);
      await page.keyboard.press('Control+Shift+1');
      await page.getByText('Habilite a edição para utilizar o menu de ferramentas.').waitFor();
      expect((await readDraft()).changeIds).toEqual([]);
      await context.close();
    });
  });

  describe('renaming', () => {
    const rename = async (index: number, name: string, button: string) => {
      await page.locator('article section[class^="speaker"]').nth(index).hover();
      await page.locator('[data-part="block-menu"] [data-tool="speaker"]').click();
      await page.getByLabel('Novo nome').fill(name);
      await page.getByRole('button', { name: button }).click();
    };

    it('changes a speaker everywhere or in one utterance', async () => {
      await openEditor();
      const hues = () =>
        page.locator('article section').evaluateAll((all) => all.map((each) => each.className));
      const before = await hues();
      await rename(0, 'Ana', 'Alterar todos');
      await expect.poll(draftLines).toEqual(['Ana: bom dia', 'B: olá a todos', 'Ana: vamos lá']);
      expect(await hues()).toEqual(before);
      await rename(2, 'Rui', 'Alteração única');
      await expect.poll(draftLines).toEqual(['Ana: bom dia', 'B: olá a todos', 'Rui: vamos lá']);
      expect(await page.locator('article h3').allInnerTexts()).toEqual(['Ana', 'Pessoa B', 'Rui']);
      await context.close();
    });

    it('merges two speakers only when confirmed, and undo separates them', async () => {
      await openEditor();
      await rename(1, 'A', 'Alterar todos');
      await page.getByLabel('Já existe uma pessoa com este nome').waitFor();
      expect((await readDraft()).changeIds).toEqual([]);
      await page.getByLabel('Já existe uma pessoa com este nome').check();
      await page.getByRole('button', { name: 'Alterar todos' }).click();
      await expect.poll(draftLines).toEqual(['A: bom dia', 'A: olá a todos', 'A: vamos lá']);
      await tool(page, 'undo').click();
      await expect.poll(draftLines).toEqual(['A: bom dia', 'B: olá a todos', 'A: vamos lá']);
      expect(await page.locator('article h3').allInnerTexts()).toEqual(['Pessoa A', 'Pessoa B', 'Pessoa A']);
      await context.close();
    });
  });

  it('finds and replaces, with options for accents and whole words', async () => {
    await openEditor();
    await page.keyboard.press('Control+Shift+F');
    const count = page.locator('[data-part="find"] [data-count]');
    await page.getByLabel('Localizar', { exact: true }).fill('a');
    await expect.poll(() => count.innerText()).toMatch(/ 5$/);
    await page.getByLabel('Diferenciar acentos').check();
    await expect.poll(() => count.innerText()).toMatch(/ 3$/);
    await page.getByLabel('Palavras inteiras').check();
    await expect.poll(() => count.innerText()).toMatch(/ 1$/);
    await page.getByLabel('Substituir por').fill('para');
    await page.getByRole('button', { name: 'Substituir', exact: true }).click();
    await page.getByRole('button', { name: 'Substituir', exact: true }).click();
    await expect.poll(draftTexts).toEqual(['bom dia', 'olá para todos', 'vamos lá']);
    await page.getByLabel('Palavras inteiras').uncheck();
    await page.getByLabel('Localizar', { exact: true }).fill('o');
    await page.getByLabel('Substituir por').fill('0');
    await page.getByRole('button', { name: 'Substituir todos' }).click();
    await expect.poll(draftTexts).toEqual(['b0m dia', '0lá para t0d0s', 'vam0s lá']);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('saves a version after a confirmation, goes on editing, and asks no more when told so', async () => {
    await openEditor();
    await typeAtEnd(page, 2, ' já');
    await expect
      .poll(() => page.locator('[data-state]').innerText())
      .toMatch(/^Rascunho salvo às \d\d:\d\d$/);
    await page.keyboard.press('Control+s');
    await page.getByLabel('Não perguntar de novo').check();
    await page.locator('dialog[open]').getByRole('button', { name: 'Salvar' }).click();
    await page.getByText('Transcrição salva com sucesso').waitFor();
    expect(await readDraft()).toMatchObject({ version: 2, changeIds: [] });
    expect(await page.locator('article[data-editing]').count()).toBe(1);
    await page.keyboard.type('!');
    await page.keyboard.press('Control+s');
    await expect.poll(async () => (await readDraft()).version).toBe(3);
    expect(await shownTexts(page)).toEqual(['bom dia', 'olá a todos', 'vamos lá já!']);
    await context.close();
    await openEditor();
    await typeAtEnd(page, 0, '!');
    await tool(page, 'save').click();
    await expect.poll(async () => (await readDraft()).version).toBe(2);
    await owner.post('/account/player', { intent: 'reset' });
    expect((await owner.get('/transcriptions')).body).not.toContain('Transcrição salva');
    await context.close();
  });

  it('cancel discards changes after a confirmation, and goes to the list when there are none', async () => {
    await openEditor();
    await typeAtEnd(page, 2, ' já');
    await expect.poll(async () => (await readDraft()).changeIds.length).toBe(1);
    await tool(page, 'cancel').click();
    expect(await page.locator('dialog[open]').innerText()).toMatch(
      /^Descartar 1 alteração\?\s+.*última versão salva, de \d\d de \w+ de \d{4} às \d\d:\d\d\./,
    );
    await page.locator('dialog[open]').getByRole('button', { name: 'Descartar alterações' }).click();
    await page.getByText('Alterações descartadas').waitFor();
    expect(await shownTexts(page)).toEqual(['bom dia', 'olá a todos', 'vamos lá']);
    expect(await readDraft()).toMatchObject({ version: 1, changeIds: [] });
    await page.getByRole('button', { name: 'Habilitar edição' }).click();
    await tool(page, 'cancel').click();
    await page.waitForURL(/\/transcriptions$/);
    await context.close();
  });

  it('is left by no Escape from the text, which keeps its caret', async () => {
    await openEditor();
    await typeAtEnd(page, 0, ' a');
    await page.keyboard.press('Escape');
    await page.keyboard.type('i');
    expect((await shownTexts(page))[0]).toBe('bom dia ai');
    expect(await page.locator('article[data-editing]').count()).toBe(1);
    await context.close();
  });

  it('renames the transcription', async () => {
    await openEditor();
    const title = page.getByRole('textbox', { name: 'Nome da transcrição' });
    await title.fill('Pa');
    await title.blur();
    await page.getByText('O nome precisa ter 3 caracteres ou mais.').waitFor();
    await title.fill('Pauta de sexta');
    await title.press('Enter');
    await expect.poll(async () => (await owner.get(transcript)).body).toContain('<bdi>Pauta de sexta</bdi>');
    await title.fill('Outra coisa');
    await title.press('Escape');
    expect(await page.locator('h1').innerText()).toBe('Pauta de sexta');
    expect(await page.locator('article[data-editing]').count()).toBe(1);
    expect((await owner.get('/transcriptions')).body).not.toContain('Nome salvo');
    await context.close();
  });

  it('saves a title that still has the cursor, whatever is pressed', async () => {
    await openEditor();
    const title = page.getByRole('textbox', { name: 'Nome da transcrição' });
    const savedTitle = async () => /<bdi>(Pauta [^<]*)</.exec((await owner.get(transcript)).body)?.[1];
    await title.fill('Pauta um');
    await page.keyboard.press('Control+s');
    await page.locator('dialog[open]').getByRole('button', { name: 'Salvar' }).click();
    await page.getByText('Transcrição salva com sucesso').waitFor();
    expect(await savedTitle()).toBe('Pauta um');

    await title.fill('Pauta dois');
    await page.getByRole('button', { name: 'Desabilitar edição' }).click();
    await page.locator('article:not([data-editing])').waitFor();
    expect([await page.locator('h1').innerText(), await savedTitle()]).toEqual(['Pauta dois', 'Pauta dois']);

    await page.getByRole('button', { name: 'Habilitar edição' }).click();
    await title.fill('Pa');
    await page.getByRole('button', { name: 'Desabilitar edição' }).click();
    await page.getByText('O nome precisa ter 3 caracteres ou mais.').waitFor();
    expect(await title.innerText()).toBe('Pa');
    await title.fill('Pauta três');
    await page.goto('about:blank');
    await expect.poll(savedTitle).toBe('Pauta três');

    await page.goto(`${transcript}?edit=1`);
    await title.fill('Pauta quatro');
    await tool(page, 'cancel').click();
    await page.waitForURL('**/transcriptions');
    expect(await page.locator('h3').first().innerText()).toBe('Pauta quatro');
    await context.close();
  });
});
