import { beforeAll, describe, expect, it } from 'vitest';
import { editable } from '../transcript/editable';
import { type CallRow, testRefusals } from './access-table';
import { addToken } from './add-token';
import { ApiClient } from './api-client';
import { openTwoAccounts, type TwoAccounts } from './two-accounts';

let { celeste, ana, rui, api } = {} as TwoAccounts;
let id: string;

const dataOf = ({ body }: { body: unknown }) => (body as { data: string }).data;

beforeAll(async () => {
  ({ celeste, ana, rui, api } = await openTwoAccounts());
  id = dataOf(await api.post('/document', { title: 'Ata', isSummary: false }));
});

const CALLS: CallRow[] = [
  { method: 'GET', path: '/document/all', scope: 'read', wrongQueries: ['page=0', 'limit=1000'] },
  { method: 'GET', path: '/document/{id}', scope: 'read' },
  {
    ...{ method: 'PUT', path: '/document/{id}', scope: 'write' },
    body: { title: 'Ata', content: '<p>a</p>' },
    wrong: [{}, { title: '', content: 'a' }, { title: 7, content: 'a' }, { title: 'Ata' }],
  },
  {
    ...{ method: 'POST', path: '/document', scope: 'write' },
    body: { title: 'Ata', isSummary: false },
    wrong: [{ title: 7 }, { title: 'Ata', isSummary: 'no' }],
  },
  { method: 'DELETE', path: '/document/{id}', scope: 'write' },
  { method: 'POST', path: '/export/pdf/document/{id}', scope: 'read' },
  { method: 'POST', path: '/export/docx/document/{id}', scope: 'read' },
];

describe('calls about documents', () => {
  testRefusals(CALLS, () => ({ celeste, owner: ana, id }));

  it('make, read, change and delete one; only what documents support stays', async () => {
    const made = dataOf(await api.post('/document', { title: 'Pauta', isSummary: false }));
    const content = '<h1>Um</h1><p onclick="x()">Dois <b>três</b><script>alert(1)</script></p>';
    const saved = await api.put(`/document/${made}`, { title: 'Pauta 2', content, version: 1 });
    expect(saved.body).toEqual({ version: 2 });
    const read = (await api.get(`/document/${made}`)).body as { title: string; content: string };
    expect(read).toMatchObject({ crypto: made, title: 'Pauta 2', transcription_id: null, version: 2 });
    expect(read.content).toMatch(/<h1[^>]*>Um<\/h1>.*Dois .*três/s);
    expect(read.content).not.toMatch(/script|onclick/);
    const late = await api.put(`/document/${made}`, { title: 'Pauta 3', content, version: 1 });
    expect(late).toMatchObject({ status: 409, body: { code: 'document.conflict' } });
    const { rows } = (await api.get('/document/all?limit=1')).body as { rows: object[] };
    expect(rows).toMatchObject([{ crypto: made, title: 'Pauta 2' }]);
    expect((await api.post(`/export/pdf/document/${made}`)).body).toMatch(/^%PDF-/);
    expect((await api.post(`/export/docx/document/${made}`)).body).toMatch(/^PK/);
    expect((await api.delete(`/document/${made}`)).status).toBe(204);
    expect((await api.get(`/document/${made}`)).status).toBe(404);
  });

  it('make one of a transcription, and none of somebody else’s', async () => {
    const source = (await editable(celeste, ana)).split('/').at(-1)!;
    const copy = dataOf(await api.post('/document', { title: 'Cópia', transcriptionCrypto: source }));
    const read = (await api.get(`/document/${copy}`)).body as { content: string };
    expect(read).toMatchObject({ title: 'Cópia', transcription_id: source });
    expect(read.content).toContain('bom dia');
    const own = { title: 'Minha', content: '<p>meu</p>', transcriptionCrypto: source };
    const mine = await api.get(`/document/${dataOf(await api.post('/document', own))}`);
    expect(mine.body).toMatchObject({ transcription_id: source, content: expect.stringContaining('meu') });
    const summary = await api.post('/document', { transcriptionCrypto: source, isSummary: true });
    expect(summary).toMatchObject({ status: 409, body: { code: 'summary.not-made' } });
    const his = new ApiClient(celeste.address, await addToken(celeste, rui));
    expect((await his.post('/document', { transcriptionCrypto: source })).status).toBe(404);
    expect((await his.get('/document/all')).body).toEqual({ rows: [], count: 0 });
    expect((await api.get('/document/all?page=99')).body).toMatchObject({ rows: [] });
  });

  it.each([
    ['paragraphs', '<p>a</p>'],
    ['lines', 'a<br><br/>'],
    ['items', '<li>a</li>'],
  ])('refuse a million %s without reading them', async (_kind, piece) => {
    const body = { title: 'Longa', content: piece.repeat(1_000_000) };
    const putMs = async (sent: object, answer: object) => {
      const startedAt = performance.now();
      expect(await api.put(`/document/${id}`, sent)).toMatchObject(answer);
      return performance.now() - startedAt;
    };
    const sentMs = await putMs({ title: 1, content: body.content }, { status: 400 });
    const refusedMs = await putMs(body, { status: 413, body: { code: 'document.too-long' } });
    // Reading them takes five seconds and more.
    expect(refusedMs).toBeLessThan(3 * sentMs + 1_500);
    expect((await api.post('/document', body)).status).toBe(413);
  });
});
