import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { editableDocument } from '@/tests/http/transcript/editable';
import { describeInBrowser, openPage } from '@/tests/support/browser';
import { type RunningCeleste, sharedCeleste } from '@/tests/support/celeste';
import { signUp, type TestUser } from '@/tests/support/test-user';

const LINES = 700;
/** A line that the editor does not have at first. */
const FAR = 500;

let celeste: RunningCeleste;
let owner: TestUser;

interface Draft {
  version: number;
  changeIds: string[];
  blocks: { kind: string; indent?: number; runs: { text: string; bold?: true }[] }[];
}

interface Held {
  /** Gives the page one idle period, or as many as it asks for. */
  idle(times?: number): void;
}

beforeAll(async () => {
  celeste = await sharedCeleste();
  owner = await signUp(celeste);
});

/** Line `number` of the document in the plain form: headings, lists that go over sheets, and bold letters. */
function plainLine(number: number): string {
  if (number % 100 === 0) return `# título ${number}`;
  if (number % 50 > 30) return `${number % 50 === 36 ? '  ' : ''}- item ${number} da lista`;
  return `linha ${number} que **não** diz mais`;
}

const plain = Array.from({ length: LINES }, (_, number) => plainLine(number));
/** As shown: without marks. */
const shownLine = (number: number) =>
  plainLine(number)
    .replace(/^#? *(- )?|\*\*/g, '')
    .trim();
const lines = plain.map((_, number) => shownLine(number));

async function create(): Promise<string> {
  const path = await editableDocument(owner, { title: 'Longo' });
  await owner.post(path, {
    intent: 'save',
    version: '1',
    changes: '0',
    title: 'Longo',
    content: plain.join('\n'),
  });
  return path;
}

const readDraft = async (path: string) => JSON.parse((await owner.get(`${path}/draft`)).body) as Draft;
const draftLines = async (path: string) =>
  (await readDraft(path)).blocks.map(({ runs }) => runs.map(({ text }) => text).join(''));

/** The text with some lines replaced. */
const withLines = (replaced: Record<number, string>) => lines.map((line, number) => replaced[number] ?? line);

describeInBrowser('a long document in the editor', (browser) => {
  /** Opens the editor, in which only the first sheets are: the page is never idle until told. */
  async function open(path: string): Promise<Page> {
    const page = await openPage(browser(), celeste, { as: owner, viewport: { width: 1280, height: 800 } });
    await page.addInitScript(() => {
      let asked: (() => void)[] = [];
      Object.assign(window, {
        requestIdleCallback: (callback: () => void) => asked.push(callback),
        idle(times = Number.POSITIVE_INFINITY) {
          for (let count = 0; count < times && asked.length > 0; count += 1) {
            const now = asked;
            asked = [];
            for (const callback of now) callback();
          }
        },
      });
    });
    await page.goto(path);
    await page.locator('.ql-editor h1').first().waitFor();
    return page;
  }

  const idle = (page: Page, times?: number) =>
    page.evaluate((count) => (window as unknown as Held).idle(count), times);
  const editorLines = (page: Page) =>
    page.evaluate(() =>
      [...document.querySelectorAll('.ql-sheet > :not(ol), .ql-sheet li')].map((line) => line.textContent),
    );
  const line = (page: Page, number: number) =>
    page.locator('.ql-editor').getByText(shownLine(number), { exact: true });
  const typeAtEndOf = async (page: Page, number: number, text: string) => {
    await line(page, number).click();
    await page.keyboard.press('End');
    await page.keyboard.type(text);
  };

  it('can be edited and saved before it is loaded, and undone afterwards', async () => {
    const path = await create();
    const page = await open(path);
    const loaded = await editorLines(page);
    expect(loaded.length).toBeLessThan(FAR);
    expect(loaded).toEqual(lines.slice(0, loaded.length));
    const shown = (await page.locator('.ql-editor + .document-text').textContent())!;
    expect(shown).toContain(shownLine(LINES - 1));
    expect(shown.startsWith(shownLine(loaded.length))).toBe(true);

    await typeAtEndOf(page, 3, ' já');
    await page.keyboard.press('Control+s');
    await expect.poll(() => readDraft(path)).toMatchObject({ version: 3, changeIds: [] });
    expect(await draftLines(path)).toEqual(withLines({ 3: `${lines[3]} já` }));
    expect((await editorLines(page)).length).toBe(loaded.length);

    await idle(page, 1);
    await page.keyboard.type(' mesmo');
    await expect
      .poll(async () => {
        await idle(page);
        return page.locator('.ql-editor + *').count();
      })
      .toBe(0);
    const typed = withLines({ 3: `${lines[3]} já mesmo` });
    expect(await editorLines(page)).toEqual(typed);
    await expect.poll(() => draftLines(path)).toEqual(typed);
    // Nothing but the typed line became a change: what was loaded is what was sent.
    const { changeIds, blocks } = await readDraft(path);
    expect(changeIds.length).toBeGreaterThan(0);
    expect(changeIds.length).toBeLessThanOrEqual(' mesmo'.length);
    expect(blocks.filter(({ kind }) => kind === 'h1').length).toBe(7);
    expect(blocks[36]).toEqual({ ...blocks[36], kind: 'bullet', indent: 1 });
    await expect
      .poll(async () => {
        await page.keyboard.press('Control+z');
        return editorLines(page);
      })
      .toEqual(lines);
    await expect.poll(() => draftLines(path)).toEqual(lines);
    expect(await editorLines(page)).toEqual(lines);
    await page.context().close();
  });

  it('is asked for while its page still arrives, and without scripts not at all', async () => {
    const path = await create();
    const page = await open(path);
    const starts = await page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).flatMap(
        ({ name, initiatorType }) => (name.endsWith('/draft') ? [initiatorType] : []),
      ),
    );
    expect(starts).toEqual(['link']);
    await page.context().close();
    const plain = await openPage(browser(), celeste, { as: owner, javaScriptEnabled: false });
    const asked: string[] = [];
    plain.on('request', (request) => asked.push(request.url()));
    await plain.goto(path, { waitUntil: 'load' });
    expect(asked.length).toBeGreaterThan(1);
    expect(asked.filter((address) => address.endsWith('/draft'))).toEqual([]);
    await plain.context().close();
  });

  it('loses nothing when it is left while it loads', async () => {
    const path = await create();
    const page = await open(path);
    await typeAtEndOf(page, 3, ' fica');
    await page.goto('about:blank');
    await expect.poll(() => draftLines(path)).toEqual(withLines({ 3: `${lines[3]} fica` }));
    await page.context().close();
  });

  it('keeps what is typed offline while it loads', async () => {
    const path = await create();
    const page = await open(path);
    const context = page.context();
    await context.setOffline(true);
    await typeAtEndOf(page, 3, ' longe');
    await expect.poll(() => page.locator('[data-state]').getAttribute('data-state')).toBe('offline');
    await page.close();
    await context.setOffline(false);
    const again = await context.newPage();
    await again.goto(path);
    const typed = withLines({ 3: `${lines[3]} longe` });
    await expect.poll(() => draftLines(path)).toEqual(typed);
    await expect.poll(() => editorLines(again)).toEqual(typed);
    await context.close();
  });

  it('is loaded at once for keys, copies, prints and clicks that reach beyond', async () => {
    const path = await create();
    const typed: Record<number, string> = {};
    const [first, last] = [0, LINES - 1];
    const end = await open(path);
    await line(end, first).click();
    await end.keyboard.press('Control+End');
    await end.keyboard.type(' fim');
    typed[last] = `${lines[last]} fim`;
    await expect.poll(() => draftLines(path)).toEqual(withLines(typed));
    await end.context().close();

    const all = await open(path);
    await line(all, first).click();
    await all.keyboard.press('Control+a');
    expect(await all.evaluate(() => String(getSelection()))).toContain(`${lines[last]} fim`);
    await all.context().close();

    const printed = await open(path);
    await printed.evaluate(() => dispatchEvent(new Event('beforeprint')));
    expect(await editorLines(printed)).toEqual(withLines(typed));
    await printed.context().close();

    const clicked = await open(path);
    await clicked
      .locator('.document-text')
      .getByText(shownLine(FAR + 2), { exact: true })
      .last()
      .click();
    await clicked.keyboard.press('End');
    await clicked.keyboard.type(' clicada');
    typed[FAR + 2] = `${lines[FAR + 2]} clicada`;
    await expect.poll(() => draftLines(path)).toEqual(withLines(typed));
    await clicked.context().close();

    const joined = await open(path);
    const edge = (await editorLines(joined)).length - 1;
    await line(joined, edge).click();
    await joined.keyboard.press('End');
    await joined.keyboard.press('Delete');
    const whole = withLines(typed);
    whole.splice(edge, 2, `${whole[edge]}${whole[edge + 1]}`);
    await expect.poll(() => draftLines(path)).toEqual(whole);
    await joined.context().close();

    const topics = await open(path);
    await topics.locator('[data-topics] button').nth(6).click();
    const heading = topics.locator('.ql-sheet h1').nth(6);
    expect(await heading.textContent()).toBe('título 600');
    await expect.poll(() => heading.evaluate((h1) => Math.floor(h1.getBoundingClientRect().y / 800))).toBe(0);
    await topics.context().close();
  });

  it('takes in what another window changes, also where it is not loaded', async () => {
    const path = await create();
    const late = await open(path);
    const other = await open(path);
    await idle(other);
    await typeAtEndOf(other, 1, ' perto');
    await expect.poll(() => draftLines(path)).toEqual(withLines({ 1: `${lines[1]} perto` }));
    await typeAtEndOf(other, FAR, ' longe');
    const theirs = { 1: `${lines[1]} perto`, [FAR]: `${lines[FAR]} longe` };
    await expect.poll(() => draftLines(path)).toEqual(withLines(theirs));
    await typeAtEndOf(late, 3, ' meu');
    const both = withLines({ ...theirs, 3: `${lines[3]} meu` });
    await expect.poll(() => draftLines(path)).toEqual(both);
    await late.keyboard.press('Control+s');
    await expect.poll(() => readDraft(path)).toMatchObject({ version: 3, changeIds: [] });
    await expect.poll(() => line(late, 1).count()).toBe(0);
    expect((await editorLines(late)).length).toBeLessThan(FAR);
    await late.keyboard.type(' mais');
    await idle(late);
    both[3] += ' mais';
    expect(await editorLines(late)).toEqual(both);
    await expect.poll(() => draftLines(path)).toEqual(both);
    await late.context().close();
    await other.context().close();
  });

  it('asks about the same words while it loads, and saves what was chosen', async () => {
    const path = await create();
    const late = await open(path);
    const other = await open(path);
    await typeAtEndOf(other, 1, ' deles');
    await expect.poll(() => draftLines(path)).toEqual(withLines({ 1: `${lines[1]} deles` }));
    await typeAtEndOf(late, 1, ' nossas');
    await late.locator('dialog[open]').getByRole('button', { name: 'Manter o meu' }).click();
    const mine = withLines({ 1: `${lines[1]} nossas` });
    await expect.poll(() => draftLines(path)).toEqual(mine);
    await idle(late);
    expect(await editorLines(late)).toEqual(mine);
    await late.context().close();
    await other.context().close();
  });

  it('stays where it was scrolled to while it loads', async () => {
    const page = await open(await create());
    await page
      .locator('.document-text')
      .getByText(shownLine(FAR + 2), { exact: true })
      .last()
      .scrollIntoViewIfNeeded();
    const place = () =>
      page.evaluate(
        (text) => {
          const found = [...document.querySelectorAll('.document-text p')].find(
            (p) => p.textContent === text,
          );
          return found!.getBoundingClientRect().y;
        },
        shownLine(FAR + 2),
      );
    const frame = () =>
      page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50))));
    await frame();
    await frame();
    const before = await place();
    expect(before).toBeGreaterThan(0);
    const moved: number[] = [];
    for (let slice = 0; slice < 20; slice += 1) {
      await idle(page, 1);
      await frame();
      moved.push(Math.round((await place()) - before));
    }
    expect(moved.filter((pixels) => Math.abs(pixels) > 5)).toEqual([]);
    expect((await editorLines(page)).length).toBe(LINES);
    await page.context().close();
  });

  it('is whole without scripts', async () => {
    const path = await create();
    const page = await openPage(browser(), celeste, { as: owner, javaScriptEnabled: false });
    await page.goto(`${path}#h600`);
    const text = await page.locator('.document-text').textContent();
    for (const number of [0, FAR, LINES - 1]) expect(text).toContain(shownLine(number));
    expect(await page.locator('textarea[name="content"]').inputValue()).toBe(plain.join('\n'));
    await page.context().close();
  });
});
