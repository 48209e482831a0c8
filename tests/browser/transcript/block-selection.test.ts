import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { editable } from '@/tests/http/transcript/editable';
import { describeInBrowser, openPage } from '@/tests/support/browser';
import { type RunningCeleste, sharedCeleste } from '@/tests/support/celeste';
import { signUp, type TestUser } from '@/tests/support/test-user';

let celeste: RunningCeleste;
let owner: TestUser;

beforeAll(async () => {
  celeste = await sharedCeleste();
  owner = await signUp(celeste);
});

const FOUR: [string, string][] = [
  ['A', 'bom dia a todos'],
  ['B', 'olá pessoal como vão'],
  ['A', 'vamos começar agora'],
  ['B', 'sim vamos lá'],
];

interface Stored {
  id: string;
  speaker: string;
  text: string;
  words: { text: string; startMs: number; endMs: number; highlight?: string }[];
}

const paragraph = (page: Page, index: number) => page.locator('article section > p').nth(index);
const shownTexts = (page: Page) => page.locator('article section > p').allInnerTexts();

/** Selects from an offset of one utterance's text to an offset of another's. */
const select = (page: Page, from: [number, number], to: [number, number]) =>
  page.evaluate(
    ([[first, start], [last, end]]) => {
      const all = [...document.querySelectorAll('article section > p')];
      getSelection()!.setBaseAndExtent(all[first]!.firstChild!, start, all[last]!.firstChild!, end);
    },
    [from, to] as const,
  );

describeInBrowser('a selection over several utterances', (browser) => {
  let transcript: string;
  let page: Page;
  let context: BrowserContext;
  let posted: { kind: string }[];

  async function open(sentences = FOUR): Promise<void> {
    transcript = await editable(celeste, owner, sentences);
    page = await openPage(browser(), celeste, { as: owner, viewport: { width: 1280, height: 900 } });
    context = page.context();
    posted = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/draft'))
        posted.push(
          ...request.postDataJSON().changes.map(({ change }: { change: { kind: string } }) => change),
        );
    });
    await page.goto(`${transcript}?edit=1`);
    await page.locator('article[data-editing] p[contenteditable]').first().waitFor();
    await paragraph(page, 0).click();
  }

  afterEach(() => context.close());

  const stored = async () =>
    (JSON.parse((await owner.get(`${transcript}/draft`)).body) as { blocks: Stored[] }).blocks;
  const storedTexts = async () => (await stored()).map(({ speaker, text }) => `${speaker}: ${text}`);
  const lines = FOUR.map(([speaker, text]) => `${speaker}: ${text}`);

  /** Undoes once, and expects the text to be as it was. */
  async function undoOnce(): Promise<void> {
    await page.keyboard.press('Control+z');
    await expect.poll(storedTexts).toEqual(lines);
  }

  it('is typed over in one step', async () => {
    await open();
    const before = await stored();
    await select(page, [0, 8], [2, 13]);
    await page.keyboard.type('x');
    await expect.poll(() => shownTexts(page)).toEqual(['bom dia x agora', 'sim vamos lá']);
    await expect.poll(storedTexts).toEqual(['A: bom dia x agora', 'B: sim vamos lá']);
    const timesOf = (blocks: Stored[], text: string) =>
      blocks.flatMap(({ words }) => words).find((each) => each.text === text);
    const after = await stored();
    for (const word of ['bom', 'dia', 'agora', 'sim'])
      expect(timesOf(after, word)).toEqual(timesOf(before, word));
    expect(posted.map(({ kind }) => kind)).toEqual(['replace']);
    await undoOnce();
    await page.keyboard.press('Control+y');
    await expect.poll(storedTexts).toEqual(['A: bom dia x agora', 'B: sim vamos lá']);
  });

  it('keeps the caret behind what is typed on', async () => {
    await open();
    await select(page, [0, 8], [2, 13]);
    await page.keyboard.type('e você também');
    await expect.poll(storedTexts).toEqual(['A: bom dia e você também agora', 'B: sim vamos lá']);
  });

  it.each([
    [
      'Backspace',
      [0, 8],
      [1, 4],
      ['A: bom dia pessoal como vão', 'A: vamos começar agora', 'B: sim vamos lá'],
    ],
    ['Delete', [0, 0], [2, 6], ['A: começar agora', 'B: sim vamos lá']],
    [
      'Delete',
      [0, 15],
      [1, 0],
      ['A: bom dia a todos olá pessoal como vão', 'A: vamos começar agora', 'B: sim vamos lá'],
    ],
    ['Enter', [0, 8], [2, 6], ['A: bom dia', 'A: começar agora', 'B: sim vamos lá']],
    ['Delete', [1, 0], [2, 19], ['A: bom dia a todos', 'B: sim vamos lá']],
  ] as const)('%s from %j to %j', async (key, from, to, expected) => {
    await open();
    await select(page, [...from], [...to]);
    await page.keyboard.press(key);
    await expect.poll(storedTexts).toEqual(expected);
    await undoOnce();
  });

  it('all of it can be deleted, and undone', async () => {
    await open();
    // The utterance first, then the whole text.
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await expect.poll(storedTexts).toEqual([]);
    await undoOnce();
    await expect.poll(() => shownTexts(page)).toEqual(FOUR.map(([, text]) => text));
  });

  it('is cut and pasted as text', async () => {
    await open();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await select(page, [0, 8], [1, 3]);
    await page.keyboard.press('Control+x');
    await expect.poll(storedTexts).toEqual(['A: bom dia pessoal como vão', ...lines.slice(2)]);
    await page.keyboard.press('Control+v');
    await expect.poll(storedTexts).toEqual(['A: bom dia a todos olá pessoal como vão', ...lines.slice(2)]);
    await select(page, [0, 0], [1, 5]);
    await page.keyboard.press('Control+v');
    await expect.poll(storedTexts).toEqual(['A: a todos olá começar agora', 'B: sim vamos lá']);
  });

  it('is copied as text without names and times, however it was made', async () => {
    await open();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await select(page, [0, 8], [1, 3]);
    await page.keyboard.press('Control+c');
    expect(await copied()).toBe('a todos\nolá');
    const [from, to] = [(await paragraph(page, 1).boundingBox())!, (await paragraph(page, 2).boundingBox())!];
    await page.mouse.move(from.x + 1, from.y + 12);
    await page.mouse.down();
    await page.mouse.move(to.x + 400, to.y + 12, { steps: 6 });
    await page.mouse.up();
    await page.keyboard.press('Control+c');
    expect(await copied()).toBe('olá pessoal como vão\nvamos começar agora');
    await paragraph(page, 3).click();
    await page.keyboard.press('End');
    await page.keyboard.type(' ');
    await page.keyboard.press('Control+v');
    await expect
      .poll(storedTexts)
      .toEqual([...lines.slice(0, 3), 'B: sim vamos lá olá pessoal como vão vamos começar agora']);
  });

  it('takes a composition in its place, in one step', async () => {
    await open();
    await select(page, [0, 8], [2, 13]);
    const devtools = await context.newCDPSession(page);
    const process = { key: 'Process', windowsVirtualKeyCode: 229 };
    await devtools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...process });
    await devtools.send('Input.imeSetComposition', { selectionStart: 1, selectionEnd: 1, text: 'é' });
    await devtools.send('Input.insertText', { text: 'é' });
    await expect.poll(storedTexts).toEqual(['A: bom dia é agora', 'B: sim vamos lá']);
    await undoOnce();
  });

  it('is made by dragging out of the utterance that is edited, and by the keyboard', async () => {
    await open();
    const [from, to] = [(await paragraph(page, 0).boundingBox())!, (await paragraph(page, 2).boundingBox())!];
    await page.mouse.move(from.x + 1, from.y + 12);
    await page.mouse.down();
    await page.mouse.move(to.x + 300, to.y + 12, { steps: 6 });
    await page.mouse.up();
    await page.keyboard.press('Delete');
    await expect.poll(storedTexts).toEqual(['B: sim vamos lá']);
    await undoOnce();
    await paragraph(page, 0).click();
    await page.keyboard.press('End');
    await page.keyboard.press('Control+Shift+ArrowLeft');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.type(' e ');
    await expect
      .poll(storedTexts)
      .toEqual(['A: bom dia a todos e', 'A: vamos começar agora', 'B: sim vamos lá']);
  });

  it('is dragged to another place, and back by one undo', async () => {
    await open();
    await select(page, [0, 8], [1, 3]);
    await drag(page, [0, 10], [3, 3]);
    await expect
      .poll(storedTexts)
      .toEqual(['A: bom dia pessoal como vão', 'A: vamos começar agora', 'B: sim a todos olá vamos lá']);
    await undoOnce();
  });

  it('formatted text that is dropped or pasted is taken as text', async () => {
    await open();
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.setData('text/html', '<b>muito</b><img src=x onerror=alert(1)>');
      data.setData('text/plain', 'muito\n  bem');
      const target = document.querySelectorAll('article section > p')[3]!;
      const { right, top } = target.getBoundingClientRect();
      for (const type of ['dragover', 'drop'])
        target.dispatchEvent(
          new DragEvent(type, {
            dataTransfer: data,
            bubbles: true,
            cancelable: true,
            clientX: right - 4,
            clientY: top + 8,
          }),
        );
    });
    await expect.poll(storedTexts).toEqual([...lines.slice(0, 3), 'B: sim vamos lá muito bem']);
    expect(await paragraph(page, 3).innerHTML()).toBe('sim vamos lá muito bem');
  });

  describe('of 400 utterances', () => {
    const many = Array.from({ length: 402 }, (_, index): [string, string] => [
      'AB'[index % 2]!,
      `fala ${index} aqui`,
    ]);

    it('is marked, and deleted, in one change each', async () => {
      await open(many);
      await select(page, [1, 0], [400, 8]);
      await page.keyboard.press('Control+Shift+Digit1');
      const marked = async () =>
        (await stored()).filter(({ words }) => words.some(({ highlight }) => highlight)).length;
      await expect.poll(marked).toBe(400);
      expect(posted.map(({ kind }) => kind)).toEqual(['replace-each']);
      await page.keyboard.press('Control+z');
      await expect.poll(marked).toBe(0);
      await select(page, [1, 4], [400, 8]);
      await page.keyboard.press('Delete');
      await expect
        .poll(async () => (await storedTexts()).slice(0, 3))
        .toEqual(['A: fala 0 aqui', 'B: fala aqui', 'B: fala 401 aqui']);
      await page.keyboard.press('Control+z');
      await expect.poll(async () => (await storedTexts()).length).toBe(402);
      expect(posted.map(({ kind }) => kind)).toEqual(['replace-each', 'undo', 'replace', 'undo']);
    });

    it('a replacement everywhere is one change, and one undo', async () => {
      await open(many);
      await page.locator('[data-do="find"]').first().click();
      await page.locator('[name="sought"]').fill('fala');
      await page.locator('[name="replacement"]').fill('voz');
      await page.locator('[data-do="replace-all"]').click();
      const count = async (word: string) =>
        (await storedTexts()).filter((text) => text.includes(word)).length;
      await expect.poll(() => count('voz')).toBe(402);
      await page.locator('[data-part="find"] [data-do="close"]').click();
      await page.keyboard.press('Control+z');
      await expect.poll(() => count('fala')).toBe(402);
      expect(posted.map(({ kind }) => kind)).toEqual(['replace-each', 'undo']);
    });
  });
});

/** Drags what is selected, from one place of the text to another. */
async function drag(page: Page, from: [number, number], to: [number, number]): Promise<void> {
  const at = (place: [number, number]) =>
    page.evaluate(([index, offset]) => {
      const range = document.createRange();
      const node = document.querySelectorAll('article section > p')[index]!.firstChild!;
      range.setStart(node, offset);
      range.setEnd(node, offset);
      const { left, top, height } = range.getBoundingClientRect();
      return { x: left + 1, y: top + height / 2 };
    }, place);
  const [start, end] = [await at(from), await at(to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(start.x + 10, start.y + 6, { steps: 3 });
  await page.mouse.move(end.x, end.y, { steps: 8 });
  await page.mouse.up();
}
