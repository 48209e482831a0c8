import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { editable, editableDocument } from '@/tests/http/transcript/editable';
import { describeInBrowser, openPage } from '@/tests/support/browser';
import { type RunningCeleste, sharedCeleste } from '@/tests/support/celeste';
import { signUp, type TestUser } from '@/tests/support/test-user';
import { currentWord } from '../transcript/current-word';

let celeste: RunningCeleste;
let owner: TestUser;
let transcript: string;

beforeAll(async () => {
  celeste = await sharedCeleste();
  owner = await signUp(celeste);
  transcript = await editable(celeste, owner);
});

interface DraftResponse {
  version: number;
  changeIds: string[];
  title: string;
  blocks: {
    kind: string;
    indent?: number;
    align?: string;
    runs: { text: string; [look: string]: unknown }[];
  }[];
}

const create = (fields: Record<string, string> = {}) => editableDocument(owner, fields);
/** The draft as stored on the server. */
const readDraft = async (written: string) =>
  JSON.parse((await owner.get(`${written}/draft`)).body) as DraftResponse;
const draftLines = async (written: string) =>
  (await readDraft(written)).blocks.map(
    ({ kind, runs }) => `${kind}: ${runs.map(({ text }) => text).join('')}`,
  );

describeInBrowser('the document editor', (browser) => {
  const complaints: string[] = [];
  let context: BrowserContext;

  async function open(written: string): Promise<Page> {
    const page = await openPage(browser(), celeste, { as: owner, viewport: { width: 1440, height: 900 } });
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    await page.goto(written);
    context = page.context();
    return page;
  }

  async function openEditor(written: string): Promise<Page> {
    const page = await open(written);
    await page.locator('.ql-editor').waitFor();
    return page;
  }

  const choose = (page: Page, format: string, value: string) =>
    page.locator(`[data-choice="${format}"]`).selectOption(value);
  const toggle = (page: Page, format: string) => page.locator(`[data-toggle="${format}"]`).click();

  it('stores typing in the draft, with every format, and saves it as a version', async () => {
    const written = await create({ title: 'Rascunho' });
    const page = await openEditor(written);
    await page.locator('.ql-editor').click();
    await choose(page, 'kind', 'h1');
    await page.keyboard.type('Título');
    await page.keyboard.press('Enter');
    await toggle(page, 'bold');
    await page.keyboard.type('negrito');
    await toggle(page, 'bold');
    await page.keyboard.type(' ');
    await choose(page, 'font', 'lato');
    await choose(page, 'size', '24');
    await choose(page, 'ink', 'red');
    await choose(page, 'mark', 'yellow');
    await page.keyboard.type('grande');
    await page.keyboard.press('Enter');
    await toggle(page, 'ordered');
    await page.keyboard.type('um');
    await page.keyboard.press('Enter');
    await page.locator('[data-action="indent"]').click();
    await page.keyboard.type('dois');
    await choose(page, 'align', 'center');
    await expect
      .poll(() => draftLines(written))
      .toEqual(['h1: Título', 'paragraph: negrito grande', 'ordered: um', 'ordered: dois']);
    const { blocks, version } = await readDraft(written);
    expect(version).toBe(1);
    expect(blocks[1]!.runs).toEqual([
      { text: 'negrito', bold: true },
      { text: ' ' },
      { text: 'grande', family: 'lato', size: '24', ink: 'red', marker: 'yellow' },
    ]);
    expect(blocks[3]).toMatchObject({ indent: 1, align: 'center' });
    expect(await page.locator('[data-topics] li').allInnerTexts()).toEqual(['Título']);
    expect(await page.locator('.ql-editor [style]').count()).toBe(0);

    await page.locator('#document-title').fill('Final');
    await page.locator('.ql-editor').click();
    await expect.poll(async () => (await readDraft(written)).title).toBe('Final');
    await page.keyboard.press('Control+s');
    await expect.poll(() => readDraft(written)).toMatchObject({ version: 2, changeIds: [], title: 'Final' });
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' e mais');
    await expect.poll(() => draftLines(written)).toContain('ordered: dois e mais');
    await context.close();

    const again = await openEditor(written);
    expect(await again.locator('.ql-editor h1').innerText()).toBe('Título');
    expect(await again.locator('.ql-editor .font-lato.size-24.ink-red.mark-yellow').innerText()).toBe(
      'grande',
    );
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('says what became of the changes, in the words of the transcript’s editor', async () => {
    const written = await create();
    const page = await openEditor(written);
    const state = page.locator('[data-state]');
    const said = () => page.locator('[data-bar] [role="status"]').innerText();
    expect(await said()).toBe('');
    await page.locator('.ql-editor').click();
    await page.keyboard.type('um');
    await expect.poll(said).toMatch(/^Rascunho salvo às \d\d:\d\d$/);
    await page.reload();
    await page.locator('.ql-editor').waitFor();
    await state.waitFor();
    expect(await said()).toBe('Há 1 alteração não salva.');
    await page.locator('.ql-editor').click();
    await page.keyboard.press('Control+s');
    await expect.poll(() => readDraft(written)).toMatchObject({ version: 2, changeIds: [] });
    await expect.poll(said).toBe('');
    await context.close();
  });

  it('sanitises pasted HTML to the allowed formats', async () => {
    const written = await create();
    const page = await openEditor(written);
    await page.locator('.ql-editor').click();
    await page.evaluate(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData(
        'text/html',
        '<h2 style="color:red">Colado</h2><p class=MsoNormal><b>forte</b> <a href="javascript:alert(1)">mau</a>' +
          '<img src=x onerror="document.title=\'hit\'"><a href="https://ok.example/">bom</a></p>',
      );
      document.activeElement!.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    });
    await expect.poll(() => draftLines(written)).toContain('h2: Colado');
    const runs = (await readDraft(written)).blocks.flatMap((block) => block.runs);
    expect(runs).toEqual([
      { text: 'Colado' },
      { text: 'forte', bold: true },
      { text: ' mau' },
      { text: 'bom', link: 'https://ok.example/' },
    ]);
    expect(await page.title()).not.toBe('hit');
    // The CSP reports what it blocked in the pasted markup.
    complaints.length = 0;
    await context.close();
  });

  it('works by keyboard, and Tab leaves the text', async () => {
    const written = await create();
    const page = await openEditor(written);
    await page.locator('.ql-editor').focus();
    await page.keyboard.type('abc');
    await page.keyboard.press('Shift+Home');
    await waitForQuillSelection(page);
    await page.locator('[data-toggle="italic"]').focus();
    await page.keyboard.press('Enter');
    await expect
      .poll(async () => (await readDraft(written)).blocks[0]!.runs)
      .toEqual([{ text: 'abc', italic: true }]);
    await page.locator('.ql-editor').focus();
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement!.closest('.ql-editor'))).toBeNull();
    expect(await page.locator('.ql-editor').innerText()).toBe('abc');
    await page.locator('.ql-editor').focus();
    await page.keyboard.press('Control+a');
    await waitForQuillSelection(page);
    await page.locator('[data-toggle="link"]').focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Endereço').fill('javascript:alert(1)');
    await page.keyboard.press('Enter');
    expect(await page.locator('dialog[open]').count()).toBe(1);
    await page.getByLabel('Endereço').fill('https://example.com');
    await page.keyboard.press('Enter');
    await expect
      .poll(async () => (await readDraft(written)).blocks[0]!.runs)
      .toEqual([{ text: 'abc', italic: true, link: 'https://example.com' }]);
    await context.close();
  });

  it('asks to confirm the warning once, then plays and quotes the transcription beside it', async () => {
    const fields = { template: 'copy', transcription: transcript.split('/').at(-1)!, times: 'on' };
    const written = (await owner.post('/documents/new', fields)).location!.split('?')[0]!;
    const page = await open(written);
    const dialog = page.locator('dialog[open]');
    const button = dialog.getByRole('button', { name: 'Continuar Edição' });
    await button.waitFor();
    expect(await button.isDisabled()).toBe(true);
    const around = (await dialog.boundingBox())!;
    const within = (await button.boundingBox())!;
    expect(within.width).toBeGreaterThan(within.height * 2);
    expect(within.y + within.height).toBeLessThan(around.y + around.height);
    await dialog.getByRole('checkbox').check();
    await button.click();
    await page.locator('.ql-editor').waitFor();
    expect(await page.locator('dialog[open]').count()).toBe(0);

    const position = () => page.evaluate(() => document.querySelector('audio')!.currentTime);
    const panel = (await page.locator('aside').boundingBox())!;
    expect(panel.width).toBeGreaterThanOrEqual(320);
    await page.locator('.ql-editor a', { hasText: '00:00:00' }).nth(1).click();
    await expect.poll(position).toBeGreaterThan(0.7);
    await page.locator('aside section section').nth(2).hover();
    await page.locator('.ql-editor').focus();
    await page.keyboard.press('Control+End');
    await page.locator('aside section section').nth(1).hover();
    await page.getByRole('button', { name: 'Inserir citação' }).click();
    await expect.poll(() => draftLines(written)).toContain('quote: “olá a todos” — Pessoa B 00:00:00');
    const quote = (await readDraft(written)).blocks.at(-1)!;
    expect(quote.runs.at(-1)!.link).toBe(`${transcript}?t=0.8#t`);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('seeks to a word pressed in the panel, and highlights the word being played', async () => {
    const page = await openEditor(
      await create({ template: 'copy', transcription: transcript.split('/').at(-1)! }),
    );
    const spoken = page.locator('aside section section p').nth(1);
    const bounds = () =>
      spoken.evaluate((element) => {
        const range = document.createRange();
        range.setStart(element.firstChild!, 'olá a '.length);
        range.setEnd(element.firstChild!, 'olá a todos'.length);
        const { x, y, width, height } = range.getBoundingClientRect();
        return { x: x + width / 2, y: y + height / 2 };
      });
    await spoken.scrollIntoViewIfNeeded();
    const { x, y } = await bounds();
    await expect
      .poll(async () => {
        await page.mouse.click(x, y);
        return page.evaluate(() => document.querySelector('audio')!.currentTime);
      })
      .toBeGreaterThanOrEqual(1.6);
    await page.evaluate(() => {
      const audio = document.querySelector('audio')!;
      audio.pause();
      audio.currentTime = 0.85;
    });
    await expect.poll(() => currentWord(page)).toBe('olá');
    await page.mouse.click(x, y);
    await expect.poll(() => currentWord(page)).toBe('todos');
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('shows formatted text until the editor arrives, which moves nothing and keeps the selection', async () => {
    const written = await create();
    const content = '# Título\n**negrito** e texto\n- item';
    await owner.post(written, { intent: 'save', version: '1', changes: '0', title: 'Lento', content });
    const page = await openPage(browser(), celeste, { as: owner, viewport: { width: 1440, height: 900 } });
    let arrive = () => {};
    const held = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await page.route('**/documents/tools', async (route) => {
      await held;
      await route.continue();
    });
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(written);
    expect(await page.locator('.document-text strong').innerText()).toBe('negrito');
    expect(await page.locator('textarea').isVisible()).toBe(false);
    await page.locator('.document-text strong').selectText();
    arrive();
    await page.locator('.ql-editor').waitFor();
    await expect.poll(() => page.evaluate(() => String(getSelection()))).toBe('negrito');
    const shifted = () => page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
    expect((await shifted()).reduce((sum, value) => sum + value, 0)).toBeLessThanOrEqual(0.02);
    await page.context().close();
  });

  it('says when the editor did not load, and never replaces a plain form in use', async () => {
    const written = await create();
    const page = await openPage(browser(), celeste, { as: owner });
    await page.route('**/documents/tools', (route) => route.abort());
    await page.goto(written);
    await page.getByText('Não foi possível carregar o editor.').waitFor();
    await page.locator('summary', { hasText: 'Editar sem scripts' }).click();
    await page.locator('textarea[name="content"]').fill('sem scripts');
    await page.getByRole('button', { name: 'Salvar', exact: true }).click();
    await expect.poll(() => draftLines(written)).toEqual(['paragraph: sem scripts']);
    await page.context().close();
  });

  it('merges edits of another window, and asks about conflicts', async () => {
    const written = await create();
    const first = await openEditor(written);
    const firstContext = context;
    await first.locator('.ql-editor').click();
    await first.keyboard.type('um');
    await first.keyboard.press('Enter');
    await first.keyboard.type('dois');
    await expect.poll(() => draftLines(written)).toEqual(['paragraph: um', 'paragraph: dois']);
    const second = await openEditor(written);
    await second.locator('.ql-editor p').first().click();
    await second.keyboard.press('End');
    await second.keyboard.type(' aqui');
    await expect.poll(() => draftLines(written)).toEqual(['paragraph: um aqui', 'paragraph: dois']);
    await first.locator('.ql-editor p').nth(1).click();
    await first.keyboard.press('End');
    await first.keyboard.type(' lá');
    await expect.poll(() => draftLines(written)).toEqual(['paragraph: um aqui', 'paragraph: dois lá']);
    await second.locator('.ql-editor p').nth(1).click();
    await second.keyboard.press('End');
    await second.keyboard.type(' também');
    await second.locator('dialog[open]').getByRole('button', { name: 'Manter o meu' }).click();
    await expect.poll(() => draftLines(written)).toEqual(['paragraph: um aqui', 'paragraph: dois também']);
    await firstContext.close();
    await context.close();
  });

  it('asks which title to keep when two windows change it', async () => {
    const written = await create({ title: 'Ata' });
    const first = await openEditor(written);
    const firstContext = context;
    const second = await openEditor(written);
    const retitle = async (page: Page, title: string) => {
      await page.locator('#document-title').fill(title);
      await page.locator('#document-title').press('Tab');
    };
    const draftTitle = async () => (await readDraft(written)).title;
    await retitle(first, 'Ata da manhã');
    await expect.poll(draftTitle).toBe('Ata da manhã');
    await retitle(second, 'Ata da tarde');
    const dialog = second.locator('dialog[open]');
    await dialog.getByText('Título: Ata da manhã').waitFor();
    expect(await draftTitle()).toBe('Ata da manhã');
    await dialog.getByRole('button', { name: 'Manter o meu' }).click();
    await expect.poll(draftTitle).toBe('Ata da tarde');
    expect(await second.locator('#document-title').inputValue()).toBe('Ata da tarde');
    await retitle(first, 'Ata da noite');
    await first.locator('dialog[open]').getByRole('button', { name: 'Manter o outro' }).click();
    await expect.poll(() => first.locator('#document-title').inputValue()).toBe('Ata da tarde');
    expect(await draftTitle()).toBe('Ata da tarde');
    await firstContext.close();
    await context.close();
  });

  it('saves a version that includes another window’s edits, and reverts none of them', async () => {
    const written = await create();
    const first = await openEditor(written);
    const firstContext = context;
    await first.locator('.ql-editor').click();
    await first.keyboard.type('um');
    await first.keyboard.press('Enter');
    await first.keyboard.press('Enter');
    await first.keyboard.press('Enter');
    await first.keyboard.type('dois');
    const lines = ['paragraph: um', 'paragraph: ', 'paragraph: ', 'paragraph: dois'];
    await expect.poll(() => draftLines(written)).toEqual(lines);
    const second = await openEditor(written);
    await second.locator('.ql-editor p').first().click();
    await second.keyboard.press('End');
    await second.keyboard.type(' delas');
    await expect.poll(async () => (await draftLines(written))[0]).toBe('paragraph: um delas');
    await first.keyboard.press('Control+s');
    await expect.poll(() => readDraft(written)).toMatchObject({ version: 2, changeIds: [] });
    await expect.poll(() => first.locator('.ql-editor p').first().innerText()).toBe('um delas');
    // The other window learns of the new version with its next change; the changed line equals the one before
    // it.
    await second.locator('.ql-editor p').nth(2).click();
    await second.keyboard.type('entre');
    lines.splice(0, 3, 'paragraph: um delas', 'paragraph: ', 'paragraph: entre');
    await expect.poll(() => draftLines(written)).toEqual(lines);
    expect(await second.locator('dialog[open]').count()).toBe(0);
    expect((await readDraft(written)).version).toBe(2);
    await firstContext.close();
    await context.close();
  });

  it('shows formats too in an edit conflict', async () => {
    const written = await create();
    const first = await openEditor(written);
    const firstContext = context;
    await first.locator('.ql-editor').click();
    await first.keyboard.type('igual');
    await expect.poll(() => draftLines(written)).toEqual(['paragraph: igual']);
    const second = await openEditor(written);
    for (const [page, format] of [
      [first, 'bold'],
      [second, 'strike'],
    ] as const) {
      await page.locator('.ql-editor').focus();
      await page.keyboard.press('Control+a');
      await waitForQuillSelection(page);
      await toggle(page, format);
      if (page === first)
        await expect.poll(async () => (await readDraft(written)).blocks[0]!.runs[0]).toHaveProperty('bold');
    }
    const dialog = second.locator('dialog[open]');
    expect(await dialog.locator('[data-mine] ins s').innerText()).toBe('igual');
    expect(await dialog.locator('[data-theirs] del strong').innerText()).toBe('igual');
    await dialog.getByRole('button', { name: 'Manter o outro' }).click();
    await expect.poll(() => second.locator('.ql-editor strong').innerText()).toBe('igual');
    await firstContext.close();
    await context.close();
  });

  it('discards unsaved changes after a confirmation', async () => {
    const written = await create({ title: 'Fica' });
    const page = await openEditor(written);
    const discard = page.locator('[data-action="discard"]');
    expect(await discard.isVisible()).toBe(false);
    await page.locator('.ql-editor').click();
    await page.keyboard.type('some');
    await page.locator('#document-title').fill('Some');
    await expect.poll(async () => (await readDraft(written)).title).toBe('Some');
    await discard.click();
    const dialog = page.locator('dialog[open]');
    await dialog.getByRole('button', { name: 'Continuar editando' }).click();
    expect(await draftLines(written)).toEqual(['paragraph: some']);
    await discard.click();
    await dialog.getByRole('button', { name: 'Descartar alterações' }).click();
    await page.getByText('Alterações descartadas').waitFor();
    expect(await readDraft(written)).toMatchObject({ title: 'Fica', version: 1, changeIds: [] });
    await page.locator('.ql-editor').waitFor();
    expect(await page.locator('.ql-editor').innerText()).toBe('\n');
    await context.close();
  });

  it('keeps offline edits in the browser, and sends them when the page is opened again', async () => {
    const written = await create();
    const page = await openEditor(written);
    await context.setOffline(true);
    await page.locator('.ql-editor').click();
    await page.keyboard.type('guardado');
    await expect.poll(() => page.locator('[data-state]').getAttribute('data-state')).toBe('offline');
    expect((await readDraft(written)).changeIds).toEqual([]);
    await page.close();
    await context.setOffline(false);
    const again = await context.newPage();
    await again.goto(written);
    await expect.poll(() => draftLines(written)).toEqual(['paragraph: guardado']);
    expect(await again.locator('.ql-editor').innerText()).toBe('guardado');
    await context.close();
  });

  it('is loaded only on document pages', async () => {
    const written = await create();
    const bytes: Record<string, number> = {};
    for (const address of ['/documents', '/transcriptions', transcript, written]) {
      const page = await openPage(browser(), celeste, { as: owner });
      const scripts: Promise<number>[] = [];
      page.on('response', (response) => {
        if (/\.(js|css)$/.test(new URL(response.url()).pathname))
          scripts.push(
            response.body().then(
              (body) => (body.includes('ql-editor') ? body.length : 0),
              () => 0,
            ),
          );
      });
      await page.goto(address);
      if (address === written) await page.locator('.ql-editor').waitFor();
      await page.waitForLoadState('networkidle');
      bytes[address] = (await Promise.all(scripts)).reduce((sum, each) => sum + each, 0);
      await page.context().close();
    }
    process.stdout.write(`Quill's code and styles, in bytes: ${JSON.stringify(bytes)}\n`);
    const { [written]: own, ...others } = bytes;
    expect(own).toBeGreaterThan(50_000);
    expect(Object.values(others)).toEqual([0, 0, 0]);
  });
});

/** Waits until Quill has noticed a selection, which it does asynchronously. No user is as fast. */
const waitForQuillSelection = (page: Page) =>
  page.evaluate(
    () =>
      new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 2)))),
  );
