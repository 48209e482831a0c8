import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RunningCeleste, sharedCeleste } from '@/tests/support/celeste';
import { signUp, type TestUser } from '@/tests/support/test-user';
import { linksOf, mainOf, messageBeside, summaryOf, textOf, typedIn } from '../platform/page';
import { editable } from './editable';

let celeste: RunningCeleste;
let person: TestUser & { email: string };
let page: string;

beforeAll(async () => {
  celeste = await sharedCeleste();
});

beforeEach(async () => {
  person = await signUp(celeste);
  page = await editable(celeste, person);
});

const text = async (address = page) => textOf(mainOf((await person.get(address)).body));
const blockPages = async () =>
  linksOf((await person.get(`${page}?edit=1`)).body).filter((link) => link.includes('/blocks/'));
const exported = async () => (await person.get(`${page}/export.json`)).body;
const dialogue = async () =>
  (JSON.parse(await exported()) as { dialogue: { speaker: string; text: string }[] }).dialogue.map(
    ({ speaker, text: said }) => `${speaker}: ${said}`,
  );

describe('without scripts', () => {
  it('an utterance is edited in a text area, and kept in the draft at once', async () => {
    const [, second] = await blockPages();
    const block = await person.get(second!);
    expect(textOf(/<textarea[\s\S]*<\/textarea>/.exec(block.body)![0])).toBe('olá a todos');
    const saved = await person.post(second!, {
      intent: 'text',
      version: '1',
      content: 'olá\r\npessoal  todo',
    });
    expect([saved.status, saved.location]).toEqual([303, `${page}?edit=1#u1`]);
    expect(await text()).toContain('Ele fica no rascunho até você salvar.');
    expect(await dialogue()).toEqual(['A: bom dia', 'B: olá pessoal todo', 'A: vamos lá']);
  });

  it('words are marked without losing a text that was typed on the same page', async () => {
    const [, second] = await blockPages();
    const form = { version: '1', content: 'olá pessoal a todos', word: '2', mark: 'yellow' };
    expect((await person.post(second!, { ...form, intent: 'mark' })).status).toBe(303);
    expect(await dialogue()).toEqual(['A: bom dia', 'B: olá pessoal a todos', 'A: vamos lá']);
    expect((await person.get(page)).body).toMatch(/<mark[^>]*>todos<\/mark>/);
  });

  it('characters that cannot be printed are left out of a text', async () => {
    const [, second] = await blockPages();
    const content = 'olá\u0000 a\u001b \u0007todos';
    expect((await person.post(second!, { intent: 'text', version: '1', content })).status).toBe(303);
    expect(await dialogue()).toEqual(['A: bom dia', 'B: olá a todos', 'A: vamos lá']);
  });

  it('a repeated post is idempotent and gets the same response', async () => {
    const [first] = await blockPages();
    const fields = { intent: 'text', version: '1', content: 'boa tarde', submissionId: crypto.randomUUID() };
    const answers = [await person.post(first!, fields), await person.post(first!, fields)];
    expect(answers.map(({ status, location }) => [status, location])).toEqual(
      Array(2).fill([303, `${page}?edit=1#u0`]),
    );
    expect(await text(`${page}/versions`)).toContain('Versão 2');
    expect(await text(`${page}/versions`)).not.toContain('Versão 3');
  });

  it('a conflict keeps the typed text', async () => {
    const [first] = await blockPages();
    await person.post(first!, { intent: 'text', version: '1', content: 'boa tarde' });
    const late = await person.post(first!, { intent: 'text', version: '1', content: 'boa noite' });
    expect(late.status).toBe(409);
    expect(textOf(late.body)).toContain('Esta fala foi alterada');
    expect(late.body).toContain('>boa noite</textarea>');
    expect((await person.get(first!)).status).toBe(404);
  });

  it('a text longer than the recording allows is refused beside the field, and not lost', async () => {
    const [first] = await blockPages();
    const content = Array(4_500).fill('a').join(' ');
    const long = await person.post(first!, { intent: 'text', version: '1', content });
    expect([long.status, messageBeside(long.body, 'content')]).toEqual([
      413,
      'O texto ficou longo demais e nada foi salvo. Encurte-o e salve de novo.',
    ]);
    expect(long.body).toContain(`>${content}</textarea>`);
    expect(await dialogue()).toEqual(['A: bom dia', 'B: olá a todos', 'A: vamos lá']);
  });

  it('an utterance without text is removed', async () => {
    const [first] = await blockPages();
    await person.post(first!, { intent: 'text', version: '1', content: ' ' });
    expect(await dialogue()).toEqual(['B: olá a todos', 'A: vamos lá']);
  });

  it('words are highlighted by choosing them', async () => {
    const [, second] = await blockPages();
    const choose = (address: string, version: string, mark: string, words: string[]) => {
      const body = new URLSearchParams({ submissionId: crypto.randomUUID(), intent: 'mark', version, mark });
      for (const each of words) body.append('word', each);
      return person.request(address, { method: 'POST', body, headers: { Origin: celeste.address } });
    };
    expect((await choose(second!, '1', 'yellow', ['0', '1'])).status).toBe(303);
    expect((await person.get(page)).body).toContain('<mark data-color="yellow">olá a</mark> ');
    const [, again] = await blockPages();
    expect((await choose(again!, '2', 'struck', ['2'])).status).toBe(303);
    expect((await person.get(page)).body).toContain('<s>todos</s>');
    expect((await choose((await blockPages())[1]!, '3', 'purple', ['0'])).status).toBe(400);
  });

  it('a speaker is renamed everywhere or in one utterance', async () => {
    const speakerPages = linksOf((await person.get(`${page}?edit=1`)).body).filter((link) =>
      link.includes('/speaker?'),
    );
    const dialog = await person.get(speakerPages[0]!);
    expect(textOf(dialog.body)).toContain('Alterar nome da pessoa');
    expect(dialog.body).toContain('data-dialog="Fechar"');
    const fields = { version: '1', old_speaker: 'A', start: '0', end: '800' };
    const empty = await person.post(speakerPages[0]!, { ...fields, intent: 'all', new_speaker: ' ' });
    expect([empty.status, messageBeside(empty.body, 'new_speaker')]).toEqual([
      400,
      'Digite o nome da pessoa.',
    ]);
    await person.post(speakerPages[0]!, { ...fields, intent: 'all', new_speaker: 'Ana <b>' });
    expect(await dialogue()).toEqual(['Ana <b>: bom dia', 'B: olá a todos', 'Ana <b>: vamos lá']);
    const [, , third] = linksOf((await person.get(`${page}?edit=1`)).body).filter((link) =>
      link.includes('/speaker?'),
    );
    await person.post(third!, { ...fields, version: '2', intent: 'single', new_speaker: 'Rui' });
    expect(await dialogue()).toEqual(['Ana <b>: bom dia', 'B: olá a todos', 'Rui: vamos lá']);
  });

  it('merging two speakers needs a confirmation', async () => {
    const [first] = linksOf((await person.get(`${page}?edit=1`)).body).filter((link) =>
      link.includes('/speaker?'),
    );
    const fields = { version: '1', old_speaker: 'A', intent: 'all', new_speaker: 'B' };
    const asked = await person.post(first!, fields);
    expect(asked.status).toBe(409);
    expect(summaryOf(asked.body)).toContain('Já existe uma pessoa com este nome.');
    expect(typedIn(asked.body, 'new_speaker')).toBe('B');
    expect(await dialogue()).toContain('A: bom dia');
    await person.post(first!, { ...fields, merge: 'on' });
    expect(await dialogue()).toEqual(['B: bom dia', 'B: olá a todos', 'B: vamos lá']);
  });

  it('the title is saved with 3 characters or more', async () => {
    const short = await person.post(`${page}?edit=1`, { intent: 'title', transcription_name: ' ab ' });
    expect([short.status, messageBeside(short.body, 'transcription_name')]).toEqual([
      400,
      'O nome precisa ter 3 caracteres ou mais.',
    ]);
    expect(typedIn(short.body, 'transcription_name')).toBe(' ab ');
    const plain = { intent: 'save', version: '1', transcription_name: ' Pauta \n de <hoje> ' };
    expect((await person.post(`${page}?edit=1`, plain)).location).toBe(`${page}?edit=1`);
    expect((await person.get(page)).body).toContain('<h1><bdi>Pauta de &lt;hoje&gt;</bdi></h1>');
  });

  it('versions are listed, compared and restored', async () => {
    const [first] = await blockPages();
    await person.post(first!, { intent: 'text', version: '1', content: 'boa tarde' });
    const versions = await text(`${page}/versions?compare=1`);
    expect(versions).toContain('Transcrição original');
    expect(versions).toContain('Alterações da versão 1 para a versão 2');
    expect(mainOf((await person.get(`${page}/versions?compare=1`)).body)).toMatch(
      /<del[^>]*>bom dia<\/del>.*<ins[^>]*>boa tarde<\/ins>/,
    );
    expect((await person.get(`${page}/versions?compare=2&with=1`)).body).toMatch(/<ins[^>]*>bom dia<\/ins>/);
    expect((await person.get(`${page}/versions?compare=7`)).status).toBe(404);
    const read = await text(`${page}/versions?read=1`);
    expect(read).toMatch(/Pessoa A 00:00:00 bom dia Pessoa B .* Pessoa A .* vamos lá/);
    const restored = await person.post(`${page}/versions`, { intent: 'restore', version: '1' });
    expect([restored.status, restored.location]).toEqual([303, page]);
    expect(await dialogue()).toContain('A: bom dia');
  });
});

describe('names of versions', () => {
  const nameIt = (version: string, name: string) =>
    person.post(`${page}/versions`, { intent: 'name', version, name });

  it('are shown beside the number, for the machine’s version too, and removed by an empty name', async () => {
    const [first] = await blockPages();
    await person.post(first!, { intent: 'text', version: '1', content: 'boa tarde' });
    const named = await nameIt('2', ' Enviada \n ao <juízo> ');
    expect([named.status, named.location]).toEqual([303, `${page}/versions#version-2`]);
    await nameIt('1', 'Primeira escuta');
    const versions = await person.get(`${page}/versions`);
    expect(versions.body).toContain('<bdi>Versão 2 · Enviada ao &lt;juízo&gt;</bdi>');
    expect(versions.body).toContain('<bdi>Versão 1 · Primeira escuta</bdi>');
    await nameIt('1', '');
    expect(await text(`${page}/versions`)).toContain('Versão 1 · Transcrição original');
  });

  it('have at most 80 characters, and belong to a version', async () => {
    const long = await nameIt('1', 'n'.repeat(81));
    expect(long.status).toBe(400);
    expect(textOf(long.body)).toContain('O nome pode ter até 80 caracteres.');
    expect(long.body).toContain(`value="${'n'.repeat(81)}"`);
    expect((await nameIt('9', 'nova')).status).toBe(404);
    expect((await nameIt('x', 'nova')).status).toBe(400);
  });
});

describe('the draft of an editor with scripts', () => {
  const send = (by: TestUser, body: unknown, headers: Record<string, string> = {}) =>
    by.request(`${page}/draft`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { Origin: celeste.address, 'Content-Type': 'application/json', ...headers },
    });
  const edit = (id: string, said: string) => ({
    id: crypto.randomUUID(),
    change: {
      kind: 'replace',
      ids: [id],
      blocks: [{ id: crypto.randomUUID(), speaker: 'A', text: said }],
    },
  });

  it('is stored, shown with buttons to save or discard it, and not exported', async () => {
    const kept = await send(person, { version: 1, lastChangeId: null, changes: [edit('1.0', 'boa tarde')] });
    expect([kept.status, JSON.parse(kept.body)]).toEqual([200, { changeCount: 1 }]);
    expect(await text()).toContain('Há 1 alteração não salva.');
    expect(await text()).toContain('boa tarde');
    expect(await dialogue()).toContain('A: bom dia');
    await person.post(page, { intent: 'save', version: '1' });
    expect(await dialogue()).toContain('A: boa tarde');
    await send(person, { version: 2, lastChangeId: null, changes: [edit('2.0', 'boa noite')] });
    await person.post(page, { intent: 'discard' });
    expect(await text()).toContain('boa tarde');
  });

  it('is rejected on a conflict, when malformed, cross-site, or of another user', async () => {
    await send(person, { version: 1, lastChangeId: null, changes: [edit('1.0', 'boa tarde')] });
    expect(
      (await send(person, { version: 1, lastChangeId: null, changes: [edit('1.0', 'boa noite')] })).status,
    ).toBe(409);
    expect((await send(person, { version: 1, lastChangeId: null, changes: [] })).status).toBe(400);
    expect((await send(person, '{')).status).toBe(400);
    const good = { version: 1, lastChangeId: null, changes: [edit('1.1', 'oi')] };
    expect((await send(person, good, { 'Content-Type': 'text/plain' })).status).toBe(400);
    expect((await send(person, good, { Origin: 'https://evil.example' })).status).toBe(403);
    expect((await send(await signUp(celeste), good)).status).toBe(404);
    const long = { ...good, changes: [edit('1.1', Array(4_500).fill('a').join(' '))] };
    expect((await send(person, long)).status).toBe(413);
    expect(JSON.parse((await person.get(`${page}/draft`)).body).changeIds).toHaveLength(1);
  });

  it('word timings are a separate response with an ETag', async () => {
    const timings = await person.get(`${page}/words`);
    expect(JSON.parse(timings.body)).toEqual({
      version: 1,
      changes: 0,
      lastChangeId: null,
      pauses: '0000000',
      lengths: ':::::::',
      confidences: '9999999',
    });
    const again = await person.request(`${page}/words`, {
      headers: { 'If-None-Match': timings.headers.get('ETag')! },
    });
    expect(again.status).toBe(304);
  });
});

it('is a 404 for other users, who cannot change it', async () => {
  const [first] = await blockPages();
  const other = await signUp(celeste);
  const addresses = [page, `${page}?edit=1`, first!, `${page}/speaker?block=1.0`, `${page}/versions`];
  for (const address of [...addresses, `${page}/draft`, `${page}/words`]) {
    expect([address, (await other.get(address)).status]).toEqual([address, 404]);
  }
  const forms: [string, Record<string, string>][] = [
    [page, { intent: 'title', transcription_name: 'meu' }],
    [page, { intent: 'save', version: '1' }],
    [page, { intent: 'discard', version: '1' }],
    [first!, { intent: 'text', version: '1', content: 'meu' }],
    [`${page}/speaker?block=1.0`, { intent: 'all', version: '1', old_speaker: 'A', new_speaker: 'Eu' }],
    [`${page}/versions`, { intent: 'restore', version: '1' }],
    [`${page}/versions`, { intent: 'name', version: '1', name: 'meu' }],
  ];
  for (const [address, fields] of forms) {
    expect([address, (await other.post(address, fields)).status]).toEqual([address, 404]);
  }
  expect(await dialogue()).toEqual(['A: bom dia', 'B: olá a todos', 'A: vamos lá']);
});
