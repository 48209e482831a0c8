import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RunningCeleste, sharedCeleste } from '@/tests/support/celeste';
import { signUp, type TestUser } from '@/tests/support/test-user';
import { editable } from '../transcript/editable';
import { silence } from '../transcription/recordings';
import { type CallRow, testRefusals } from './access-table';
import { addToken } from './add-token';
import { ApiClient } from './api-client';

let celeste: RunningCeleste;
let ana: TestUser & { email: string };
let rui: TestUser & { email: string };
let api: ApiClient;
let id: string;

beforeAll(async () => {
  celeste = await sharedCeleste('web');
  rui = await signUp(celeste, 'Rui Lima');
});

beforeEach(async () => {
  ana = await signUp(celeste);
  api = new ApiClient(celeste.address, await addToken(celeste, ana));
  id = (await editable(celeste, ana)).split('/').at(-1)!;
});

const ONE = '/v1/transcriptions/{id}';
const LISTS = ['limit=0', 'limit=101', 'cursor=x', 'cursor=v1.AAAA', 'limit=1&limit=2'];

const CALLS: CallRow[] = [
  {
    ...{ method: 'GET', path: '/v1/transcriptions', scope: 'read' },
    wrongQueries: [...LISTS, 'status=success', 'created_from=2026-05-01', 'title=!'],
  },
  { method: 'GET', path: ONE, scope: 'read' },
  {
    ...{ method: 'PATCH', path: ONE, scope: 'write', body: { title: 'Pauta' } },
    wrong: [{ title: 'ab' }, { title: 7 }, { is_favourite: 'yes' }],
  },
  { method: 'DELETE', path: ONE, scope: 'write' },
  { method: 'POST', path: `${ONE}/resend`, scope: 'write' },
  { method: 'GET', path: `${ONE}/summary`, scope: 'read' },
  { method: 'GET', path: `${ONE}/blocks`, scope: 'read', wrongQueries: ['limit=0', 'cursor=x'] },
  {
    method: 'GET',
    path: `${ONE}/words`,
    scope: 'read',
    wrongQueries: ['from_ms=-1', 'to_ms=x', 'from_ms=5&to_ms=1'],
  },
  {
    ...{ method: 'PUT', path: `${ONE}/blocks`, scope: 'write' },
    body: { blocks: [{ speaker: 'Ana', text: 'oi' }] },
    wrong: [{}, { blocks: [{ speaker: ' ', text: 'oi' }] }, { blocks: [{ speaker: 'Ana' }] }],
  },
  {
    ...{ method: 'PATCH', path: `${ONE}/blocks/1.0`, scope: 'write' },
    body: { text: 'oi' },
    wrong: [{ text: 7 }, { speaker: '' }, { text: 'x'.repeat(100_001) }],
  },
  {
    ...{ method: 'PATCH', path: `${ONE}/speakers`, scope: 'write', body: { from: 'A', to: 'Ana' } },
    wrong: [{}, { from: 'A' }, { from: 'A', to: ' ' }],
  },
  { method: 'GET', path: `${ONE}/exports/srt`, scope: 'read' },
  { method: 'GET', path: '/v1/tags', scope: 'read' },
  {
    ...{ method: 'POST', path: `${ONE}/tags`, scope: 'write', body: { tag: 'Pauta' } },
    wrong: [{}, { tag: ' ' }, { tag: 'x'.repeat(41) }],
  },
  { method: 'DELETE', path: `${ONE}/tags/Pauta`, scope: 'write' },
  { method: 'GET', path: '/v1/search', scope: 'read', wrongQueries: ['q=', 'q=!', 'q=dia&cursor=x'] },
  {
    ...{ method: 'POST', path: '/v1/uploads', scope: 'write', body: { file_name: 'fala.wav' } },
    wrong: [{}, { file_name: '' }],
  },
  {
    ...{ method: 'POST', path: '/v1/transcriptions', scope: 'write', body: { upload_id: 'x' } },
    wrong: [
      {},
      { upload_id: 'x', source_url: 'https://example.com/a.mp3' },
      { source_url: 'file:///etc/passwd' },
      { source_url: 'https://a:b@example.com/a.mp3' },
    ],
  },
  { method: 'GET', path: '/v1/wallet', scope: 'read' },
  { method: 'GET', path: '/v1/wallet/movements', scope: 'read', wrongQueries: LISTS },
];

interface Page<Item> {
  data: Item[];
  next_cursor: string | null;
}

const pageAt = async <Item>(path: string) => (await api.get(path)).body as Page<Item>;

interface Block {
  id: string;
  speaker: string;
  text: string;
}

const textOf = async () =>
  (await pageAt<Block>(`/v1/transcriptions/${id}/blocks`)).data.map(({ speaker, text }) => [speaker, text]);

describe('calls of v1 about transcriptions', () => {
  testRefusals(CALLS, () => ({ celeste, owner: ana, id }));

  it('list all of them, once each, while others come and go', async () => {
    for (let made = 0; made < 4; made += 1) await editable(celeste, ana);
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { data, next_cursor }: Page<{ id: string }> = await pageAt(
        `/v1/transcriptions?limit=2${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
      );
      seen.push(...data.map((row) => row.id));
      await api.delete(`/v1/transcriptions/${data.at(-1)!.id}`);
      await editable(celeste, ana);
      cursor = next_cursor;
    }
    expect(seen).toHaveLength(5);
    expect(seen.at(-1)).toBe(id);
    expect(new Set(seen).size).toBe(5);
  });

  it('take no cursor of another list or account', async () => {
    await editable(celeste, ana);
    const { next_cursor } = await pageAt('/v1/transcriptions?limit=1');
    const query = `cursor=${encodeURIComponent(next_cursor!)}`;
    expect((await api.get(`/v1/wallet/movements?${query}`)).body).toMatchObject({
      code: 'api.cursor-invalid',
    });
    const his = new ApiClient(celeste.address, await addToken(celeste, rui));
    expect((await his.get(`/v1/transcriptions?${query}`)).status).toBe(400);
  });

  it('list by status, title, tag and time', async () => {
    await api.patch(`/v1/transcriptions/${id}`, { title: 'Pauta de maio', is_favourite: true });
    await api.post(`/v1/transcriptions/${id}/tags`, { tag: 'Obra' });
    await editable(celeste, ana);
    const found = async (query: string) =>
      (await pageAt<{ id: string }>(`/v1/transcriptions?${query}`)).data.map((row) => row.id);
    for (const query of ['title=pauta', 'tag=obra', 'tag=Obra&status=succeeded'])
      expect(await found(query), query).toEqual([id]);
    expect(await found('status=failed')).toEqual([]);
    expect(await found('created_before=2020-01-01T00:00:00Z')).toEqual([]);
    expect(await found('created_from=2020-01-01T00:00:00-03:00')).toHaveLength(2);
    expect((await api.get('/v1/tags')).body).toEqual({ data: ['Obra'] });
    expect((await api.delete(`/v1/transcriptions/${id}/tags/OBRA`)).status).toBe(204);
    expect((await api.get(`/v1/transcriptions/${id}`)).body).toMatchObject({
      tags: [],
      is_favourite: true,
      version: 1,
    });
  });

  it('read the text by pages of one version, and none again that is known', async () => {
    const first = await api.get(`/v1/transcriptions/${id}/blocks?limit=2`);
    expect(first.headers.get('ETag')).toBe('"v1"');
    const { data, next_cursor } = first.body as Page<Block>;
    expect(data.map((block) => block.id)).toEqual(['1.0', '1.1']);
    await api.call('PATCH', `/v1/transcriptions/${id}/blocks/1.2`, { text: '' }, { 'If-Match': '"v1"' });
    const cursor = encodeURIComponent(next_cursor!);
    const last = await pageAt<Block>(`/v1/transcriptions/${id}/blocks?limit=2&cursor=${cursor}`);
    expect(last).toMatchObject({ version: 1, data: [{ id: '1.2', text: 'vamos lá' }], next_cursor: null });
    const known = { 'If-None-Match': 'W/"v2"' };
    expect((await api.get(`/v1/transcriptions/${id}/blocks`, known)).status).toBe(304);
    expect((await api.get(`/v1/transcriptions/${id}/blocks`, { 'If-None-Match': '"v1"' })).status).toBe(200);
    const words = await pageAt<{ text: string }>(`/v1/transcriptions/${id}/words?from_ms=500&to_ms=1200`);
    expect(words.data.map(({ text }) => text)).toEqual(['dia', 'olá']);
    const reversed = await api.get(`/v1/transcriptions/${id}/words?from_ms=5&to_ms=1`);
    expect(reversed.body).toMatchObject({ errors: [{ field: 'to_ms' }] });
  });

  it('change it only as the version that was read', async () => {
    const change = (body: object, match?: string, block = '1.1') =>
      api.call('PATCH', `/v1/transcriptions/${id}/blocks/${block}`, body, match ? { 'If-Match': match } : {});
    expect(await change({ text: 'oi' })).toMatchObject({
      status: 428,
      body: { code: 'api.version-required' },
    });
    expect((await change({ text: 'olá, gente', speaker: 'Bia' }, '"v1"')).body).toEqual({
      version: 2,
      is_saved: true,
    });
    expect(await change({ text: 'oi' }, '"v1"')).toMatchObject({
      ...{ status: 412, body: { code: 'api.version-outdated' } },
    });
    expect(await change({ text: 'oi' }, '*', '9.9')).toMatchObject({
      ...{ status: 404, body: { code: 'transcript.block-unknown' } },
    });
    const rename = (from: string, match: string) =>
      api.call('PATCH', `/v1/transcriptions/${id}/speakers`, { from, to: 'Ana' }, { 'If-Match': match });
    expect(await rename('Pessoa A', '*')).toMatchObject({
      ...{ status: 404, body: { code: 'transcript.speaker-unknown', errors: [{ field: 'from' }] } },
    });
    // The number alone is what the field `version` of an answer says.
    expect((await rename('A', '2')).body).toEqual({ version: 3, is_saved: true });
    expect(await textOf()).toEqual([
      ['Ana', 'bom dia'],
      ['Bia', 'olá, gente'],
      ['Ana', 'vamos lá'],
    ]);
    const blocks = [{ speaker: 'Ana', text: 'bom dia' }];
    const put = (match: string) =>
      api.call('PUT', `/v1/transcriptions/${id}/blocks`, { blocks }, { 'If-Match': match });
    expect((await put('"v2"')).status).toBe(412);
    expect((await put('"v3"')).body).toEqual({ version: 4, is_saved: true });
    expect(await textOf()).toEqual([['Ana', 'bom dia']]);
  });

  it.each([
    ['of more words than a call has arguments', 4_400, 'palavra '.repeat(30)],
    ['of very long blocks', 190, 'x '.repeat(40_000)],
  ])('refuse a text %s at once', async (_, count, text) => {
    const blocks = Array.from({ length: count }, () => ({ speaker: 'A', text }));
    const startedAt = performance.now();
    expect(
      await api.call('PUT', `/v1/transcriptions/${id}/blocks`, { blocks }, { 'If-Match': '*' }),
    ).toMatchObject({ status: 413, body: { code: 'transcript.too-long' } });
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });

  it('keep a transcription whose tag is not what an address can name', async () => {
    const tags = `/v1/transcriptions/${id}/tags`;
    expect((await api.post(tags, { tag: '..' })).status).toBe(400);
    expect((await api.post(tags, { tag: 'x' })).status).toBe(200);
    expect((await api.post(tags, { tag: 'x.data' })).status).toBe(200);
    expect((await api.delete(`${tags}/x.data`)).status).toBe(204);
    expect((await api.get(`/v1/transcriptions/${id}`)).body).toMatchObject({ tags: ['x'] });
    const answer = await fetch(`${celeste.address}/api${tags}/..`, { method: 'DELETE' });
    expect(answer.status).toBe(404);
  });

  it('take no byte of zero in a query', async () => {
    for (const query of ['q=pauta&transcription_id=%00', 'q=%00'])
      expect(await api.get(`/v1/search?${query}`)).toMatchObject({
        ...{ status: 400, body: { code: 'api.fields-invalid' } },
      });
  });

  it('make one effect of a change repeated with its key', async () => {
    const headers = { 'If-Match': '"v1"', 'Idempotency-Key': 'mudanca-1' };
    const change = () =>
      api.call('PATCH', `/v1/transcriptions/${id}/blocks/1.0`, { text: 'boa tarde' }, headers);
    const answers = [await change(), await change()];
    expect(answers.map(({ status, body }) => ({ status, body }))).toEqual(
      Array(2).fill({ status: 200, body: { version: 2, is_saved: true } }),
    );
  });

  it.each(['txt', 'docx', 'pdf', 'srt', 'vtt', 'json'])('give the text as %s', async (format) => {
    const { status, headers, body } = await api.get(`/v1/transcriptions/${id}/exports/${format}`);
    expect(status).toBe(200);
    expect(headers.get('Content-Disposition')).toContain(`.${format}`);
    expect(String(typeof body === 'string' ? body.length : Object.keys(body as object).length)).not.toBe('0');
    expect(await api.get(`/v1/transcriptions/${id}/exports/exe`)).toMatchObject({
      ...{ status: 404, body: { code: 'export.format-unknown' } },
    });
  });

  it('transcribe an uploaded file, once for its key', async () => {
    const begun = (await api.post('/v1/uploads', { file_name: 'fala.wav' })).body as {
      id: string;
      url: string;
    };
    const body = { upload_id: begun.id, title: 'Reunião de obra', language: 'pt', speakers: 2 };
    expect((await api.post('/v1/transcriptions', body)).status).toBe(409);
    const { pathname, search } = new URL(begun.url);
    const put = { method: 'PUT', body: silence(2) };
    expect((await fetch(celeste.address + pathname + search, put)).status).toBe(201);
    const key = { 'Idempotency-Key': 'transcrever-1' };
    const made = [
      await api.post('/v1/transcriptions', body, key),
      await api.post('/v1/transcriptions', body, key),
    ];
    for (const answer of made)
      expect(answer).toMatchObject({
        status: 201,
        body: { title: 'Reunião de obra', status: 'pending', duration_ms: 2000, version: 0 },
      });
    expect((await pageAt('/v1/transcriptions')).data).toHaveLength(2);
    expect((await api.get('/v1/wallet')).body).toMatchObject({ subscription_ms: 0, bought_ms: 0 });
  });

  it('answer problems as RFC 9457 writes them, with what is left of the rate', async () => {
    const { status, headers, body } = await api.patch(`/v1/transcriptions/${id}`, { title: 'x' });
    expect(status).toBe(400);
    expect(headers.get('Content-Type')).toBe('application/problem+json');
    expect(headers.get('RateLimit')).toMatch(/r=\d+/);
    expect(body).toMatchObject({
      ...{ type: 'urn:celeste:error:api.fields-invalid', status: 400, code: 'api.fields-invalid' },
      errors: [{ field: 'title', detail: expect.any(String) }],
    });
  });
});
