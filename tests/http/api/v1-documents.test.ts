import { beforeAll, describe, expect, it } from 'vitest';
import { type RunningCeleste, sharedCeleste } from '@/tests/support/celeste';
import { signUp, type TestUser } from '@/tests/support/test-user';
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
  celeste = await sharedCeleste('web');
  ana = await signUp(celeste);
  rui = await signUp(celeste, 'Rui Lima');
  api = new ApiClient(celeste.address, await addToken(celeste, ana));
  id = ((await api.post('/v1/documents', { title: 'Ata' })).body as { id: string }).id;
});

const ONE = '/v1/documents/{id}';

const CALLS: CallRow[] = [
  { method: 'GET', path: '/v1/documents', scope: 'read', wrongQueries: ['limit=0', 'cursor=x'] },
  {
    ...{ method: 'POST', path: '/v1/documents', scope: 'write' },
    body: { title: 'Ata' },
    wrong: [{ title: 7 }, { from: 'other' }],
  },
  { method: 'GET', path: ONE, scope: 'read' },
  {
    ...{ method: 'PUT', path: ONE, scope: 'write' },
    body: { title: 'Ata', content: '<p>a</p>' },
    wrong: [{}, { title: 'Ata' }, { title: '', content: 'a' }],
  },
  { method: 'DELETE', path: ONE, scope: 'write' },
  { method: 'GET', path: `${ONE}/exports/pdf`, scope: 'read' },
];

describe('calls of v1 about documents', () => {
  testRefusals(CALLS, () => ({ celeste, owner: ana, id }));

  it('make, read, change and delete one, as the version that was read', async () => {
    const made = (await api.post('/v1/documents', { title: 'Pauta', content: '<p onclick="x()">Um</p>' }))
      .body;
    expect(made).toMatchObject({
      title: 'Pauta',
      version: 1,
      content: expect.not.stringContaining('onclick'),
    });
    const path = `/v1/documents/${(made as { id: string }).id}`;
    const read = await api.get(path);
    expect([read.headers.get('ETag'), read.body]).toEqual(['"v1"', made]);
    expect((await api.get(path, { 'If-None-Match': '"v1"' })).status).toBe(304);
    const save = (match?: string) =>
      api.call('PUT', path, { title: 'Pauta 2', content: '<p>Dois</p>' }, match ? { 'If-Match': match } : {});
    expect((await save()).status).toBe(428);
    expect((await save('"v1"')).body).toMatchObject({ title: 'Pauta 2', version: 2 });
    expect((await save('"v1"')).status).toBe(412);
    for (const format of ['txt', 'docx', 'pdf'])
      expect((await api.get(`${path}/exports/${format}`)).status, format).toBe(200);
    expect(await api.get(`${path}/exports/exe`)).toMatchObject({
      ...{ status: 404, body: { code: 'export.format-unknown' } },
    });
    expect((await api.delete(path)).status).toBe(204);
    expect((await api.get(path)).status).toBe(404);
  });

  it('make one of a transcription, and none of somebody else’s', async () => {
    const source = (await editable(celeste, ana)).split('/').at(-1)!;
    const copy = await api.post('/v1/documents', { title: 'Cópia', transcription_id: source });
    expect(copy.body).toMatchObject({
      transcription_id: source,
      content: expect.stringContaining('bom dia'),
    });
    const summary = await api.post('/v1/documents', { transcription_id: source, from: 'summary' });
    expect(summary).toMatchObject({ status: 409, body: { code: 'summary.not-made' } });
    const his = new ApiClient(celeste.address, await addToken(celeste, rui));
    expect((await his.post('/v1/documents', { transcription_id: source })).status).toBe(404);
  });

  it('list all of them, once each, while others come and go', async () => {
    const owner = await signUp(celeste, 'Caio Melo');
    const client = new ApiClient(celeste.address, await addToken(celeste, owner));
    const ids: string[] = [];
    for (let made = 0; made < 5; made += 1)
      ids.unshift(((await client.post('/v1/documents', { title: `Ata ${made}` })).body as { id: string }).id);
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const query: string = cursor && `&cursor=${encodeURIComponent(cursor)}`;
      const { data, next_cursor } = (await client.get(`/v1/documents?limit=2${query}`)).body as {
        data: { id: string }[];
        next_cursor: string | null;
      };
      seen.push(...data.map((row) => row.id));
      await client.delete(`/v1/documents/${data.at(-1)!.id}`);
      await client.post('/v1/documents', { title: 'Nova' });
      cursor = next_cursor;
    }
    expect(seen).toEqual(ids);
  });
});
