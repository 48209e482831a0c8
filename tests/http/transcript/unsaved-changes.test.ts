import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RunningCeleste, sharedCeleste } from '@/tests/support/celeste';
import { readPdf } from '@/tests/support/pdf';
import { signUp, type TestUser } from '@/tests/support/test-user';
import { mainOf, summaryOf, textOf, typedIn } from '../platform/page';
import { editable } from './editable';

let celeste: RunningCeleste;
let owner: TestUser;
let transcript: string;

beforeAll(async () => {
  celeste = await sharedCeleste();
  owner = await signUp(celeste);
});

beforeEach(async () => {
  transcript = await editable(celeste, owner);
  const undone = replace('1.1', 'olá');
  const undo = { id: crypto.randomUUID(), change: { kind: 'undo', changeId: undone.id } };
  await append(1, [replace('1.0', 'bom dia gente'), undone, undo]);
});

function replace(id: string, text: string) {
  const blocks = [{ id: crypto.randomUUID(), speaker: 'A', text }];
  return { id: crypto.randomUUID(), change: { kind: 'replace', ids: [id], blocks } };
}

async function append(version: number, changes: unknown[]): Promise<void> {
  const answer = await owner.request(`${transcript}/draft`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: celeste.address },
    body: JSON.stringify({ version, lastChangeId: null, changes }),
  });
  expect(answer.status).toBe(200);
}

const SAID = 'Há 1 alteração não salva.';

const pageText = async (path: string) => textOf(mainOf((await owner.get(path)).body));

async function download(path: string) {
  const answer = await fetch(celeste.address + path, { headers: { Cookie: owner.cookieHeader() } });
  return { headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
}

/** The text of a document; its page shows the transcript too. */
const documentText = async (page: string) => (await owner.get(`${page.split('?')[0]}/export.txt`)).body;

describe('a transcript with unsaved changes', () => {
  it('says so where its saved text is downloaded, shared or copied, and offers to save first', async () => {
    const publicId = transcript.split('/').at(-1);
    for (const [path, saving, leaving] of [
      [`${transcript}/download`, 'Salvar e baixar', 'Baixar a versão salva'],
      [`${transcript}/share`, 'Salvar e criar link', 'Criar link da versão salva'],
      [
        `/documents/new?template=copy&transcription=${publicId}`,
        'Salvar e criar documento',
        'Criar da versão salva',
      ],
    ] as const) {
      const text = await pageText(path);
      expect(text).toContain(SAID);
      expect(text.indexOf(saving)).toBeGreaterThan(text.indexOf(SAID));
      expect(text.indexOf(leaving)).toBeGreaterThan(text.indexOf(saving));
    }
    expect(await pageText(transcript)).toContain(SAID);
  });

  it('is exported as last saved, and each file says so at its end and in its headers', async () => {
    const { headers, bytes } = await download(`${transcript}/export.txt`);
    expect(headers.get('X-Celeste-Version')).toBe('1');
    expect(headers.get('X-Celeste-Unsaved-Changes')).toBe('1');
    expect(bytes.toString()).not.toContain('gente');
    const foot =
      /Versão 1, salva em .* \(horário de Brasília\)\. Há 1 alteração não salva, que não está neste arquivo\.\s*$/;
    expect(bytes.toString()).toMatch(foot);
    expect((await download(`${transcript}/export.vtt`)).bytes.toString()).toMatch(foot);
    const { pages } = readPdf((await download(`${transcript}/export.pdf`)).bytes);
    expect(pages[0]!.lines.slice(-3).join(' ')).toContain('Há 1 alteração não salva');
  });

  it('is saved first by the first button, and left by the second', async () => {
    const form = { format: 'txt', layout: 'plain', show: 'speakers', saved_version: '1' };
    const left = await owner.post(`${transcript}/download`, { ...form, unsaved: 'leave' });
    expect([left.status, left.location]).toEqual([
      303,
      `${transcript}/export.txt?layout=plain&show=&show=speakers`,
    ]);
    expect((await download(left.location!)).bytes.toString()).not.toContain('gente');
    const saved = await owner.post(`${transcript}/download`, { ...form, unsaved: 'save' });
    const file = await download(saved.location!);
    expect(file.bytes.toString()).toContain('bom dia gente');
    expect(file.bytes.toString()).not.toContain('ainda não');
    expect(file.headers.get('X-Celeste-Version')).toBe('2');
    expect(await pageText(`${transcript}/download`)).not.toContain('não salva');
    const stale = await owner.post(`${transcript}/download`, { ...form, unsaved: 'save' });
    expect([stale.status, summaryOf(stale.body)]).toEqual([
      409,
      expect.stringContaining('Este texto foi alterado'),
    ]);
  });

  it('is saved before it is shared or copied, when asked', async () => {
    const shared = await owner.post(`${transcript}/share`, {
      intent: 'create',
      days: '7',
      unsaved: 'save',
      saved_version: '1',
    });
    expect(shared.status).toBe(303);
    expect((await owner.get(`${transcript}/versions`)).body).toContain('Versão 2');
    const publicId = transcript.split('/').at(-1)!;
    await append(2, [replace('2.2', 'vamos embora')]);
    const form = { template: 'copy', transcription: publicId, unsaved_of: publicId, saved_version: '2' };
    const copied = await owner.post('/documents/new', { ...form, unsaved: 'save' });
    expect(await documentText(copied.location!)).toContain('vamos embora');
  });

  it('asks when a document takes a text of whose changes the page did not tell', async () => {
    const publicId = transcript.split('/').at(-1)!;
    const form = { template: 'copy', transcription: publicId, times: 'on', title: 'Minha cópia' };
    const other = { unsaved_of: 'x'.repeat(22), saved_version: '1', unsaved: 'save' };
    for (const fields of [form, { ...form, ...other }]) {
      const asked = await owner.post('/documents/new', fields);
      expect(asked.status).toBe(409);
      expect(summaryOf(asked.body)).toContain('A transcrição tem 1 alteração não salva.');
      const text = textOf(mainOf(asked.body));
      expect(text).toContain(SAID);
      expect(text).toContain('Salvar e criar documento');
      expect(text).toContain('Criar da versão salva');
      expect(asked.body).toMatch(/<option value="copy" selected="">/);
      expect(asked.body).toContain(`<option value="${publicId}" selected="">`);
      expect(asked.body).toMatch(/<input type="checkbox" id="times"[^>]* checked=""/);
      expect(typedIn(asked.body, 'title')).toBe('Minha cópia');
      expect(asked.body).toContain(`name="unsaved_of" value="${publicId}"`);
      expect(asked.body).toContain('name="saved_version" value="1"');
    }
    const told = { ...form, unsaved_of: publicId, saved_version: '1' };
    const left = await owner.post('/documents/new', { ...told, unsaved: 'leave' });
    expect(await documentText(left.location!)).not.toContain('gente');
    const saved = await owner.post('/documents/new', { ...told, unsaved: 'save' });
    expect(await documentText(saved.location!)).toContain('gente');
  });

  it('does not ask for a document that takes nothing of the text', async () => {
    const form = { template: 'blank', transcription: transcript.split('/').at(-1)! };
    expect((await owner.post('/documents/new', form)).status).toBe(303);
  });

  it('is mentioned beside its versions, which are restored once the changes are saved', async () => {
    await owner.post(transcript, { intent: 'save', version: '1' });
    await append(2, [replace('2.2', 'vamos embora')]);
    const versions = `${transcript}/versions`;
    expect(await pageText(`${versions}?compare=1&with=2`)).toContain(SAID);
    expect(await pageText(`${versions}?compare=1&with=2`)).not.toContain('embora');
    const refused = await owner.post(versions, { intent: 'restore', version: '1' });
    expect(refused.status).toBe(409);
    expect(summaryOf(refused.body)).toBe(
      `${SAID} Salve ou descarte essa alteração antes de restaurar uma versão anterior.`,
    );
    expect(mainOf(refused.body)).toMatch(new RegExp(`${SAID}.*<a href="${transcript}">`));
    expect(await pageText(versions)).toContain('Salvar e restaurar esta versão');
    const restored = await owner.post(versions, { intent: 'restore', version: '1', unsaved: 'save' });
    expect(restored.status).toBe(303);
    const file = await download(`${transcript}/export.txt`);
    expect(file.headers.get('X-Celeste-Version')).toBe('4');
    expect(file.bytes.toString()).not.toMatch(/gente|embora/);
    expect(await pageText(`${versions}?read=3`)).toContain('vamos embora');
    expect(await pageText(versions)).not.toContain('não salva');
  });

  it('names what is lost before the changes are discarded', async () => {
    const text = await pageText(`${transcript}/discard`);
    expect(text).toContain('Descartar 1 alteração?');
    await owner.post(transcript, { intent: 'discard' });
    expect(await pageText(`${transcript}/discard`)).toContain('Não há alterações para descartar');
  });
});
