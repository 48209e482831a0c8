import { beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { type RunningCeleste, sharedCeleste } from '@/tests/support/celeste';
import { readPdf } from '@/tests/support/pdf';
import { signUp, type TestUser } from '@/tests/support/test-user';
import { unzip } from '@/tests/support/zip';
import { linksOf, mainOf, summaryOf, textOf } from '../platform/page';
import { editableDocument } from '../transcript/editable';

let celeste: RunningCeleste;
let owner: TestUser;
let document: string;

beforeAll(async () => {
  celeste = await sharedCeleste();
  owner = await signUp(celeste);
});

beforeEach(async () => {
  document = await editableDocument(owner, { title: 'Ata' });
  const first = { version: '1', changes: '0', title: 'Ata', content: 'PRIMEIRA' };
  await owner.post(document, { intent: 'save', ...first });
  await append(2, { kind: 'replace', ids: ['2.0'], blocks: [paragraph('PRIMEIRA SEGUNDA')] });
  await append(2, { kind: 'title', title: 'Pauta' });
});

const paragraph = (text: string) => ({ id: crypto.randomUUID(), kind: 'paragraph', runs: [{ text }] });

async function append(version: number, change: unknown): Promise<void> {
  const answer = await owner.request(`${document}/draft`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: celeste.address },
    body: JSON.stringify({ version, changes: [{ id: crypto.randomUUID(), change }] }),
  });
  expect(answer.status).toBe(200);
}

const SAID = 'Há 2 alterações não salvas.';

const pageText = async (path: string) => textOf(mainOf((await owner.get(path)).body));

async function download(path: string) {
  const answer = await fetch(celeste.address + path, { headers: { Cookie: owner.cookieHeader() } });
  return { headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
}

describe('a document with unsaved changes', () => {
  it('says so on its page as a transcript does, and is saved there', async () => {
    const text = await pageText(document);
    expect(text).toContain(`${SAID} Salvar Descartar alterações`);
    expect(text).not.toContain('rascunho');
    expect((await owner.post(document, { intent: 'commit', version: '2' })).status).toBe(303);
    expect(await pageText(document)).not.toContain('não salva');
  });

  it('is exported as last saved, and each file says so at its end and in its headers', async () => {
    const { headers, bytes } = await download(`${document}/export.txt`);
    expect(headers.get('X-Celeste-Version')).toBe('2');
    expect(headers.get('X-Celeste-Unsaved-Changes')).toBe('2');
    expect(headers.get('Content-Disposition')).toContain('filename="Ata.txt"');
    expect(bytes.toString()).toMatch(
      /^Ata\n\nPRIMEIRA\n\nVersão 2, salva em .* \(horário de Brasília\)\. Há 2 alterações não salvas, que não estão neste arquivo\.\s*$/,
    );
    const { pages } = readPdf((await download(`${document}/export.pdf`)).bytes);
    const printed = pages.flatMap(({ lines }) => lines).join(' ');
    expect(printed).toContain('Há 2 alterações não salvas');
    expect(printed).not.toContain('SEGUNDA');
    const docx = unzip((await download(`${document}/export.docx`)).bytes)
      .get('word/document.xml')!
      .toString();
    expect(docx).toContain('Há 2 alterações não salvas');
    expect(docx).not.toContain('SEGUNDA');
  });

  it('says so where it is downloaded, and offers to save first', async () => {
    const text = await pageText(`${document}/download`);
    expect(text).toContain(SAID);
    expect(text.indexOf('Salvar e baixar')).toBeGreaterThan(text.indexOf(SAID));
    expect(text.indexOf('Baixar a versão salva')).toBeGreaterThan(text.indexOf('Salvar e baixar'));
    expect(linksOf((await owner.get(`${document}/download`)).body).join(' ')).not.toContain('export.');
  });

  it('is saved first by the first button, and left by the second', async () => {
    const form = { format: 'txt', saved_version: '2' };
    const left = await owner.post(`${document}/download`, { ...form, unsaved: 'leave' });
    expect([left.status, left.location]).toEqual([303, `${document}/export.txt`]);
    expect((await download(left.location!)).bytes.toString()).not.toContain('SEGUNDA');
    const saved = await owner.post(`${document}/download`, { ...form, unsaved: 'save' });
    const file = await download(saved.location!);
    expect(file.bytes.toString()).toBe('Pauta\n\nPRIMEIRA SEGUNDA\n');
    expect(file.headers.get('X-Celeste-Version')).toBe('3');
    expect(file.headers.get('X-Celeste-Unsaved-Changes')).toBe('0');
    expect(await pageText(`${document}/download`)).not.toContain('não salva');
    expect(linksOf((await owner.get(`${document}/download`)).body)).toContain(`${document}/export.txt`);
    const stale = await owner.post(`${document}/download`, { ...form, unsaved: 'save' });
    expect(stale.status).toBe(409);
    expect(summaryOf(stale.body)).toContain('O documento foi alterado em outro lugar');
    expect(summaryOf(stale.body)).not.toContain('está abaixo');
  });
});

describe('the versions of a document with unsaved changes', () => {
  it('are compared as they were saved, under the saved title, and the page says what they lack', async () => {
    for (const query of ['', '?compare=1&with=2', '?compare=1', '?read=2']) {
      const text = await pageText(`${document}/versions${query}`);
      expect(text).toContain(SAID);
      expect(text).not.toContain('SEGUNDA');
      expect(text).not.toContain('Pauta');
      if (query !== '') expect(text).toContain('PRIMEIRA');
    }
    await owner.post(document, { intent: 'discard', version: '2' });
    expect(await pageText(`${document}/versions`)).not.toContain('não salva');
  });

  it('are not restored over them, and the reason is said', async () => {
    const refused = await owner.post(`${document}/versions`, { intent: 'restore', version: '1' });
    expect(refused.status).toBe(409);
    expect(summaryOf(refused.body)).toBe(
      `${SAID} Salve ou descarte essas alterações antes de restaurar uma versão anterior.`,
    );
    expect(mainOf(refused.body)).toMatch(new RegExp(`${SAID}.*<a href="${document}">`));
  });

  it('are restored after those are saved, when asked', async () => {
    expect(await pageText(`${document}/versions`)).toContain('Salvar e restaurar esta versão');
    const form = { intent: 'restore', version: '1', unsaved: 'save' };
    expect((await owner.post(`${document}/versions`, form)).status).toBe(303);
    const { headers, bytes } = await download(`${document}/export.txt`);
    expect([bytes.toString(), headers.get('X-Celeste-Version')]).toEqual(['Pauta\n\n\n', '4']);
    expect(await pageText(`${document}/versions?read=3`)).toContain('PRIMEIRA SEGUNDA');
    expect(await pageText(`${document}/versions`)).not.toContain('Salvar e voltar');
  });
});

describe('a document that was never saved', () => {
  it('is exported as it was created', async () => {
    const fresh = await editableDocument(owner, { title: 'Nova', template: 'pauta' });
    const { headers, bytes } = await download(`${fresh}/export.txt`);
    expect(headers.get('X-Celeste-Version')).toBe('1');
    expect(headers.get('X-Celeste-Unsaved-Changes')).toBe('0');
    expect(bytes.toString()).toContain('Fontes a ouvir');
  });
});
