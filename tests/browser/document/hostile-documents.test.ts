import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { HOSTILE_DOCUMENTS, HOSTILE_PAGES } from '@/tests/database/document/hostile-html';
import { change } from '@/tests/http/platform/data-dir';
import { editableDocument } from '@/tests/http/transcript/editable';
import { describeInBrowser, openPage } from '@/tests/support/browser';
import { type RunningCeleste, sharedCeleste } from '@/tests/support/celeste';
import { signUp, type TestUser } from '@/tests/support/test-user';
import { unzip } from '@/tests/support/zip';

const PAYLOADS_PER_DOCUMENT = 4;
/** Active content of a PDF. */
const PDF_ACTIVE_CONTENT = /\/(JavaScript|JS|Launch|OpenAction|EmbeddedFile|GoToR|SubmitForm|RichMedia)\b/;
const DOCUMENTS_PER_PAGE = 9;

let celeste: RunningCeleste;
let owner: TestUser;
/** Documents with a version for each XSS payload, written to the database without the server's sanitiser. */
const stored: { path: string; cases: string[] }[] = [];
/** Path of a document whose plain text has all payloads, one a line. */
let written: string;

beforeAll(async () => {
  celeste = await sharedCeleste();
  owner = await signUp(celeste);
  const content = HOSTILE_DOCUMENTS.join('\n');
  written = await editableDocument(owner, { title: HOSTILE_DOCUMENTS[0]! });
  await owner.post(written, { intent: 'save', version: '1', changes: '0', title: 'Hostil', content });
  for (let at = 0; at < HOSTILE_PAGES.length; at += PAYLOADS_PER_DOCUMENT) {
    const cases = HOSTILE_PAGES.slice(at, at + PAYLOADS_PER_DOCUMENT);
    const path = await editableDocument(owner, { title: HOSTILE_DOCUMENTS[at]! });
    for (const [index, html] of cases.entries()) await storeVersion(path, index + 2, html);
    stored.push({ path, cases });
  }
});

async function storeVersion(path: string, number: number, html: string): Promise<void> {
  const document = `(SELECT id FROM documents WHERE public_id = '${path.split('/').at(-1)}')`;
  const at = '2026-11-20 12:00:00.000 +00:00';
  await change(
    celeste,
    `INSERT INTO document_versions (document_id, number, content, created_at, updated_at)
     VALUES (${document}, ${number}, x'${gzipSync(html).toString('hex')}', '${at}', '${at}')`,
  );
  await change(celeste, `UPDATE documents SET version = ${number} WHERE id = ${document}`);
}

async function download(path: string): Promise<Buffer> {
  const headers = { Cookie: owner.cookieHeader() };
  return Buffer.from(await (await fetch(celeste.address + path, { headers })).arrayBuffer());
}

describeInBrowser('hostile documents', (browser) => {
  /** Opens a page that records scripts run, dialogs, CSP violations and requests to other origins. */
  async function openMonitoredPage(): Promise<{ page: Page; noted: string[] }> {
    const page = await openPage(browser(), celeste, { as: owner });
    const noted: string[] = [];
    await page.exposeFunction('hit', () => noted.push('hit'));
    await page.exposeFunction('refused', (what: string) => noted.push(what));
    await page.addInitScript(() =>
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
        const { refused } = window as unknown as { refused(what: string): void };
        refused(`${effectiveDirective} ${blockedURI}`);
      }),
    );
    page.on('dialog', (dialog) => {
      noted.push('dialog');
      void dialog.dismiss();
    });
    page.on('request', (request) => {
      if (!request.url().startsWith(celeste.address)) noted.push(request.url());
    });
    return { page, noted };
  }

  /** Clicks all links of the document, with the navigation prevented. */
  const followLinks = (page: Page) =>
    page.evaluate(() => {
      addEventListener('click', (event) => event.preventDefault(), { once: false });
      for (const link of document.querySelectorAll<HTMLAnchorElement>('.document-text a')) link.click();
    });

  it('run no scripts and load nothing when read, listed, compared and printed', async () => {
    const { page, noted } = await openMonitoredPage();
    for (const { path, cases } of stored) {
      for (const [index] of cases.entries()) {
        await page.goto(`${path}/versions?read=${index + 2}`);
        await followLinks(page);
      }
      await page.goto(`${path}/versions?compare=2`);
      await page.goto(`${path}/delete`);
      await page.goto(`${path}/download`);
    }
    const pages = Math.ceil((stored.length + 1) / DOCUMENTS_PER_PAGE);
    for (let number = 1; number <= pages; number += 1) await page.goto(`/documents?page=${number}`);
    await page.goto(written);
    await page.locator('.ql-editor').waitFor();
    await page.emulateMedia({ media: 'print' });
    const sheet = (await page.pdf()).toString('latin1');
    expect(PDF_ACTIVE_CONTENT.exec(sheet)?.[0]).toBeUndefined();
    expect(noted).toEqual([]);
    await page.context().close();
  });

  it('run no scripts and load nothing when typed as a title, or pasted', async () => {
    const { page, noted } = await openMonitoredPage();
    await page.goto(await editableDocument(owner));
    await page.locator('.ql-editor').click();
    for (const html of HOSTILE_DOCUMENTS) {
      await page.evaluate((html) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/html', html);
        const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
        document.querySelector('.ql-editor')!.dispatchEvent(paste);
      }, html);
    }
    await page.locator('#document-title').fill(HOSTILE_DOCUMENTS[3]!);
    await page.keyboard.press('Control+s');
    await page.locator('article:not([data-changed])').waitFor();
    const inside = await page.evaluate(() =>
      [...document.querySelectorAll('.ql-editor *')].flatMap(({ localName, attributes }) =>
        [...attributes].map(({ name }) => `${localName} ${name}`),
      ),
    );
    const known = /^((\w+ class)|(a (href|rel|target))|(li data-list)|(span contenteditable))$/;
    expect(inside.filter((attribute) => !known.test(attribute))).toEqual([]);
    // Pasted HTML is parsed in an inert document, where nothing runs; browsers report CSP violations of its
    // markup all the same.
    const parsed = /^((script|style)-src-(attr|elem)|base-uri) /;
    expect(noted.filter((what) => !parsed.test(what))).toEqual([]);
    noted.length = 0;
    await page.reload();
    await page.locator('.ql-editor').waitFor();
    expect(await page.title()).toContain('<img src=x onerror=hit()>');
    await followLinks(page);
    expect(noted).toEqual([]);
    await page.context().close();
  });
});

it('contain no scripts and only allowed URLs when exported', async () => {
  for (const path of [written, ...stored.map((each) => each.path)]) {
    const pdf = (await download(`${path}/export.pdf`)).toString('latin1');
    expect(pdf).toMatch(/^%PDF-/);
    expect(PDF_ACTIVE_CONTENT.exec(pdf)?.[0]).toBeUndefined();
    const addresses = [...pdf.matchAll(/\/URI \(((?:\\.|[^)])*)\)/g)].map(([, address]) => address!);
    const parts = unzip(await download(`${path}/export.docx`));
    expect([...parts.keys()].filter((name) => /vba|embed|activeX|altChunk|ole/i.test(name))).toEqual([]);
    for (const [name, part] of parts) {
      const text = part.toString();
      const danger = /<script|<w:altChunk|<w:object|<w:fldSimple|<w:pict|<w:control|macro/i.exec(text);
      expect([name, danger?.[0]]).toEqual([name, undefined]);
      for (const [, field] of text.matchAll(/<w:instrText[^>]*>([^<]*)/g)) expect(field).toBe('PAGE');
      for (const [relation] of text.matchAll(/<Relationship [^>]*TargetMode="External"[^>]*>/g)) {
        expect(relation).toContain('/hyperlink"');
        addresses.push(/Target="([^"]*)"/.exec(relation)![1]!);
      }
    }
    const allowed = new RegExp(`^(https?://ok\\.example/|mailto:|${celeste.address}/transcriptions/)`);
    expect(addresses.filter((address) => !allowed.test(address))).toEqual([]);
  }
});
