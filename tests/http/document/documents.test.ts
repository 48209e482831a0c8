import { beforeAll, describe, expect, it } from 'vitest';
import { type RunningCeleste, sharedCeleste } from '@/tests/support/celeste';
import { signUp, type TestUser } from '@/tests/support/test-user';
import { linksOf, mainOf, messageBeside, summaryOf, textOf } from '../platform/page';
import { editable, editableDocument } from '../transcript/editable';

let celeste: RunningCeleste;
let owner: TestUser;
let transcript: string;

beforeAll(async () => {
  celeste = await sharedCeleste();
  owner = await signUp(celeste);
  transcript = await editable(celeste, owner);
});

const create = (fields: Record<string, string> = {}) => editableDocument(owner, fields);
const shown = async (path: string) => (await owner.get(path)).body;
const hidden = (page: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page)![1]!;
const typedIn = (page: string) => /<textarea[^>]*>([^<]*)<\/textarea>/.exec(page)![1]!;
const renderedIn = (page: string) => /<div class="document-text">(.*?)<\/div>/s.exec(page)![1]!;

describe('documents without scripts', () => {
  it('have a menu entry, an empty list, and templates', async () => {
    const stranger = await signUp(celeste);
    const { body } = await stranger.get('/documents');
    expect(textOf(mainOf(body))).toContain('Você ainda não tem documentos.');
    expect(body).toMatch(/<a href="\/documents" aria-current="page">/);
    expect(textOf(body)).toContain('Documentos');
    const models = linksOf((await stranger.get('/documents/models')).body);
    expect(models.filter((href) => href.startsWith('/documents/new?template='))).toHaveLength(6);
  });

  it("are created from a transcription's page", async () => {
    const link = linksOf(await shown(transcript)).find((href) => href.startsWith('/documents/new'))!;
    expect(textOf(await shown(transcript))).toContain('Criar cópia em documentos');
    const form = await shown(link.replaceAll('&amp;', '&'));
    expect(form).toMatch(/<option value="copy" selected="">/);
    expect(form).toContain(`<option value="${transcript.split('/').at(-1)}" selected="">`);
    const fields = { template: 'copy', transcription: transcript.split('/').at(-1)!, times: 'on' };
    const created = await owner.post('/documents/new', fields);
    expect(created.status).toBe(303);
    const document = created.location!;
    const page = await shown(document);
    expect(renderedIn(page)).toContain(
      `<p><strong>Pessoa A</strong> <a href="${transcript}?t=0#t">00:00:00</a>: bom dia</p>`,
    );
    expect(page).toContain('NÃO são refletidas no arquivo original');
    expect(page).not.toContain('name="content"');

    const refused = await owner.post(document, { intent: 'warn' });
    expect([refused.status, messageBeside(refused.body, 'understood')]).toEqual([
      400,
      'Confirme que você leu e entendeu para continuar.',
    ]);
    expect((await owner.post(document, { intent: 'warn', understood: 'on' })).status).toBe(303);
    const next = await shown(document);
    expect(typedIn(next)).toContain('**Pessoa B**');
    expect(next).toContain(`src="${transcript}/audio`);
  });

  it('reject a template without its source', async () => {
    const { status, body } = await owner.post('/documents/new', { template: 'copy' });
    expect(status).toBe(400);
    expect(textOf(body)).toContain('Escolha uma transcrição.');
    expect((await owner.post('/documents/new', { template: 'no-such' })).status).toBe(400);
  });

  it('are edited, previewed and saved, with all formats', async () => {
    const document = await create({ title: 'Rascunho' });
    const page = await shown(document);
    const content = '# Título\r\n**negrito** <b>não</b> [mar]{lato 24 ink-blue}\r\n- item';
    const fields = {
      version: hidden(page, 'version'),
      changes: hidden(page, 'changes'),
      title: 'Final',
      content,
    };
    const seen = await owner.post(document, { intent: 'preview', ...fields });
    expect(seen.status).toBe(200);
    expect(renderedIn(seen.body)).toContain(
      '<h1 id="h0">Título</h1><p><strong>negrito</strong> &lt;b&gt;não',
    );
    expect(typedIn(seen.body)).toContain('# Título');
    expect(renderedIn(await shown(document))).toBe('<p><br></p>');

    const saved = await owner.post(document, { intent: 'save', ...fields });
    expect([saved.status, saved.location]).toEqual([303, document]);
    const after = await shown(document);
    expect(textOf(after)).toContain('Documento salvo.');
    expect(renderedIn(after)).toBe(
      '<h1 id="h0">Título</h1><p><strong>negrito</strong> &lt;b&gt;não&lt;/b&gt; ' +
        '<span class="font-lato size-24 ink-blue">mar</span></p><ul><li>item</li></ul>',
    );
    expect(linksOf(after)).toContain('#h0');
    expect(typedIn(after).replaceAll('&lt;', '<').replaceAll('&gt;', '>')).toBe(content.replaceAll('\r', ''));
  });

  it('detect a conflict with a concurrent save', async () => {
    const document = await create();
    const [here, there] = [await shown(document), await shown(document)];
    const over = (page: string) => ({ version: hidden(page, 'version'), changes: hidden(page, 'changes') });
    await owner.post(document, { intent: 'save', ...over(here), title: 'Um', content: 'primeiro' });
    const late = await owner.post(document, {
      intent: 'save',
      ...over(there),
      title: 'Dois',
      content: 'segundo',
    });
    expect(late.status).toBe(409);
    expect(summaryOf(late.body)).toContain('O documento foi alterado em outro lugar');
    expect([typedIn(late.body), renderedIn(late.body)]).toEqual(['segundo', '<p>primeiro</p>']);
    expect(late.body).toContain('value="Dois"');
    const present = {
      present_version: hidden(late.body, 'present_version'),
      present_changes: hidden(late.body, 'present_changes'),
    };
    const again = { ...over(late.body), ...present, title: 'Dois', content: 'ambos' };
    expect((await owner.post(document, { intent: 'overwrite', ...again })).status).toBe(303);
    expect(typedIn(await shown(document))).toBe('ambos');
  });

  it('have versions that can be viewed, compared and restored', async () => {
    const document = await create({ title: 'Ata' });
    const save = (version: string, content: string) =>
      owner.post(document, { intent: 'save', version, changes: '0', title: 'Ata', content });
    await save('1', 'fica\n**some**');
    await save('2', 'fica\nvem');
    const versions = await shown(`${document}/versions`);
    expect(linksOf(await shown(document))).toContain(`${document}/versions`);
    expect(textOf(versions)).toContain('Versão 3');
    expect(linksOf(versions)).toContain(`${document}/versions?compare=2#comparison`);
    const compared = mainOf(await shown(`${document}/versions?compare=2`));
    expect(compared).toMatch(/<del[^>]*><strong>some<\/strong><\/del>/);
    expect(compared).toMatch(/<ins[^>]*>vem<\/ins>/);
    expect(compared).not.toMatch(/<(ins|del)[^>]*>fica/);
    await owner.post(`${document}/versions`, { intent: 'name', version: '2', name: 'Enviada ao juízo' });
    expect(textOf(await shown(`${document}/versions`))).toContain('Versão 2 · Enviada ao juízo');
    expect(renderedIn(await shown(`${document}/versions?read=2`))).toBe(
      '<p>fica</p><p><strong>some</strong></p>',
    );
    expect((await owner.get(`${document}/versions?read=9`)).status).toBe(404);
    const restored = await owner.post(`${document}/versions`, { intent: 'restore', version: '2' });
    expect([restored.status, restored.location]).toEqual([303, document]);
    const after = await shown(document);
    expect(textOf(after)).toContain('Versão restaurada');
    expect(renderedIn(after)).toBe('<p>fica</p><p><strong>some</strong></p>');
  });

  it('keep the typed values when the title is missing', async () => {
    const document = await create();
    const page = await shown(document);
    const { status, body } = await owner.post(document, {
      intent: 'save',
      version: hidden(page, 'version'),
      changes: '0',
      title: ' ',
      content: 'fica',
    });
    expect([status, messageBeside(body, 'title'), typedIn(body)]).toEqual([
      400,
      'Dê um título ao documento.',
      'fica',
    ]);
  });

  it('are searched by word, paginated, and deleted', async () => {
    const document = await create({ title: 'Inconfundível' });
    for (let number = 0; number < 9; number += 1) await create({ title: `Mais um ${number}` });
    const first = await shown('/documents');
    expect(linksOf(first)).toContain('/documents?page=2');
    expect(first.match(/<h2>/g)).toHaveLength(9);
    const found = await shown('/documents?q=inconfundivel');
    expect(linksOf(found).filter((href) => href === document)).toHaveLength(1);
    expect((await owner.get('/documents?q=%21%3F')).status).toBe(400);
    expect(textOf(await shown('/documents?q=inexistente'))).toContain('Nenhum documento encontrado.');

    expect(textOf(await shown(`${document}/delete`))).toContain('Excluir documento?');
    const deleted = await owner.post(`${document}/delete`);
    expect([deleted.status, deleted.location]).toEqual([303, '/documents']);
    expect(textOf(await shown('/documents'))).toContain('Documento excluído.');
    expect((await owner.get(document)).status).toBe(404);
  });
});
