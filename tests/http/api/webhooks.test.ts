import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningCeleste, sharedCeleste } from '@/tests/support/celeste';
import { signUp, type TestUser } from '@/tests/support/test-user';
import { mainOf, textOf } from '../platform/page';
import { type CallRow, testRefusals } from './access-table';
import { addToken } from './add-token';
import { ApiClient } from './api-client';
import { addWebhook } from './webhooks';

let celeste: RunningCeleste;
let ana: TestUser & { email: string };
let rui: TestUser & { email: string };
let api: ApiClient;
let id: string;
let server: Server;
let url: string;
const received: { headers: Record<string, string>; body: string }[] = [];

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    received.push({ headers: request.headers as Record<string, string>, body });
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  // With a worker, which sends.
  celeste = await sharedCeleste('start');
  ana = await signUp(celeste);
  rui = await signUp(celeste, 'Rui Lima');
  api = new ApiClient(celeste.address, await addToken(celeste, ana));
  id = ((await api.post('/v1/webhooks', wanted())).body as { id: string }).id;
});

afterAll(() => server.closeAllConnections());

const wanted = (values: object = {}) => ({ url, events: ['document.created'], ...values });
const WRONG = [
  {},
  { url: 'ftp://example.com', events: ['document.created'] },
  { url: 'https://a:b@example.com', events: ['document.created'] },
  { url: 'https://example.com', events: [] },
  { url: 'https://example.com', events: ['other'] },
];
const ONE = '/v1/webhooks/{id}';

const CALLS: CallRow[] = [
  { method: 'GET', path: '/v1/webhooks', scope: 'read' },
  {
    method: 'POST',
    path: '/v1/webhooks',
    scope: 'write',
    body: { url: 'https://example.com' },
    wrong: WRONG,
  },
  { method: 'GET', path: ONE, scope: 'read' },
  {
    method: 'PATCH',
    path: ONE,
    scope: 'write',
    body: { is_enabled: true },
    wrong: [...WRONG.slice(1), { is_enabled: 1 }],
  },
  { method: 'DELETE', path: ONE, scope: 'write' },
  { method: 'POST', path: `${ONE}/secret`, scope: 'write' },
  { method: 'POST', path: `${ONE}/test`, scope: 'write' },
  { method: 'GET', path: `${ONE}/deliveries`, scope: 'read', wrongQueries: ['limit=0', 'cursor=x'] },
  { method: 'POST', path: `${ONE}/deliveries/AAAAAAAAAAAAAAAAAAAAAA`, scope: 'write' },
];

const shown = async (path: string) => textOf(mainOf((await ana.get(path)).body));

describe('calls about webhooks', () => {
  testRefusals(CALLS, () => ({ celeste, owner: ana, id }));

  it('tell of an event, signed with the secret that was shown once', async () => {
    const key = { 'Idempotency-Key': 'webhook-1' };
    const made = (await api.post('/v1/webhooks', wanted(), key)).body as { id: string; secret: string };
    expect(made.secret).toMatch(/^whsec_/);
    const again = (await api.post('/v1/webhooks', wanted(), key)).body;
    expect(again).toMatchObject({ id: made.id, secret: null });
    expect((await api.get(`/v1/webhooks/${made.id}`)).body).not.toHaveProperty('secret');
    const { body: document } = await api.post('/v1/documents', { title: 'Ata da obra' });
    const isSigned = ({ headers, body }: (typeof received)[number]) => {
      try {
        return new Webhook(made.secret).verify(body, headers) !== null;
      } catch {
        return false;
      }
    };
    await expect.poll(() => received.filter(isSigned).length).toBe(1);
    expect(JSON.parse(received.find(isSigned)!.body)).toMatchObject({
      type: 'document.created',
      data: { id: (document as { id: string }).id, title: 'Ata da obra' },
    });
    const list = async () =>
      (await api.get(`/v1/webhooks/${made.id}/deliveries`)).body as { data: { id: string }[] };
    await expect.poll(list).toMatchObject({ data: [{ status: 'delivered', last_status: 204 }] });
    const [delivery] = (await list()).data;
    expect((await api.post(`/v1/webhooks/${made.id}/deliveries/${delivery!.id}`)).status).toBe(202);
    await expect.poll(() => received.filter(isSigned).length).toBe(2);
    expect((await api.patch(`/v1/webhooks/${made.id}`, { is_enabled: false })).body).toMatchObject({
      disabled_for: 'owner',
    });
    expect(await api.post(`/v1/webhooks/${made.id}/test`)).toMatchObject({
      status: 409,
      body: { code: 'webhook.disabled' },
    });
    expect((await api.delete(`/v1/webhooks/${made.id}`)).status).toBe(204);
  });
});

describe('the page of webhooks', () => {
  it('makes one, shows its secret once, tests and disables it, and deletes it', async () => {
    const form = { intent: 'create', url, events: 'document.created', submissionId: crypto.randomUUID() };
    const created = await ana.post('/account/webhooks', form);
    expect(textOf(created.body)).toMatch(/whsec_[\w+/=]{40,}/);
    expect(textOf((await ana.post('/account/webhooks', form)).body)).toContain('já foi mostrado uma vez');
    const path = await addWebhook(ana, url);
    expect(await ana.post(path, { intent: 'test' })).toMatchObject({ status: 303, location: path });
    await expect.poll(() => shown(path)).toMatch(/Teste entregue .* HTTP 204/);
    expect(textOf((await ana.post(path, { intent: 'rotate' })).body)).toMatch(/whsec_/);
    await ana.post(path, { intent: 'disable' });
    expect(await shown(path)).toContain('Desativado');
    await ana.post(path, { intent: 'enable' });
    expect(await shown(path)).toContain('Ativo');
    expect((await rui.get(path)).status).toBe(404);
    expect((await rui.post(path, { intent: 'rotate' })).status).toBe(404);
    await ana.post(path, { intent: 'remove' });
    expect((await ana.get(path)).status).toBe(404);
  });

  it('says at the field what is wrong', async () => {
    const wrong = await ana.post('/account/webhooks', { intent: 'create', url: 'ftp://example.com' });
    expect(wrong.status).toBe(400);
    expect(textOf(wrong.body)).toContain('Digite um endereço https, sem usuário nem senha.');
    for (const url of ['https://example.com/\0', 'https://example.com/a\nb', 'https:\\\\example.com']) {
      expect((await ana.post('/account/webhooks', { intent: 'create', url })).status).toBe(400);
    }
  });
});
