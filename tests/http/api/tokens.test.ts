import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { isTokenText } from '@/app/services/api/token-text.server';
import { type RunningCeleste, sharedCeleste } from '@/tests/support/celeste';
import { signUp, type TestUser } from '@/tests/support/test-user';
import { signUpAdmin, signUpMember } from '../admin/administrator';
import { change, rows } from '../platform/data-dir';
import { mainOf, messageBeside, summaryOf, textOf } from '../platform/page';
import { ApiClient } from './api-client';

const PAGE = '/account/tokens';

let celeste: RunningCeleste;
let ana: TestUser & { email: string };

beforeAll(async () => {
  celeste = await sharedCeleste();
  ana = await signUp(celeste);
});

const tokenIn = (page: string) => /cel_[0-9A-Za-z]{46}/.exec(page)?.[0] ?? null;

const create = (by: TestUser, fields: Record<string, string> = {}) =>
  by.post(PAGE, { intent: 'create', name: 'Robô', scopes: 'read', ...fields });

const tokensOf = (email: string) =>
  rows(
    celeste,
    `SELECT t.name, t.scopes, t.ending, t.public_id, t.expires_at, t.created_at FROM api_tokens t
     JOIN users u ON u.id = t.user_id WHERE u.email = '${email}' ORDER BY t.id`,
  );

const daysUntil = ({ created_at, expires_at }: Record<string, unknown>) =>
  expires_at === null
    ? null
    : Math.round((Date.parse(String(expires_at)) - Date.parse(String(created_at))) / 86_400_000);

describe('a new personal token', () => {
  it('is shown once, opens the API, and is listed by its ending', async () => {
    const by = await signUp(celeste);
    const answer = await create(by, { name: '  Robô  da redação ' });
    const token = tokenIn(answer.body)!;
    expect([answer.status, isTokenText(token)]).toEqual([200, true]);
    expect((await new ApiClient(celeste.address, token).get('/wallet/balance')).status).toBe(200);
    const page = (await by.get(PAGE)).body;
    expect(tokenIn(page)).toBeNull();
    expect(textOf(mainOf(page))).toContain(`Robô da redação termina em …${token.slice(-4)}`);
    const [row, ...others] = await tokensOf(by.email);
    expect([row!.scopes, daysUntil(row!), others]).toEqual(['read', 90, []]);
  });

  it('is made once by a form that is sent twice, and not shown again', async () => {
    const by = await signUp(celeste);
    const submissionId = randomUUID();
    expect(tokenIn((await create(by, { submissionId })).body)).not.toBeNull();
    const again = await create(by, { submissionId });
    expect([again.status, tokenIn(again.body)]).toEqual([200, null]);
    expect(textOf(mainOf(again.body))).toContain('já foi criado e mostrado uma vez');
    expect(await tokensOf(by.email)).toHaveLength(1);
    const stored = await rows(celeste, 'SELECT outcome FROM submissions');
    expect(JSON.stringify(stored)).not.toContain('cel_');
  });

  it.each([
    ['30', 30],
    ['365', 365],
    ['never', null],
  ])('lasts as long as chosen: %s', async (expires, days) => {
    const by = await signUp(celeste);
    await create(by, { expires });
    expect((await tokensOf(by.email)).map(daysUntil)).toEqual([days]);
  });

  it.each([
    ['name', { name: ' ' }, 'Dê um nome ao token.'],
    ['name', { name: 'x'.repeat(81) }, 'O nome pode ter até 80 caracteres.'],
    ['scopes', { scopes: '' }, 'Escolha ao menos uma permissão.'],
  ])('names what is wrong with its %s', async (field, fields, message) => {
    const answer = await create(ana, fields);
    expect(answer.status).toBe(400);
    expect(summaryOf(answer.body)).toContain(message);
    if (field === 'name') expect(messageBeside(answer.body, field)).toBe(message);
    expect(tokenIn(answer.body)).toBeNull();
  });

  it('is refused with fifty others', async () => {
    const by = await signUp(celeste);
    await create(by);
    const columns = 'user_id, name, ending, scopes, created_at, updated_at';
    const values = Array.from({ length: 49 }, (_, at) => `(${at})`).join(', ');
    await change(
      celeste,
      `INSERT INTO api_tokens (public_id, token_hash, ${columns})
       SELECT 'many' || n.column1 || user_id, 'many' || n.column1 || user_id, ${columns} FROM api_tokens,
         (VALUES ${values}) AS n WHERE user_id = (SELECT id FROM users WHERE email = '${by.email}')`,
    );
    const answer = await create(by);
    expect([answer.status, summaryOf(answer.body)]).toEqual([
      409,
      expect.stringContaining('já tem 50 tokens'),
    ]);
  });

  it('is the owner’s alone to make and to revoke', async () => {
    const admin = await signUpAdmin(celeste);
    const owner = await signUpMember(celeste);
    await create(owner);
    await admin.post(`/login-admin-as-user/${owner.publicId}/${admin.publicId}`);
    expect((await create(admin)).status).toBe(403);
    const [{ public_id: token }] = (await tokensOf(owner.email)) as [{ public_id: string }];
    expect((await admin.post(PAGE, { intent: 'revoke', token })).status).toBe(403);
    expect(mainOf((await admin.get(PAGE)).body)).not.toContain('value="create"');
    expect(await tokensOf(owner.email)).toHaveLength(1);
  });
});

describe('revoking', () => {
  it('ends a token at once, and none of somebody else', async () => {
    const by = await signUp(celeste);
    const token = tokenIn((await create(by)).body)!;
    const [{ public_id: publicId }] = (await tokensOf(by.email)) as [{ public_id: string }];
    await ana.post(PAGE, { intent: 'revoke', token: publicId });
    expect(await tokensOf(by.email)).toHaveLength(1);
    const answer = await by.post(PAGE, { intent: 'revoke', token: publicId });
    expect([answer.status, answer.location]).toEqual([303, PAGE]);
    expect((await new ApiClient(celeste.address, token).get('/wallet/balance')).status).toBe(401);
    expect((await by.post(PAGE, { intent: 'revoke', token: publicId })).status).toBe(303);
  });
});
