import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { editable } from '@/tests/http/transcript/editable';
import { describeInBrowser, openPage } from '@/tests/support/browser';
import { type RunningCeleste, sharedCeleste } from '@/tests/support/celeste';
import { signUp, type TestUser } from '@/tests/support/test-user';
import { transcribeSample } from '@/tests/support/transcriptions';

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

const line = (page: Page) => page.locator('ul[data-people] li').allInnerTexts();
const speakers = (page: Page) => page.locator('article section[class^="speaker"] h3').allInnerTexts();
const hues = (page: Page) =>
  page.locator('article section[class^="speaker"]').evaluateAll((all) => all.map((each) => each.className));

async function stored(): Promise<string[]> {
  const { body } = await owner.get(`${transcript}/draft`);
  const { blocks } = JSON.parse(body) as { blocks: { speaker: string; text: string }[] };
  return blocks.map(({ speaker, text }) => `${speaker}: ${text}`);
}

describeInBrowser('the people of a transcript', (browser) => {
  const complaints: string[] = [];

  /** Opens the form of the people over the text; a reload of the page would lose the mark. */
  async function openForm(address = transcript, as = owner, on = celeste): Promise<Page> {
    const page = await openPage(browser(), on, { as, viewport: { width: 1280, height: 900 } });
    page.on('pageerror', ({ message }) => complaints.push(message));
    await page.goto(address);
    await page.locator('[data-part="toolbar"]').waitFor();
    await page.evaluate(() => document.body.setAttribute('data-same', ''));
    await page.locator('ul[data-people] a').click();
    await page.locator('dialog:modal').waitFor();
    return page;
  }

  async function close(page: Page): Promise<void> {
    const refreshed = page.waitForResponse((answer) => answer.url().endsWith('/draft'));
    await page.keyboard.press('Escape');
    await refreshed;
    await page.locator('dialog').waitFor({ state: 'detached' });
  }

  const isSame = (page: Page) => page.locator('body[data-same]').count();
  const fill = async (page: Page, names: string[]) => {
    const fields = page.locator('input[name="new_speaker"]');
    for (const [index, name] of names.entries()) await fields.nth(index).fill(name);
    await page.getByRole('button', { name: 'Salvar nomes' }).click();
  };

  it('are named together over the text, which shows the names in its place', async () => {
    const page = await openForm();
    const before = await hues(page);
    await fill(page, ['Ana', 'Bia']);
    await page.locator('dialog output[data-island="toast"]').waitFor();
    await close(page);
    await expect.poll(() => speakers(page)).toEqual(['Ana', 'Bia', 'Ana']);
    expect(await hues(page)).toEqual(before);
    expect(await line(page)).toEqual(['Pessoas', 'Ana 57%', 'Bia 43%']);
    expect(await isSame(page)).toBe(1);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('get their names while the text is edited, and the typed text stays', async () => {
    const page = await openPage(browser(), celeste, { as: owner, viewport: { width: 1280, height: 900 } });
    await page.goto(`${transcript}?edit=1`);
    await page.locator('article[data-editing] p[contenteditable]').first().click();
    await page.keyboard.press('End');
    await page.keyboard.type(' gente');
    await page.locator('ul[data-people] a').click();
    await page.locator('dialog:modal').waitFor();
    await fill(page, ['Ana', 'Bia']);
    await page.locator('dialog output[data-island="toast"]').waitFor();
    await close(page);
    await expect.poll(() => speakers(page)).toEqual(['Ana', 'Bia', 'Ana']);
    await expect.poll(stored).toEqual(['Ana: bom dia gente', 'Bia: olá a todos', 'Ana: vamos lá']);
    expect(await page.locator('article[data-editing]').count()).toBe(1);
    expect(await page.locator('dialog[open]').count()).toBe(0);
    await page.context().close();
  });

  it('become one after a question, and are split again', async () => {
    const page = await openForm();
    await fill(page, ['Ana', 'Ana']);
    const question = page.locator('dialog li', { hasText: 'passarão a ser a mesma pessoa' });
    expect(await question.innerText()).toBe('Pessoa A e Pessoa B passarão a ser a mesma pessoa: Ana.');
    await page.getByLabel('Sim, são a mesma pessoa').check();
    await page.getByRole('button', { name: 'Salvar nomes' }).click();
    await page.locator('dialog output[data-island="toast"]').waitFor();
    await page.locator('dialog').getByRole('link', { name: 'Separar Ana' }).click();
    await page.getByRole('button', { name: 'Separar falas' }).click();
    await page.locator('dialog [role="alert"]').waitFor();
    await page.getByLabel('olá a todos').check();
    await page.getByLabel('De quem são as falas selecionadas').fill('Caio');
    await page.getByRole('button', { name: 'Separar falas' }).click();
    await page.locator('dialog output[data-island="toast"]', { hasText: 'Falas separadas' }).waitFor();
    await close(page);
    await expect.poll(() => speakers(page)).toEqual(['Ana', 'Caio', 'Ana']);
    const [first, second] = await hues(page);
    expect(second).not.toBe(first);
    expect(await isSame(page)).toBe(1);
    await page.context().close();
  });

  it('are heard for five seconds', async () => {
    const withWorker = await sharedCeleste('start');
    const listener = await signUp(withWorker);
    const page = await openForm(await transcribeSample(listener), listener, withWorker);
    const clip = page.locator('dialog').getByRole('link', { name: 'Ouvir 5 s' }).first();
    const [from, to] = new URL(await clip.evaluate((link) => (link as HTMLAnchorElement).href)).hash
      .slice('#t='.length)
      .split(',')
      .map(Number) as [number, number];
    await page.evaluate(() => {
      document.querySelector('audio')!.playbackRate = 4;
    });
    await clip.click();
    const player = () =>
      page.evaluate(() => {
        const { paused, currentTime } = document.querySelector('audio')!;
        return { paused, currentTime };
      });
    await expect.poll(async () => (await player()).paused).toBe(false);
    await expect.poll(async () => (await player()).paused).toBe(true);
    const { currentTime } = await player();
    expect(to - from).toBeCloseTo(5);
    expect(currentTime).toBeGreaterThanOrEqual(to);
    expect(currentTime).toBeLessThan(to + 2);
    expect(await isSame(page)).toBe(1);
    await page.context().close();
  });

  it('are named without scripts on a phone, where nothing is too wide', async () => {
    const page = await openPage(browser(), celeste, {
      as: owner,
      javaScriptEnabled: false,
      viewport: { width: 360, height: 740 },
    });
    await page.goto(transcript);
    await page.locator('ul[data-people] a').click();
    await fill(page, ['Ana Beatriz de Souza Albuquerque', 'Ana Beatriz de Souza Albuquerque']);
    await page.getByLabel('Sim, são a mesma pessoa').check();
    const width = () => page.evaluate(() => document.documentElement.scrollWidth);
    expect(await width()).toBe(360);
    await page.getByRole('button', { name: 'Salvar nomes' }).click();
    await page.getByText('Nomes salvos').waitFor();
    await page.getByRole('link', { name: 'Separar' }).click();
    await page.getByLabel('vamos lá').check();
    expect(await width()).toBe(360);
    await page.getByRole('button', { name: 'Separar falas' }).click();
    expect(await stored()).toEqual([
      'Ana Beatriz de Souza Albuquerque: bom dia',
      'Ana Beatriz de Souza Albuquerque: olá a todos',
      'A: vamos lá',
    ]);
    await page.context().close();
  });
});
