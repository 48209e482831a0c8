import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RunningCeleste, sharedCeleste } from '@/tests/support/celeste';
import { signUp, type TestUser } from '@/tests/support/test-user';
import { change } from '../platform/data-dir';
import { editable } from '../transcript/editable';
import { type CallRow, testRefusals } from './access-table';
import { addToken } from './add-token';
import { ApiClient } from './api-client';

let celeste: RunningCeleste;
let ana: TestUser & { email: string };
let rui: TestUser & { email: string };
let api: ApiClient;
let id: string;

beforeAll(async () => {
  celeste = await sharedCeleste();
  rui = await signUp(celeste, 'Rui Lima');
});

beforeEach(async () => {
  ana = await signUp(celeste);
  api = new ApiClient(celeste.address, await addToken(celeste, ana));
  id = (await editable(celeste, ana)).split('/').at(-1)!;
});

const CALLS: CallRow[] = [
  {
    ...{ method: 'GET', path: '/transcription/cards-all', scope: 'read' },
    wrongQueries: [
      'page=0',
      'limit=101',
      'startDate=2026-13-01',
      'startDate=2026-05-02&endDate=2026-05-01',
      'title=!',
    ],
  },
  { method: 'GET', path: '/transcription/all', scope: 'read' },
  { method: 'GET', path: '/transcription/{id}', scope: 'read' },
  {
    ...{ method: 'PUT', path: '/transcription/{id}', scope: 'write' },
    body: { module: 'name', transcription_name: 'Pauta' },
    wrong: [
      {},
      { module: 'name', transcription_name: 'ab' },
      { module: 'name', transcription_name: 'x'.repeat(256) },
      { module: 'other' },
      { module: 'multipleSpeaker', old_speaker: 'A', new_speaker: ' ' },
      { module: 'singleSpeaker', old_speaker: 'A', new_speaker: 'Ana', start: -1, end: 800 },
    ],
  },
  { method: 'DELETE', path: '/transcription/{id}', scope: 'write' },
  { method: 'PATCH', path: '/transcription/resend/{id}', scope: 'write' },
  { method: 'POST', path: '/export/pdf/transcription/{id}', scope: 'read' },
  { method: 'POST', path: '/export/docx/transcription/{id}', scope: 'read' },
  { method: 'GET', path: '/export/template/print/transcription/{id}', scope: 'read' },
  { method: 'GET', path: '/ai/summary', scope: 'read', wrongQueries: [''] },
  {
    ...{ method: 'PUT', path: '/ai/summary', scope: 'write' },
    body: { id: 'AAAAAAAAAAAAAAAAAAAAAA', summaryCopy: 'Texto' },
    wrong: [{}, { id: 'x' }, { id: 'x', summaryCopy: '' }, { id: 'x', summaryCopy: 'x'.repeat(20_001) }],
  },
  {
    ...{ method: 'POST', path: '/transcription/content/update', scope: 'write' },
    body: { transcription_crypto: 'AAAAAAAAAAAAAAAAAAAAAA', content: '[]' },
    wrong: [
      {},
      { transcription_crypto: 'x', content: [] },
      { transcription_crypto: 'x', content: '[{"speaker":"A"}]' },
      { transcription_crypto: 'x', content: '[[[[[[[[[[1]]]]]]]]]]' },
      { transcription_crypto: 'x', content: '{"a":' },
      { transcription_crypto: 'x', content: '[{"speaker":" ","text":"a"}]' },
    ],
  },
];

interface Word {
  text: string;
  start: number;
  highlighted: boolean;
  highlighted_color: string | null;
}

interface Block {
  speaker: string;
  start: number;
  end: number;
  text: string;
  words: Word[];
}

async function read(): Promise<{ name: string; version: number; blocks: Block[]; url: string }> {
  const { body } = await api.get(`/transcription/${id}`);
  const { name, version, transcription_dialogue, url, url_SAS } = body as Record<string, string> & {
    version: number;
  };
  return { name: name!, version, blocks: JSON.parse(transcription_dialogue!), url: url! + url_SAS! };
}

const update = (blocks: unknown, values: object = {}) =>
  api.post('/transcription/content/update', {
    transcription_crypto: id,
    content: JSON.stringify(blocks),
    ...values,
  });

describe('calls about transcriptions', () => {
  testRefusals(CALLS, () => ({ celeste, owner: ana, id }));

  it('list them with filters, and nobody else’s', async () => {
    await api.put(`/transcription/${id}`, { module: 'name', transcription_name: 'Pauta de maio' });
    await editable(celeste, ana);
    const { body } = await api.get('/transcription/cards-all/?page=1&limit=5');
    expect(body).toMatchObject({
      count: 2,
      rows: [{}, { crypto: id, title: 'Pauta de maio', transcription_status: 'success' }],
    });
    expect((body as { rows: { labels: object[] }[] }).rows[1]!.labels).toEqual([
      { label: 'Sucesso', color: 'green' },
    ]);
    const found = await api.get('/transcription/cards-all?title=pauta');
    expect(found.body).toMatchObject({ count: 1, rows: [{ crypto: id }] });
    expect((await api.get('/transcription/cards-all?endDate=2020-01-01')).body).toEqual({
      rows: [],
      count: 0,
    });
    expect((await api.get('/transcription/cards-all?page=2&limit=1')).body).toMatchObject({
      count: 2,
      rows: [{ crypto: id }],
    });
    expect((await api.get('/transcription/cards-all?page=9')).body).toEqual({ rows: [], count: 2 });
    expect((await api.get('/transcription/all')).body).toContainEqual({
      crypto: id,
      name: 'Pauta de maio',
      transcription_status: 'success',
    });
    const his = new ApiClient(celeste.address, await addToken(celeste, rui));
    expect((await his.get('/transcription/cards-all')).body).toEqual({ rows: [], count: 0 });
    expect((await his.get('/transcription/all')).body).toEqual([]);
  });

  it('read one, and its audio by a signed address', async () => {
    const { blocks, version, url } = await read();
    expect(version).toBe(1);
    const { body } = await api.get(`/transcription/${id}`);
    expect(JSON.parse((body as { dialogue: string }).dialogue)).toEqual(blocks);
    expect(blocks.map(({ speaker, text }) => [speaker, text])).toEqual([
      ['A', 'bom dia'],
      ['B', 'olá a todos'],
      ['A', 'vamos lá'],
    ]);
    const address = new URL(url);
    const fetched = (search: string) =>
      fetch(`${celeste.address}${address.pathname}${search}`, { headers: { Range: 'bytes=0-3' } });
    const audio = await fetched(address.search);
    expect([audio.status, await audio.text()]).toEqual([206, 'RIFF']);
    const later = address.search.replace(/expires=\d+/, 'expires=99999999999999');
    expect((await fetched(later)).status).toBe(403);
    expect((await fetched('')).status).toBe(400);
    await api.delete(`/transcription/${id}`);
    expect((await fetched(address.search)).status).toBe(404);
  });

  it('rename it, a speaker everywhere, and one block alone', async () => {
    const put = (body: object) => api.put(`/transcription/${id}`, body);
    expect((await put({ module: 'name', transcription_name: ' At ' })).status).toBe(400);
    expect((await put({ module: 'name', transcription_name: ' Ata 1 ' })).status).toBe(204);
    const all = { module: 'multipleSpeaker', old_speaker: 'A', new_speaker: 'Ana' };
    expect((await put(all)).status).toBe(204);
    const { blocks, name } = await read();
    expect([name, ...blocks.map(({ speaker }) => speaker)]).toEqual(['Ata 1', 'Ana', 'B', 'Ana']);
    const merging = { module: 'multipleSpeaker', old_speaker: 'B', new_speaker: 'Ana' };
    expect(await put(merging)).toMatchObject({ status: 409, body: { code: 'transcript.speaker-merge' } });
    const { start, end } = blocks[2]!;
    const single = { module: 'singleSpeaker', old_speaker: 'Ana', new_speaker: 'Caio', start, end };
    expect((await put(single)).status).toBe(204);
    expect((await put(single)).status).toBe(409);
    expect((await put({ ...merging, merge: true })).status).toBe(204);
    expect((await read()).blocks.map(({ speaker }) => speaker)).toEqual(['Ana', 'Ana', 'Caio']);
  });

  it('save an edited text: equal words keep their times, marks are taken', async () => {
    const { blocks } = await read();
    const edited = blocks.map((block) => ({ ...block }));
    edited[1] = {
      ...edited[1]!,
      text: 'olá para todos',
      words: ['olá', 'para', 'todos'].map((text, at) => ({
        ...{ text, start: 0, highlighted: at === 2, highlighted_color: at === 2 ? 'green' : null },
      })),
    };
    expect((await update(edited, { version: 1 })).body).toEqual({ version: 2 });
    const after = (await read()).blocks;
    expect(after[1]!.words.map(({ text }) => text)).toEqual(['olá', 'para', 'todos']);
    expect([after[1]!.words[0]!.start, after[1]!.words[2]!.start]).toEqual([
      blocks[1]!.words[0]!.start,
      blocks[1]!.words[2]!.start,
    ]);
    expect(after[1]!.words[2]).toMatchObject({ highlighted: true, highlighted_color: 'green' });
    const bare = after.map(({ speaker, text }) => ({ speaker, text }));
    expect((await update(bare)).body).toEqual({ version: 2 });
    expect([after[0], after[2]]).toEqual([blocks[0], blocks[2]]);
    expect(await update(edited, { version: 1 })).toMatchObject({ status: 409 });
    expect((await update(after)).body).toEqual({ version: 2 });
  });

  it.each([
    ['a block less', (blocks: Block[]) => blocks.slice(1), ['olá a todos', 'vamos lá']],
    [
      'a block more',
      (blocks: Block[]) => [...blocks, { ...blocks[0]!, text: 'e fim' }],
      ['bom dia', 'olá a todos', 'vamos lá', 'e fim'],
    ],
    [
      'a block before',
      (blocks: Block[]) => [{ ...blocks[1]!, text: 'início', words: [] }, ...blocks],
      ['início', 'bom dia', 'olá a todos', 'vamos lá'],
    ],
    ['nothing', () => [], []],
  ])('save a text with %s', async (_what, edit, texts) => {
    const { blocks } = await read();
    expect((await update(edit(blocks))).status).toBe(200);
    expect((await read()).blocks.map(({ text }) => text)).toEqual(texts);
  });

  it('save a text where there was none', async () => {
    const { blocks } = await read();
    expect((await update([])).body).toEqual({ version: 2 });
    expect((await update([])).body).toEqual({ version: 2 });
    expect((await update(blocks)).body).toEqual({ version: 3 });
    const after = (await read()).blocks;
    expect(after.map(({ speaker, text }) => [speaker, text])).toEqual(
      blocks.map(({ speaker, text }) => [speaker, text]),
    );
    expect(after[0]!.start).toBe(0);
  });

  it('never save over unsaved changes of the editor', async () => {
    const { blocks } = await read();
    const draft = {
      version: 1,
      lastChangeId: null,
      changes: [{ id: 'c1', change: { kind: 'rename', from: 'A', to: 'Ana' } }],
    };
    const headers = { 'Content-Type': 'application/json', Origin: celeste.address };
    const body = JSON.stringify(draft);
    expect((await ana.request(`/transcriptions/${id}/draft`, { method: 'POST', headers, body })).status).toBe(
      200,
    );
    expect(await update(blocks.slice(1))).toMatchObject({
      status: 409,
      body: { code: 'transcript.conflict' },
    });
  });

  it('read one before it has a text', async () => {
    await change(celeste, `UPDATE transcriptions SET status = 'processing' WHERE public_id = '${id}'`);
    expect((await api.get(`/transcription/${id}`)).body).toMatchObject({
      ...{ transcription_status: 'processing', transcription_dialogue: '[]', version: 0 },
    });
  });

  it('delete it, and send it again only where that helps', async () => {
    expect(await api.patch(`/transcription/resend/${id}`)).toMatchObject({
      status: 409,
      body: { code: 'transcription.not-resendable' },
    });
    await change(celeste, `UPDATE transcriptions SET status = 'failed' WHERE public_id = '${id}'`);
    await change(celeste, 'DELETE FROM jobs');
    expect((await api.patch(`/transcription/resend/${id}`)).status).toBe(204);
    expect((await api.delete(`/transcription/${id}`)).status).toBe(204);
    expect((await api.get(`/transcription/${id}`)).status).toBe(404);
    expect((await api.delete(`/transcription/${id}`)).status).toBe(404);
  });

  it('export it as PDF, DOCX and HTML', async () => {
    await api.put(`/transcription/${id}`, { module: 'name', transcription_name: 'Ata <b>&' });
    expect((await api.post(`/export/pdf/transcription/${id}`)).body).toMatch(/^%PDF-/);
    const docx = await api.post(`/export/docx/transcription/${id}`);
    expect([docx.status, (docx.body as string).slice(0, 2)]).toEqual([200, 'PK']);
    expect(docx.headers.get('Content-Disposition')).toContain('.docx');
    const { body } = await api.get(`/export/template/print/transcription/${id}`);
    expect(body).toContain('<h1>Ata &#60;b&#62;&#38;</h1>');
    expect(body).toContain('<h2>Pessoa A (00:00:00)</h2>\n<p><span>bom</span> <span>dia</span></p>');
  });

  it('read, keep and delete the summary', async () => {
    const path = `/ai/summary?transcriptionCrypto=${id}`;
    expect((await api.get(path)).body).toEqual([]);
    expect((await api.put('/ai/summary', { id, summaryCopy: 'Meu texto' })).status).toBe(409);
    await change(
      celeste,
      `INSERT INTO summaries (transcription_id, summary, sentences, version, created_at, updated_at)
       SELECT id, 'Bom dia.', '[]', 1, created_at, created_at FROM transcriptions WHERE public_id = '${id}'`,
    );
    expect((await api.get(path)).body).toEqual([{ id, summary: 'Bom dia.', summary_copy: null }]);
    expect((await api.put('/ai/summary', { id, summaryCopy: 'Meu texto' })).status).toBe(204);
    expect((await api.get(path)).body).toMatchObject([{ summary_copy: 'Meu texto' }]);
    expect((await api.put('/ai/summary', { id, summaryCopy: null })).status).toBe(204);
    expect((await api.get(path)).body).toMatchObject([{ summary: 'Bom dia.', summary_copy: null }]);
    const his = new ApiClient(celeste.address, await addToken(celeste, rui));
    expect((await his.get(path)).status).toBe(404);
    expect((await his.put('/ai/summary', { id, summaryCopy: 'x' })).status).toBe(404);
  });
});
