import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { WAIT_OPTIONS } from '@/app/domain/meeting/limits';
import { type RunningCeleste, sharedCeleste } from '@/tests/support/celeste';
import { signUp } from '@/tests/support/test-user';
import { addMeeting, type MeetingUser, signUpMeetingUser } from '../meeting/meetings';
import { type CallRow, testRefusals } from './access-table';
import { addToken } from './add-token';
import { ApiClient } from './api-client';

let celeste: RunningCeleste;
let ana: MeetingUser;
let rui: MeetingUser;
let api: ApiClient;
let id: string;

beforeAll(async () => {
  celeste = await sharedCeleste();
  rui = await signUpMeetingUser(celeste);
});

beforeEach(async () => {
  ana = await signUpMeetingUser(celeste);
  api = new ApiClient(celeste.address, await addToken(celeste, ana));
  id = ((await api.post('/v1/meetings', meeting())).body as { id: string }).id;
});

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
/** A room of its own, since two assistants do not go to one. */
const newRoom = () => {
  const letters = Array.from({ length: 10 }, () =>
    String.fromCharCode(97 + Math.floor(Math.random() * 26)),
  ).join('');
  return `https://meet.google.com/${letters.slice(0, 3)}-${letters.slice(3, 7)}-${letters.slice(7)}`;
};
const meeting = (values: object = {}) => ({
  ...{ name: 'Pauta', url: newRoom(), starts_at: inHours(2), accepts_terms: true },
  ...values,
});
const specified = (values: object = {}) => ({
  ...{ meet_name: 'Pauta', meet_url: newRoom(), meet_date: inHours(2), status: 'waiting', terms: true },
  ...values,
});

const WRONG = [
  {},
  { name: ' ' },
  { url: 'https://example.com/abc' },
  { starts_at: '2026-13-01' },
  { starts_at: 7 },
];
const ONE = '/v1/meetings/{id}';

const CALLS: CallRow[] = [
  {
    ...{ method: 'GET', path: '/meeting/all', scope: 'read' },
    wrongQueries: ['offset=-1', 'limit=0', 'limit=101', 'status=other'],
  },
  {
    ...{ method: 'POST', path: '/meeting/create-meet', scope: 'write', body: specified() },
    wrong: [
      {},
      specified({ meet_name: '' }),
      specified({ meet_url: 'https://zoom.us/j/1' }),
      specified({ meet_date: 'amanhã' }),
      specified({ meet_date: inHours(-2) }),
      specified({ meet_date: '9999-01-01T00:00:00Z' }),
      specified({ status: 'running' }),
    ],
  },
  { method: 'GET', path: '/meet-settings', scope: 'read' },
  ...(['POST', 'PUT'] as const).map((method) => ({
    ...{ method, path: '/meet-settings', scope: 'write' as const },
    body: { bot_name: 'Assistente', max_wait_time: 600 },
    wrong: [
      {},
      { bot_name: ' ', max_wait_time: 600 },
      { bot_name: 'A', max_wait_time: 7 },
      { bot_name: 'A', max_wait_time: '600' },
    ],
  })),
  { method: 'GET', path: '/v1/meetings', scope: 'read', wrongQueries: ['limit=0', 'cursor=x', 'status=x'] },
  {
    ...{ method: 'POST', path: '/v1/meetings', scope: 'write', body: meeting() },
    wrong: WRONG.map((values) => (Object.keys(values).length === 0 ? {} : meeting(values))),
  },
  { method: 'GET', path: ONE, scope: 'read' },
  {
    method: 'PUT',
    path: ONE,
    scope: 'write',
    body: meeting(),
    wrong: [{}, meeting({ starts_at: undefined })],
  },
  { method: 'POST', path: `${ONE}/stop`, scope: 'write' },
  { method: 'DELETE', path: ONE, scope: 'write' },
];

describe('calls about meetings', () => {
  testRefusals(CALLS, () => ({ celeste, owner: ana, id }));

  it.each(CALLS.map(({ method, path, body }) => ({ method, path, body })))(
    '$method $path is for accounts with a subscription',
    async ({ method, path, body }) => {
      const trial = new ApiClient(celeste.address, await addToken(celeste, await signUp(celeste)));
      const answer = await trial.call(method, path.replace('{id}', id), body, { 'If-Match': '*' });
      expect(answer).toMatchObject({ status: 403, body: { code: 'api.subscription-required' } });
    },
  );

  it('send the assistant, list where it goes, and say where one is already', async () => {
    const wanted = specified({ meet_date: inHours(3) });
    const { status, body } = await api.post('/meeting/create-meet', wanted);
    expect([status, body]).toEqual([
      201,
      {
        data: expect.objectContaining({
          meet_name: 'Pauta',
          meet_url: wanted.meet_url,
          meet_type: 'scheduled',
          status: 'waiting',
        }),
      },
    ]);
    const again = await api.post('/meeting/create-meet', wanted);
    expect(again).toMatchObject({
      status: 409,
      body: { code: 'meeting.assistant-there', message: 'Já existe um assistente na reunião solicitada.' },
    });
    const list = await api.get('/meeting/all?offset=1&limit=1');
    expect(list.body).toMatchObject({ count: 2, meetings: [{ meet_url: wanted.meet_url }] });
    expect((await api.get('/meeting/all?status=completed')).body).toEqual({ meetings: [], count: 0 });
    expect((await api.get('/meeting/all?offset=9')).body).toEqual({ meetings: [], count: 2 });
    const his = new ApiClient(celeste.address, await addToken(celeste, rui));
    expect((await his.get('/meeting/all')).body).toEqual({ meetings: [], count: 0 });
  });

  it.each([
    ['with seconds', (at: string) => at],
    ['without', (at: string) => at.replace(/:\d\d\.\d{3}Z$/, 'Z')],
    ['in another zone', (at: string) => at.replace(/:\d\d\.\d{3}Z$/, '-03:00')],
  ])('send it at a time %s', async (_case, write) => {
    const meet_date = write(inHours(5));
    const { status, body } = await api.post('/meeting/create-meet', specified({ meet_date }));
    const startsAt = new Date(meet_date).toISOString();
    expect([status, body]).toMatchObject([201, { data: { meet_date: startsAt } }]);
  });

  it.each(['2027-03-01', '2027-03-01T14:00', '2027-02-30T14:00Z', '14:00Z', '', 0])(
    'take no date like %j',
    async (meet_date) => {
      const answer = await api.post('/meeting/create-meet', specified({ meet_date }));
      expect(answer).toMatchObject({
        status: 400,
        body: { code: 'api.fields-invalid', errors: { meet_date: expect.any(String) } },
      });
    },
  );

  it('send it at once, and only once the terms are accepted', async () => {
    const his = new ApiClient(
      celeste.address,
      await addToken(celeste, await signUpMeetingUser(celeste, { hasTerms: false })),
    );
    const body = specified({ meet_date: undefined, terms: false });
    expect(await his.post('/meeting/create-meet', body)).toMatchObject({
      ...{ status: 400, body: { code: 'meeting.terms-required' } },
    });
    const sent = await his.post('/meeting/create-meet', { ...body, terms: true });
    expect(sent).toMatchObject({ status: 201, body: { data: { meet_type: 'instant' } } });
    expect((await his.post('/meeting/create-meet', specified({ terms: false }))).status).toBe(201);
  });

  it('keep the settings of the assistant', async () => {
    expect((await api.get('/meet-settings')).body).toMatchObject({ data: { max_wait_time: 600 } });
    const saved = { bot_name: 'Ata da Ana', max_wait_time: 120 };
    expect(await api.post('/meet-settings', saved)).toMatchObject({ status: 201, body: { data: saved } });
    expect(await api.put('/meet-settings', { ...saved, max_wait_time: 60 })).toMatchObject({ status: 200 });
    expect((await api.get('/meet-settings')).body).toEqual({ data: { ...saved, max_wait_time: 60 } });
  });

  it.each([
    ['starts_at', { starts_at: inHours(-2) }, 'meeting.past'],
    ['starts_at', { starts_at: inHours(24 * 400) }, 'meeting.too-far'],
    ['max_wait_seconds', { max_wait_seconds: -1 }, 'api.fields-invalid'],
    ['max_wait_seconds', { max_wait_seconds: 16 }, 'api.fields-invalid'],
  ])('name the field %s as v1 calls it', async (field, values, code) => {
    const { status, body } = await api.post('/v1/meetings', meeting(values));
    expect(status).toBe(400);
    expect(body).toMatchObject({
      code,
      errors: [{ field, detail: expect.not.stringContaining('obrigatório') }],
    });
  });

  it('describe the waits that they take', async () => {
    const { paths } = (await api.get('/openapi.json')).body as {
      paths: Record<string, Record<string, { requestBody: { content: Record<string, { schema: object }> } }>>;
    };
    const { schema } = paths['/v1/meetings']!.post!.requestBody.content['application/json']!;
    expect(schema).toMatchObject({ properties: { max_wait_seconds: { enum: [...WAIT_OPTIONS] } } });
  });

  it('change a meeting as the version that was read, and cancel it', async () => {
    const path = `/v1/meetings/${id}`;
    const etag = (await api.get(path)).headers.get('ETag')!;
    expect((await api.get(path, { 'If-None-Match': etag })).status).toBe(304);
    const body = meeting({ name: 'Ata', accepts_terms: undefined });
    const change = (match: string) => api.call('PUT', path, body, { 'If-Match': match });
    expect((await change(etag)).body).toMatchObject({ name: 'Ata', url: body.url, status: 'waiting' });
    expect((await change(etag)).status).toBe(412);
    expect((await api.post(`${path}/stop`)).body).toMatchObject({ code: 'meeting.not-underway' });
    expect((await api.delete(path)).status).toBe(204);
    expect((await api.get(path)).status).toBe(404);
  });

  it('list all of them, once each, while one goes', async () => {
    for (let made = 0; made < 2; made += 1) await api.post('/v1/meetings', meeting());
    const first = (await api.get('/v1/meetings?limit=2')).body as {
      data: { id: string }[];
      next_cursor: string;
    };
    await api.delete(`/v1/meetings/${first.data[1]!.id}`);
    const cursor = encodeURIComponent(first.next_cursor);
    const { body } = await api.get(`/v1/meetings?limit=2&cursor=${cursor}`);
    expect(body).toMatchObject({ data: [{ id }], next_cursor: null });
    expect(first.data).toHaveLength(2);
  });

  it('tell of one that is over', async () => {
    const over = (await addMeeting(celeste, ana, { status: 'completed' })).split('/').at(-1);
    const { body } = await api.get('/v1/meetings?status=completed');
    expect(body).toMatchObject({ data: [{ id: over, status: 'completed' }] });
  });
});
