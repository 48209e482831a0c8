import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningCeleste, startCeleste } from '@/tests/support/celeste';
import { TestUser } from '@/tests/support/test-user';
import { change, logOf, readAllData, rows } from '../platform/data-dir';
import { linksOf, mainOf, messageBeside, summaryOf, textOf, typedIn } from '../platform/page';
import { auditRows, type Member, signUpAdmin, signUpMember } from './administrator';

let celeste: RunningCeleste;
let admin: Member;
let ana: Member;

beforeAll(async () => {
  celeste = await startCeleste({ command: 'web' });
  admin = await signUpAdmin(celeste);
  ana = await signUpMember(celeste);
});

afterAll(() => celeste.stop());

const impersonationPath = (user: Member, by: Member) =>
  `/login-admin-as-user/${user.publicId}/${by.publicId}`;

/** Every administrator form, with the state that it would change. */
const forms = (): [path: string, fields: Record<string, string>][] => [
  [`/admin/users/${ana.publicId}`, { minutes: '5', reason: 'Cortesia' }],
  ['/admin/features', { intent: 'feature', name: 'celeste-youtube', isOn: 'on' }],
  ['/admin/features', { intent: 'maintenance', state: 'on' }],
  ['/admin/ad', { title: 'a', message: 'b' }],
  ['/admin/jobs', { jobId: '1' }],
  [impersonationPath(ana, admin), {}],
];

const pages = () => [
  '/admin',
  '/admin?q=ana',
  `/admin/users/${ana.publicId}`,
  '/admin/features',
  '/admin/ad',
  '/admin/jobs',
  '/admin/audit',
  impersonationPath(ana, admin),
];

describe('the pages of administrators', () => {
  it('are open to administrators', async () => {
    for (const page of pages()) expect([page, (await admin.get(page)).status]).toEqual([page, 200]);
  });

  it('are a 404 for other users, whose posts change nothing', async () => {
    // The first page shows the toast of the sign-in.
    await ana.get('/dashboard');
    const ordinary = mainOf((await ana.get('/transcriptions/unknown')).body);
    const before = await readAllData(celeste);
    for (const page of pages()) {
      const { status, body } = await ana.get(page);
      expect([page, status, mainOf(body)]).toEqual([page, 404, ordinary]);
      expect((await ana.get(`${page.split('?')[0]}.data`)).status).toBe(404);
    }
    for (const [path, fields] of forms()) {
      expect([path, (await ana.post(path, fields)).status]).toEqual([path, 404]);
    }
    expect(await readAllData(celeste)).toEqual(before);
  });

  it('redirect to the login page when signed out', async () => {
    const stranger = new TestUser(celeste.address);
    for (const page of pages()) {
      const { status, location } = await stranger.get(page);
      expect([page, status, location]).toEqual([
        ...[page, 302, `/login?${new URLSearchParams({ returnTo: page })}`],
      ]);
    }
    const before = await readAllData(celeste);
    for (const [path, fields] of forms()) {
      expect((await stranger.post(path, fields)).location).toBe('/login');
    }
    expect(await readAllData(celeste)).toEqual(before);
  });

  it('are closed once the role is revoked', async () => {
    const former = await signUpAdmin(celeste);
    expect((await former.get('/admin')).status).toBe(200);
    await change(celeste, `UPDATE users SET role = 'user' WHERE email = '${former.email}'`);
    expect((await former.get('/admin')).status).toBe(404);
  });
});

describe('a user', () => {
  it('is found by part of the name, and shown with figures', async () => {
    const bia = await signUpMember(celeste, 'Beatriz <b>Lima</b>');
    const found = await admin.get('/admin?q=beatriz');
    const [, href] = /<td[^>]*><a href="(\/admin\/users\/[^"]*)"/.exec(found.body)!;
    expect(href).toBe(`/admin/users/${bia.publicId}`);
    const { body } = await admin.get(href!);
    expect(textOf(mainOf(body))).toContain('Beatriz <b>Lima</b>');
    expect(textOf(mainOf(body))).toContain('Minutos de teste e concedidos 30 min');
    expect(linksOf(body)).toContain(impersonationPath(bia, admin));
  });

  it('is granted minutes with a reason, idempotently', async () => {
    const bia = await signUpMember(celeste);
    const path = `/admin/users/${bia.publicId}`;
    const form = { submissionId: randomUUID(), minutes: '45', reason: 'Compensação' };
    for (let times = 0; times < 3; times += 1) {
      const { status, location } = await admin.post(path, form);
      expect([status, location]).toEqual([303, path]);
    }
    expect(textOf((await admin.get(path)).body)).toContain('Minutos concedidos.');
    const wallet = textOf((await bia.get('/wallet')).body);
    expect(wallet).toContain('Minutos concedidos pela administração');
    expect(wallet).toContain('Período de teste 30 min Concedidos pela administração 45 min');
    expect(textOf((await bia.get('/dashboard')).body)).toContain('restante: 1 h 15 min');
    const given = (await auditRows(celeste)).filter(({ subject }) => subject === bia.email);
    expect(given).toMatchObject([{ admin: admin.email, action: 'minutes-granted' }]);
    expect(JSON.parse(String(given[0]!.details))).toMatchObject({ minutes: 45, reason: 'Compensação' });
  });

  it('is granted nothing by an invalid form, which keeps the typed values', async () => {
    const answer = await admin.post(`/admin/users/${ana.publicId}`, { minutes: '1.5', reason: ' ' });
    expect(answer.status).toBe(400);
    expect(messageBeside(answer.body, 'minutes')).toBe('Digite um número inteiro de 1 a 100.000.');
    expect(messageBeside(answer.body, 'reason')).toBe('Escreva o motivo.');
    expect(typedIn(answer.body, 'minutes')).toBe('1.5');
    expect(textOf((await ana.get('/dashboard')).body)).toContain('restante: 30 min');
  });

  it('that does not exist is a 404', async () => {
    const path = `/admin/users/${'A'.repeat(22)}`;
    expect((await admin.get(path)).status).toBe(404);
    expect((await admin.post(path, { minutes: '5', reason: 'Cortesia' })).status).toBe(404);
  });
});

describe('the audit log', () => {
  it('says in a sentence who did what to whom, whatever their names are', async () => {
    const bia = await signUpMember(celeste, 'Bia <whom/> <b>Lima</b>');
    const reason = '<b>Compensação</b> <whom/>';
    await admin.post(`/admin/users/${bia.publicId}`, { minutes: '45', reason });
    await change(
      celeste,
      `INSERT INTO audit_entries (subject_id, action, details, created_at, updated_at)
       SELECT id, 'role-admin', '{}', created_at, created_at FROM users WHERE email = '${bia.email}'`,
    );
    const main = mainOf((await admin.get('/admin/audit')).body);
    expect(textOf(main)).toContain(`Clara Chefe concedeu 45 min a Bia <whom/> <b>Lima</b> : ${reason}`);
    expect(textOf(main)).toContain(
      'Alguém no terminal deu a Bia <whom/> <b>Lima</b> o papel de administrador',
    );
    expect(linksOf(main)).toContain(`/admin/users/${bia.publicId}`);
  });
});

describe('impersonation', () => {
  it('starts by a button, shows a banner on every page, and ends by another button', async () => {
    const path = impersonationPath(ana, admin);
    const asked = await admin.get(path);
    expect(mainOf(asked.body).match(/<button/g)).toHaveLength(1);
    expect((await admin.get('/dashboard')).body).toContain('Clara Chefe');

    const begun = await admin.post(path);
    expect([begun.status, begun.location]).toEqual([303, '/']);
    for (const page of ['/dashboard', '/transcriptions', '/wallet', '/terms']) {
      const text = textOf((await admin.get(page)).body);
      expect([page, text.includes('Você está como Ana Souza Voltar à minha conta')]).toEqual([page, true]);
      expect(text).not.toContain('Clara Chefe');
    }
    expect((await ana.get('/dashboard')).body).not.toContain('Você está como');
    for (const page of pages()) expect((await admin.get(page)).status).toBe(404);
    for (const [form, fields] of forms()) expect((await admin.post(form, fields)).status).toBe(404);

    const ended = await admin.post('/stop-acting');
    expect([ended.status, ended.location]).toEqual([303, `/admin/users/${ana.publicId}`]);
    expect((await admin.get('/admin')).status).toBe(200);
    const log = textOf((await admin.get('/admin/audit')).body);
    expect(log).toMatch(/Clara Chefe saiu da conta de Ana Souza .*Clara Chefe entrou na conta de Ana Souza /);
    expect(await auditRows(celeste)).toEqual(
      expect.arrayContaining([
        { admin: admin.email, subject: ana.email, action: 'acting-began', details: '{}' },
        { admin: admin.email, subject: ana.email, action: 'acting-ended', details: '{}' },
      ]),
    );
  });

  it("works in no other browser, and not for an administrator's account", async () => {
    const other = await signUpAdmin(celeste, 'Outra Chefe');
    const before = await readAllData(celeste);
    const crossings: [Member, string][] = [
      [other, impersonationPath(ana, admin)],
      [ana, impersonationPath(ana, admin)],
      [ana, impersonationPath(admin, ana)],
      [ana, impersonationPath(ana, ana)],
      [admin, impersonationPath(other, admin)],
      [admin, impersonationPath(admin, admin)],
      [admin, `/login-admin-as-user/${'A'.repeat(22)}/${admin.publicId}`],
      [admin, `/login-admin-as-user/${ana.publicId}/unknown`],
    ];
    for (const [person, path] of crossings) {
      expect([path, (await person.get(path)).status]).toEqual([path, 404]);
      expect([path, (await person.post(path)).status]).toEqual([path, 404]);
    }
    expect(await readAllData(celeste)).toEqual(before);
  });

  it('has nothing to end without impersonation', async () => {
    const before = await auditRows(celeste);
    expect((await ana.post('/stop-acting')).location).toBe('/');
    expect((await admin.get('/stop-acting')).location).toBe('/');
    expect(await auditRows(celeste)).toEqual(before);
  });

  it('logs the id of neither user', async () => {
    await admin.get(impersonationPath(ana, admin));
    await expect.poll(() => logOf(celeste)).toContain('"path":"/login-admin-as-user/…"');
    expect((await logOf(celeste)).split('\n').filter((entry) => entry.includes('login-admin'))).not.toEqual(
      expect.arrayContaining([expect.stringContaining(ana.publicId)]),
    );
  });
});

describe('features', () => {
  it('are switched on for some users, and an invalid e-mail is reported', async () => {
    const form = { intent: 'feature', name: 'celeste-youtube', isOn: 'on' };
    const wrong = await admin.post('/admin/features', { ...form, emails: 'ana@example.com\nrui' });
    expect([wrong.status, summaryOf(wrong.body)]).toEqual([
      400,
      'Corrija o seguinte: Um dos e-mails não é válido. Corrija-o.',
    ]);
    expect(wrong.body).toMatch(/<textarea[^>]* id="emails"[^>]*>\s*ana@example\.com\r?\nrui<\/textarea>/);
    expect((await admin.post('/admin/features', { ...form, emails: 'Ana@example.com' })).status).toBe(303);
    expect(await rows(celeste, `SELECT is_on, emails FROM flags WHERE name = 'celeste-youtube'`)).toEqual([
      { is_on: 1, emails: '["ana@example.com"]' },
    ]);
    const page = await admin.get('/admin/features');
    expect(page.body).toMatch(/<input[^>]* id="isOn"[^>]* checked/);
    expect((await admin.post('/admin/features', { ...form, name: 'maintenance' })).status).toBe(400);
  });
});

describe('failed jobs', () => {
  it('are listed and put back in the queue', async () => {
    const now = '2026-01-01 00:00:00.000 +00:00';
    await change(
      celeste,
      `INSERT INTO jobs (id, name, payload, status, attempts, run_at, last_error, finished_at, created_at, updated_at)
       VALUES (900, 'sweep', '{}', 'dead', 5, '${now}', 'Error: <b>no</b>', '${now}', '${now}', '${now}')`,
    );
    const page = await admin.get('/admin/jobs');
    expect(textOf(mainOf(page.body))).toContain('sweep 900 5 tentativas · 31 de dez de 2025 às 21:00');
    expect(page.body).toContain('Error: &lt;b&gt;no&lt;/b&gt;');
    expect((await admin.post('/admin/jobs', { jobId: '900' })).status).toBe(303);
    expect(await rows(celeste, 'SELECT status FROM jobs')).toEqual([{ status: 'waiting' }]);
    const late = await admin.post('/admin/jobs', { jobId: '900' });
    expect([late.status, summaryOf(late.body)]).toEqual([
      409,
      'Esta tarefa não está mais na lista de falhas.',
    ]);
  });
});
