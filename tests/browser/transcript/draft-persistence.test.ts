import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { change } from '@/tests/http/platform/data-dir';
import { editable } from '@/tests/http/transcript/editable';
import { describeInBrowser, openPage, signInto } from '@/tests/support/browser';
import { BrowserProcess } from '@/tests/support/browser-process';
import { type RunningCeleste, sharedCeleste } from '@/tests/support/celeste';
import { signUp, type TestUser } from '@/tests/support/test-user';

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

interface DraftUtterance {
  speaker: string;
  text: string;
  words: { highlight?: string; struck?: true }[];
}

async function readDraftUtterances(): Promise<DraftUtterance[]> {
  return JSON.parse((await owner.get(`${transcript}/draft`)).body).blocks;
}
const draftTexts = async () => (await readDraftUtterances()).map(({ text }) => text);
const draftSpeakers = async () => (await readDraftUtterances()).map(({ speaker }) => speaker);

const paragraph = (page: Page, index: number) => page.locator('article section > p').nth(index);
const shownTexts = (page: Page) => page.locator('article section > p').allInnerTexts();
const stateOf = (page: Page) => page.locator('[data-state]').getAttribute('data-state');

async function edit(page: Page, base = ''): Promise<Page> {
  await page.goto(`${base}${transcript}?edit=1`);
  await page.locator('article[data-editing] p[contenteditable]').first().waitFor();
  return page;
}

async function typeAtEnd(page: Page, index: number, text: string): Promise<void> {
  await paragraph(page, index).click();
  await page.keyboard.press('End');
  await page.keyboard.type(text);
}

/** Selects a whole utterance, as a pointer would. */
const select = (page: Page, index: number) =>
  paragraph(page, index).evaluate((element) => getSelection()!.selectAllChildren(element));

async function rename(page: Page, index: number, name: string): Promise<void> {
  await page.locator('article section[class^="speaker"]').nth(index).hover();
  await page.locator('[data-part="block-menu"] [data-tool="speaker"]').click();
  await page.getByLabel('Novo nome').fill(name);
  await page.getByRole('button', { name: 'Alterar todos' }).click();
}

/** Blocks requests that save changes, before they reach the server. */
const blockDraftRequests = (page: Page) => page.route('**/draft', (route) => route.abort());
const unblockDraftRequests = (page: Page) => page.unroute('**/draft');

describeInBrowser('no edit is lost', (browser) => {
  const contexts: BrowserContext[] = [];

  afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close();
  });

  async function editor(): Promise<Page> {
    const page = await openPage(browser(), celeste, { as: owner });
    contexts.push(page.context());
    return edit(page);
  }

  it('when the connection fails for a while', async () => {
    const page = await editor();
    await blockDraftRequests(page);
    await typeAtEnd(page, 0, ' a todos');
    await expect.poll(() => stateOf(page)).toBe('offline');
    expect(await draftTexts()).toEqual(['bom dia', 'olá a todos', 'vamos lá']);
    await unblockDraftRequests(page);
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect.poll(draftTexts).toEqual(['bom dia a todos', 'olá a todos', 'vamos lá']);
    await expect.poll(() => stateOf(page)).toBe('kept');
  });

  it('when the tab is closed while offline, and opened again', async () => {
    const page = await editor();
    await blockDraftRequests(page);
    await typeAtEnd(page, 0, ' a todos');
    await expect.poll(() => stateOf(page)).toBe('offline');
    const later = await page.context().newPage();
    await page.close();
    // Opened read-only: queued changes are applied to the text and sent all the same.
    await later.goto(transcript);
    await expect.poll(draftTexts).toEqual(['bom dia a todos', 'olá a todos', 'vamos lá']);
    await expect.poll(() => shownTexts(later)).toEqual(['bom dia a todos', 'olá a todos', 'vamos lá']);
  });

  it('when the user navigates away while typing', async () => {
    const page = await editor();
    await typeAtEnd(page, 2, ' já');
    await page.goto('/dashboard');
    await expect.poll(draftTexts).toEqual(['bom dia', 'olá a todos', 'vamos lá já']);
  });

  it('when the text becomes too long, and is shortened again', async () => {
    const page = await editor();
    await paragraph(page, 1).click();
    await page.keyboard.press('End');
    await page.keyboard.insertText(' a'.repeat(4_500));
    await expect.poll(() => stateOf(page)).toBe('too-long');
    expect(await draftTexts()).toEqual(['bom dia', 'olá a todos', 'vamos lá']);
    await select(page, 1);
    await page.keyboard.type('olá');
    await expect.poll(() => stateOf(page)).toBe('kept');
    expect(await draftTexts()).toEqual(['bom dia', 'olá', 'vamos lá']);
  });

  it('when the draft is full, and so becomes a version', async () => {
    const page = await editor();
    await typeAtEnd(page, 0, ' a todos');
    await expect.poll(() => stateOf(page)).toBe('kept');
    await change(
      celeste,
      `INSERT INTO draft_changes (draft_id, change_id, content, created_at, updated_at)
       WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4998)
       SELECT draft_id, 'c' || i, '{"kind":"undo","changeId":"none"}', created_at, updated_at
       FROM n, (SELECT * FROM draft_changes ORDER BY id DESC LIMIT 1)`,
    );
    for (const word of [' hoje', ' mesmo', ' já']) {
      await typeAtEnd(page, 1, word);
      await expect.poll(async () => (await draftTexts())[1]).toContain(word);
    }
    expect(await draftTexts()).toEqual(['bom dia a todos', 'olá a todos hoje mesmo já', 'vamos lá']);
    await expect.poll(() => shownTexts(page)).toEqual(await draftTexts());
    expect((await owner.get(`${transcript}/versions`)).body).toContain('Versão 2');
  });

  it('when the session expires', async () => {
    const page = await editor();
    const cookies = await page.context().cookies();
    await page.context().clearCookies();
    await typeAtEnd(page, 1, ' hoje');
    await expect.poll(() => stateOf(page)).toBe('signed-out');
    await page.getByRole('link', { name: 'Entrar de novo' }).waitFor();
    await page.context().addCookies(cookies);
    await page.reload();
    await expect.poll(draftTexts).toEqual(['bom dia', 'olá a todos hoje', 'vamos lá']);
  });

  it('when the whole browser is killed', async () => {
    const first = await BrowserProcess.start();
    const page = await openIn(first);
    await blockDraftRequests(page);
    await typeAtEnd(page, 0, ' a todos');
    await expect.poll(() => stateOf(page)).toBe('offline');
    const profile = await first.kill();
    expect(await draftTexts()).toEqual(['bom dia', 'olá a todos', 'vamos lá']);
    const second = await BrowserProcess.start(profile);
    await openIn(second);
    await expect.poll(draftTexts).toEqual(['bom dia a todos', 'olá a todos', 'vamos lá']);
    await second.remove();
  });

  async function openIn({ context }: BrowserProcess): Promise<Page> {
    await signInto(context, celeste, owner);
    return edit(await context.newPage(), celeste.address);
  }

  describe('or overwritten when two windows edit the text', () => {
    it('in different places', async () => {
      const [mine, theirs] = [await editor(), await editor()];
      await typeAtEnd(theirs, 0, ' gente');
      await expect.poll(draftTexts).toEqual(['bom dia gente', 'olá a todos', 'vamos lá']);
      await typeAtEnd(mine, 2, ' então');
      await expect.poll(draftTexts).toEqual(['bom dia gente', 'olá a todos', 'vamos lá então']);
    });

    it.each([
      ['Manter o meu', 'olá a todos(as) aqui'],
      ['Manter o outro', 'olá a todos/as'],
    ])('in the same word: %s', async (choice, text) => {
      const [mine, theirs] = [await editor(), await editor()];
      await typeAtEnd(theirs, 1, '/as');
      await typeAtEnd(theirs, 0, ' gente');
      await expect.poll(draftTexts).toEqual(['bom dia gente', 'olá a todos/as', 'vamos lá']);
      await typeAtEnd(mine, 1, '(as) aqui');
      const dialog = mine.locator('dialog[open]');
      await dialog.getByText('Esta fala foi alterada em outro lugar').waitFor();
      expect(await dialog.locator('[data-mine]').innerText()).toBe('Pessoa B: olá a todos(as) aqui');
      expect(await dialog.locator('[data-theirs]').innerText()).toBe('Pessoa B: olá a todos/as');
      expect(await dialog.locator('ins').allInnerTexts()).toEqual(['todos(as) aqui']);
      await mine.keyboard.press('Escape');
      await mine.keyboard.press('Escape');
      await expect.poll(() => dialog.isVisible()).toBe(true);
      await dialog.getByRole('button', { name: choice }).click();
      await expect.poll(draftTexts).toEqual(['bom dia gente', text, 'vamos lá']);
      await expect.poll(() => shownTexts(mine)).toEqual(['bom dia gente', text, 'vamos lá']);
      await expect.poll(() => stateOf(mine)).toBe('kept');
    });

    it('when one marks what the other marked', async () => {
      const [mine, theirs] = [await editor(), await editor()];
      const mark = async (page: Page, word: string, name: string) => {
        await page.getByText(word).dblclick();
        await page.locator(`[data-part="toolbar"] [data-tool="${name}"]`).click();
      };
      await mark(theirs, 'bom dia', 'yellow');
      const marks = async () =>
        (await readDraftUtterances())[0]!.words.map(
          ({ highlight = '', struck }) => highlight + (struck ? '-' : ''),
        );
      await expect.poll(async () => (await marks()).filter(Boolean)).toEqual(['yellow']);
      await select(mine, 0);
      await mine.locator('[data-part="toolbar"] [data-tool="struck"]').click();
      await expect.poll(async () => (await marks()).toSorted()).toEqual(['-', 'yellow-']);
      await mark(theirs, 'bom dia', 'blue');
      await expect.poll(marks).toContain('blue-');
      await mark(mine, 'bom dia', 'red');
      const dialog = mine.locator('dialog[open]');
      await dialog.getByText('Esta fala foi alterada em outro lugar').waitFor();
      expect(await dialog.locator('[data-mine] mark[data-color="red"]').count()).toBe(1);
      expect(await dialog.locator('[data-theirs] mark[data-color="blue"]').count()).toBe(1);
      expect(await marks()).toContain('blue-');
      await dialog.getByRole('button', { name: 'Manter o meu' }).click();
      await expect.poll(async () => (await marks()).toSorted()).toEqual(['-', 'red-']);
    });

    it('when one renames a speaker', async () => {
      const [mine, theirs] = [await editor(), await editor()];
      await rename(theirs, 0, 'Ana');
      await expect.poll(draftSpeakers).toEqual(['Ana', 'B', 'Ana']);
      await typeAtEnd(mine, 2, ' então');
      await expect.poll(draftTexts).toEqual(['bom dia', 'olá a todos', 'vamos lá então']);
      expect(await draftSpeakers()).toEqual(['Ana', 'B', 'Ana']);
      await rename(theirs, 0, 'Rui');
      await expect.poll(draftSpeakers).toEqual(['Rui', 'B', 'Rui']);
      await rename(mine, 0, 'Eva');
      const dialog = mine.locator('dialog[open]');
      await dialog.getByText('Rui: bom dia').waitFor();
      await dialog.getByRole('button', { name: 'Manter o meu' }).click();
      await expect.poll(draftSpeakers).toEqual(['Eva', 'B', 'Eva']);
    });

    it('when one of them saves', async () => {
      const [mine, theirs] = [await editor(), await editor()];
      await typeAtEnd(theirs, 0, ' gente');
      await theirs.keyboard.press('Control+s');
      await theirs.locator('dialog[open]').getByRole('button', { name: 'Salvar' }).click();
      await theirs.getByText('Transcrição salva com sucesso').waitFor();
      await typeAtEnd(mine, 2, ' então');
      await expect.poll(draftTexts).toEqual(['bom dia gente', 'olá a todos', 'vamos lá então']);
      expect(await shownTexts(mine)).toEqual(['bom dia gente', 'olá a todos', 'vamos lá então']);
    });

    it('shows the conflict again after the tab was closed without an answer', async () => {
      const [mine, theirs] = [await editor(), await editor()];
      await typeAtEnd(theirs, 1, '/as');
      await expect.poll(draftTexts).toContain('olá a todos/as');
      await typeAtEnd(mine, 1, '(as)');
      await mine.locator('dialog[open]').waitFor();
      const later = await mine.context().newPage();
      await mine.close();
      await later.goto(transcript);
      await later.locator('dialog[open]').getByRole('button', { name: 'Manter o meu' }).click();
      await expect.poll(draftTexts).toEqual(['bom dia', 'olá a todos(as)', 'vamos lá']);
    });
  });
});
