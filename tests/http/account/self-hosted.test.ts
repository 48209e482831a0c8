import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningCeleste, startCeleste } from '@/tests/support/celeste';
import { signUp, TestUser } from '@/tests/support/test-user';
import { auditRows, type Member } from '../admin/administrator';
import { change, rows } from '../platform/data-dir';
import { mainOf, textOf } from '../platform/page';

/** Words of selling, in both languages. */
const OF_SALES =
  /\/wallet|\/plans|carteira|crédito|comprar|\bplanos?\b|grátis|wallet|credits|\bbuy\b|\bfree\b/i;

describe('where accounts are by invitation and nothing is sold', () => {
  let celeste: RunningCeleste;
  let admin: Member;

  const openInvitation = (email: string) => {
    const at = '2020-01-01 00:00:00.000 +00:00';
    return change(
      celeste,
      `INSERT INTO invitations (public_id, email, expires_at, created_at, updated_at)
       VALUES ('${randomUUID().slice(0, 30)}', '${email}', '2999-01-01 00:00:00.000 +00:00', '${at}', '${at}')`,
    );
  };

  beforeAll(async () => {
    celeste = await startCeleste({
      env: { SIGNUP: 'invite', BILLING: 'off', MONTHLY_MINUTES: '90' },
    });
    const email = 'clara@example.com';
    await openInvitation(email);
    const person = await signUp(celeste, 'Clara Chefe', { email });
    const [user] = await rows(celeste, `SELECT public_id FROM users WHERE email = '${email}'`);
    admin = Object.assign(person, { publicId: String(user!.public_id) });
    await change(celeste, `UPDATE users SET role = 'admin' WHERE email = '${email}'`);
  });

  afterAll(() => celeste.stop());

  it.each([
    ...[
      '/dashboard',
      '/transcriptions',
      '/documents',
      '/meetings',
      '/calendar',
      '/account',
      '/account/tokens',
    ],
    ...['/account/delete', '/terms', '/meetings/terms', '/developers', '/admin'],
  ])('%s says nothing of it', async (page) => {
    const { status, body } = await admin.get(page);
    expect(status).toBe(200);
    const said = `${textOf(body)} ${body.match(/href="[^"]*"/g)!.join(' ')}`;
    expect(OF_SALES.exec(said)?.[0]).toBeUndefined();
  });

  it.each(['/wallet', '/wallet/movements', '/wallet/receipts/x', '/test-checkout', '/test-checkout/x'])(
    '%s does not exist',
    async (page) => {
      expect((await admin.get(page)).status).toBe(404);
    },
  );

  it('takes no order by a form', async () => {
    expect((await admin.post('/wallet', { intent: 'hours', hours: '1' })).status).toBe(404);
    expect(await rows(celeste, 'SELECT id FROM orders')).toEqual([]);
  });

  it('leaves the calls of the wallet out of the API and its description', async () => {
    const { body } = await admin.get('/api/openapi.json');
    const { paths, tags } = JSON.parse(body) as { paths: object; tags: { name: string }[] };
    expect(Object.keys(paths).filter((path) => /wallet|checkout/.test(path))).toEqual([
      '/checkout/consumption-rule',
    ]);
    expect(tags.map(({ name }) => name)).not.toContain('v1.wallet');
    expect((await admin.get('/api/wallet/balance')).status).toBe(404);
  });

  it('shows the minutes of the month, and has meetings', async () => {
    const { body } = await admin.get('/dashboard');
    expect(textOf(body)).toContain('Seus minutos deste mês');
    expect(body).toContain('href="/meetings"');
  });

  it('tells a browser when the month renews, and keeps nothing until it does', async () => {
    const { body } = await admin.get('/uploads/card');
    expect(textOf(body)).toMatch(/Eles se renovam em 1 de \p{L}+\./u);
    expect(body).toContain('data-has-stored="yes"');
  });

  it('mails an invitation, whose link fills in the address, and takes it once', async () => {
    const email = `${randomUUID()}@example.com`;
    const invited = await admin.post('/admin/invitations', { intent: 'invite', email });
    expect(invited.status).toBe(303);
    const { text } = await celeste.mailTo(email);
    const link = /\/signup\?invitation=[\w-]+/.exec(text)![0];
    const guest = new TestUser(celeste.address);
    expect((await guest.get(link)).body).toContain(`value="${email}"`);
    await signUp(celeste, 'Rui Convidado', { email });
    expect(textOf(mainOf((await guest.get(link)).body))).toContain('Este convite já foi usado');
    const list = textOf(mainOf((await admin.get('/admin/invitations')).body));
    expect(list).toMatch(new RegExp(`${email}\\s+Usado`));
    expect((await auditRows(celeste)).at(-1)).toMatchObject({ action: 'invited' });
  });

  it('answers an address without an invitation as one with, and mails it the reason', async () => {
    const email = `${randomUUID()}@example.com`;
    const guest = new TestUser(celeste.address);
    const fields = { name: 'Eva', terms: 'on' };
    const answer = await guest.post('/signup', { ...fields, email });
    const other = await new TestUser(celeste.address).post('/signup', { ...fields, email: admin.email });
    expect([answer.status, answer.location]).toEqual([other.status, other.location]);
    expect((await celeste.mailTo(email)).text).toContain('só por convite');
  });
});

describe('where sign-up is closed', () => {
  it('says so, refuses forms, and lets people sign in', async () => {
    const celeste = await startCeleste({ command: 'web', env: { SIGNUP: 'closed' } });
    try {
      const guest = new TestUser(celeste.address);
      const page = await guest.get('/signup');
      expect([page.status, textOf(mainOf(page.body))]).toEqual([
        200,
        expect.stringContaining('O cadastro está fechado'),
      ]);
      expect(mainOf(page.body)).not.toContain('name="email"');
      expect((await guest.get('/login')).body).not.toContain('href="/signup');
      const sent = await guest.post('/signup', { name: 'Eva', email: 'eva@example.com', terms: 'on' });
      expect(sent.status).toBe(403);
      const login = await guest.post('/login', { email: 'eva@example.com' });
      expect(login.location).toBe('/login/code');
    } finally {
      await celeste.stop();
    }
  });
});
