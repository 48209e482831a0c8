import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CODE_LIMIT_PER_KNOWN_BROWSER } from '@/app/domain/account/login-code';
import { png, REAL_PICTURES } from '@/tests/factories/pictures';
import { type RunningCeleste, startCeleste } from '@/tests/support/celeste';
import { signUp, type TestResponse, TestUser } from '@/tests/support/test-user';
import { unzip } from '@/tests/support/zip';
import { change, filesIn, mails, rows } from '../platform/data-dir';
import { mainOf, messageBeside, summaryOf, textOf, typedIn } from '../platform/page';
import { silence } from '../transcription/recordings';

let celeste: RunningCeleste;

beforeAll(async () => {
  celeste = await startCeleste();
});

// All users share one IP address.
beforeEach(() => change(celeste, 'DELETE FROM rate_limits'));

afterAll(() => celeste.stop());

type Member = TestUser & { email: string };

/** Timeout for the worker's jobs. */
const PATIENCE = { timeout: 30_000 };

const newEmail = () => `${randomUUID()}@example.com`;
const member = (name?: string): Promise<Member> => signUp(celeste, name);

/** Lets the wait pass after which another code is mailed. */
const passResendWait = () =>
  change(celeste, "UPDATE login_challenges SET created_at = datetime(created_at, '-61 seconds')");

/** Signs in the same user in another browser. */
async function elsewhere({ email }: Member, userAgent = 'elsewhere'): Promise<TestUser> {
  const person = new TestUser(celeste.address);
  await person.post('/login', { email });
  const { code } = await celeste.mailTo(email);
  await person.post('/login/code', { intent: 'verify', code }, { 'User-Agent': userAgent });
  return person;
}

const isSignedIn = async (person: TestUser) => (await person.get('/transcriptions')).status === 200;

function sendPicture(
  person: TestUser,
  bytes: Uint8Array<ArrayBuffer>,
  name = 'eu.png',
): Promise<TestResponse> {
  const body = new FormData();
  body.append('submissionId', randomUUID());
  body.append('file', new Blob([bytes]), name);
  return person.request('/account', { method: 'POST', body, headers: { Origin: celeste.address } });
}

const userRow = async ({ email }: Member) =>
  (await rows(celeste, `SELECT * FROM users WHERE email = '${email}'`))[0]!;

/** A session that impersonates a user, written into the database. */
async function adminLookingAt(looked: Member): Promise<Member> {
  const admin = await member('Ada Admin');
  await change(celeste, `UPDATE users SET role = 'admin' WHERE email = '${admin.email}'`);
  const { id } = await userRow(looked);
  const ownSessions = `SELECT id FROM users WHERE email = '${admin.email}'`;
  await change(celeste, `UPDATE sessions SET acting_as_user_id = ${id} WHERE user_id IN (${ownSessions})`);
  return admin;
}

describe('the profile', () => {
  it('is shown, changed and shown again, in the chosen language', async () => {
    const person = await member('Ana');
    expect(typedIn((await person.get('/account')).body, 'name')).toBe('Ana');
    const saved = await person.post('/account', { intent: 'profile', name: '  Ana   Souza ', lang: 'en' });
    expect([saved.status, saved.location]).toEqual([303, '/account']);
    const page = await person.get('/account');
    expect(page.body).toContain('<html lang="en">');
    expect(textOf(page.body)).toContain('Details saved.');
    expect(typedIn(page.body, 'name')).toBe('Ana Souza');
    expect(/<input[^>]* id="notices"[^>]*>/.exec(page.body)![0]).not.toContain('checked');
    expect(await userRow(person)).toMatchObject({ language: 'en', wants_notices: 0 });
  });

  it('keeps the typed values when the name is missing', async () => {
    const person = await member('Ana');
    const answer = await person.post('/account', { intent: 'profile', name: ' ', lang: 'en' });
    expect(answer.status).toBe(400);
    expect(messageBeside(answer.body, 'name')).toBe('Nome é obrigatório.');
    expect(summaryOf(answer.body)).toContain('Nome é obrigatório.');
    expect(answer.body).toMatch(/<option value="en" selected/);
    expect(await userRow(person)).toMatchObject({ name: 'Ana', language: 'pt' });
  });

  it('ignores unknown form fields', async () => {
    const person = await member();
    const before = await userRow(person);
    const extra = { role: 'admin', email: newEmail(), id: '1', consumptionRule: 'SUBSCRIPTION' };
    await person.post('/account', { intent: 'profile', name: 'Ana', lang: 'pt', notices: 'on', ...extra });
    const { name, updated_at, ...rest } = await userRow(person);
    expect(before).toMatchObject(rest);
  });

  it('stores the language chosen by the switch, and applies it in other browsers', async () => {
    const person = await member();
    await person.post('/language', { lang: 'en' });
    expect(await userRow(person)).toMatchObject({ language: 'en' });
    expect((await (await elsewhere(person)).get('/account')).body).toContain('<html lang="en">');
  });
});

describe('the picture', () => {
  it('is served to its owner with its media type, and revalidated with an ETag', async () => {
    const person = await member();
    expect((await person.get('/account/picture')).status).toBe(404);
    const sent = await sendPicture(person, REAL_PICTURES['WebP, lossy']!, '../../evil.html');
    expect([sent.status, sent.location]).toEqual([303, '/account']);
    const shown = await person.get('/account/picture');
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
    });
    const etag = shown.headers.get('ETag')!;
    const again = () => person.request('/account/picture', { headers: { 'If-None-Match': etag } });
    expect([(await again()).status, (await again()).body]).toEqual([304, '']);
    expect((await person.request('/account/picture', { method: 'HEAD' })).status).toBe(200);

    await sendPicture(person, png(9, 9));
    expect((await again()).status).toBe(200);
    expect((await person.get('/account')).body).toContain('<img src="/account/picture"');
    await person.post('/account', { intent: 'remove-picture' });
    expect((await person.get('/account/picture')).status).toBe(404);
    expect((await filesIn(celeste)).filter((file) => file.startsWith('pictures'))).toEqual([]);
  });

  it.each([
    { what: 'a page', bytes: Buffer.from('<html><script>alert(1)</script>'), status: 415, says: 'PNG' },
    { what: 'a huge one', bytes: png(6001, 2), status: 415, says: '6.000 pixels' },
    { what: 'a heavy one', bytes: Buffer.alloc(3 * 1024 ** 2, 1), status: 413, says: '2 MB' },
    { what: 'nothing', bytes: Buffer.alloc(0), name: '', status: 400, says: 'Escolha um arquivo.' },
  ])('is not $what', async ({ bytes, name, status, says }) => {
    const person = await member();
    const answer = await sendPicture(person, bytes, name);
    expect(answer.status).toBe(status);
    expect(messageBeside(answer.body, 'file')).toContain(says);
    expect(summaryOf(answer.body)).toContain(says);
    expect(await userRow(person)).toMatchObject({ picture_key: null });
  });
});

describe('an e-mail change', () => {
  async function ask(person: Member, email = newEmail()) {
    const asked = await person.post('/account/email', { email });
    const proved = await confirm(person, (await celeste.mailTo(person.email)).code);
    return { asked, proved, email, code: (await celeste.mailTo(email)).code };
  }

  const confirm = (person: TestUser, code: string) =>
    person.post('/account/email/code', { intent: 'verify', code });

  it('first requires a code from the present address, and mails nothing to the new one before', async () => {
    const [person, email] = [await member(), newEmail()];
    await person.post('/account/email', { email });
    const page = textOf((await person.get('/account/email/code')).body);
    expect(page).toContain('Digite o código enviado ao seu e-mail atual.');
    expect(page).toContain('Perdeu o acesso a este e-mail? Fale com o suporte');
    const { code, subject, text } = await celeste.mailTo(person.email);
    expect(subject).toBe(`Seu código para alterar o e-mail no Celeste: ${code}`);
    expect(text).toContain('alguém está usando sua conta');
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    expect((await confirm(person, wrong)).status).toBe(400);
    expect(await mails(celeste, email)).toEqual([]);

    const submissionId = randomUUID();
    const twice = () => person.post('/account/email/code', { intent: 'verify', code, submissionId });
    const proved = await Promise.all([twice(), twice()]);
    expect(proved.map(({ status, location }) => [status, location])).toEqual([
      [303, '/account/email/code'],
      [303, '/account/email/code'],
    ]);
    expect(await mails(celeste, email)).toHaveLength(1);
    expect(textOf((await person.get('/account/email/code')).body)).toContain(email);
    expect((await confirm(person, code)).status).toBe(400);
    expect(await userRow(person)).toBeDefined();
    const done = await confirm(person, (await celeste.mailTo(email)).code);
    expect([done.status, done.location]).toEqual([303, '/account']);
  });

  it('completes with the code mailed to the new address: other sessions end, the old address is notified', async () => {
    const person = await member();
    const other = await elsewhere(person);
    const { asked, email, code } = await ask(person);
    expect([asked.status, asked.location]).toEqual([303, '/account/email/code']);
    expect(textOf((await person.get('/account/email/code')).body)).toContain(email);
    expect((await celeste.mailTo(email)).linkPath).toBe('');
    expect((await celeste.mailTo(email)).subject).toBe(
      `Seu código para alterar o e-mail no Celeste: ${code}`,
    );

    const done = await confirm(person, code);
    expect([done.status, done.location]).toEqual([303, '/account']);
    expect(textOf((await person.get('/account')).body)).toContain(email);
    expect(await isSignedIn(other)).toBe(false);
    await expect
      .poll(async () => (await celeste.mailTo(person.email)).subject, PATIENCE)
      .toBe('O e-mail da sua conta no Celeste foi alterado');
    expect((await celeste.mailTo(person.email)).text).not.toContain(email);
    expect(await isSignedIn(await elsewhere({ ...person, email } as Member))).toBe(true);
  });

  it('starts again when no code can be mailed to the new address', async () => {
    const [person, email] = [await member(), newEmail()];
    for (let time = 0; time < CODE_LIMIT_PER_KNOWN_BROWSER.most; time += 1) {
      await person.post('/account/email', { email });
      await passResendWait();
    }
    const proved = await confirm(person, (await celeste.mailTo(person.email)).code);
    expect([proved.status, proved.location]).toEqual([303, '/account/email']);
    expect(textOf((await person.get('/account/email')).body)).toMatch(/Espere .+ para pedir outro código\./);
    expect(await mails(celeste, email)).toEqual([]);
  });

  it("to another user's address is answered like one to a free address, up to the code", async () => {
    const [person, owner] = [await member(), await member()];
    const free = await ask(person);
    const taken = await ask(person, owner.email);
    expect([taken.asked.status, taken.asked.location]).toEqual([free.asked.status, free.asked.location]);
    const done = await confirm(person, taken.code);
    expect(done.status).toBe(409);
    expect(summaryOf(done.body)).toBe('O e-mail já foi utilizado!');
    expect(await userRow(person)).toBeDefined();
  });

  it.each([
    ['', 'E-mail é obrigatório.'],
    ['ana@', 'Por favor, digite um endereço de e-mail válido.'],
  ])('to "%s" is rejected with an error at the field', async (email, message) => {
    const answer = await (await member()).post('/account/email', { email });
    expect([answer.status, messageBeside(answer.body, 'email')]).toEqual([400, message]);
    expect(typedIn(answer.body, 'email')).toBe(email);
  });

  it('requires a different address', async () => {
    const person = await member();
    const answer = await person.post('/account/email', { email: person.email.toUpperCase() });
    expect([answer.status, messageBeside(answer.body, 'email')]).toEqual([400, 'Este já é o seu e-mail.']);
  });

  it('accepts five wrong codes, and limits codes per session as per browser', async () => {
    const person = await member();
    const { email, code } = await ask(person);
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    for (let tries = 0; tries < 5; tries += 1) expect((await confirm(person, wrong)).status).toBe(400);
    expect((await confirm(person, code)).status).toBe(429);
    for (let time = 2; time < CODE_LIMIT_PER_KNOWN_BROWSER.most; time += 1) {
      await person.post('/account/email', { email });
      await passResendWait();
    }
    const refused = await person.post('/account/email', { email });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(60);
    expect(typedIn(refused.body, 'email')).toBe(email);
    expect(await mails(celeste, email)).toHaveLength(1);
    // The one of the sign-up, and all but the one to the new address.
    expect(await mails(celeste, person.email)).toHaveLength(CODE_LIMIT_PER_KNOWN_BROWSER.most);
  });

  it('mails one code a minute, however often it is asked for', async () => {
    const [person, email] = [await member(), newEmail()];
    for (let time = 0; time < 5; time += 1) {
      const asked = await person.post('/account/email', { email });
      expect([asked.status, asked.location]).toEqual([303, '/account/email/code']);
    }
    // The one of the sign-up too.
    expect(await mails(celeste, person.email)).toHaveLength(2);
    const { code } = await celeste.mailTo(person.email);
    expect((await confirm(person, code)).location).toBe('/account/email/code');
  });

  it("is not confirmed by another user's browser, and its code does not sign in", async () => {
    const [person, other] = [await member(), await member()];
    const { proved, code } = await ask(person);
    const challenge = proved.headers.getSetCookie().find((cookie) => cookie.startsWith('challenge='))!;
    const send = (address: string, session: string) =>
      fetch(celeste.address + address, {
        method: 'POST',
        redirect: 'manual',
        headers: { Cookie: `${challenge.split(';')[0]}; ${session}`, Origin: celeste.address },
        body: new URLSearchParams({ submissionId: randomUUID(), intent: 'verify', code }),
      });
    const byOther = await send('/account/email/code', other.cookieHeader());
    expect([byOther.status, byOther.headers.get('Location')]).toEqual([302, '/account/email']);
    const asLogin = await send('/login/code', '');
    expect([asLogin.status, asLogin.headers.get('Location')]).toEqual([302, '/login']);
    expect(asLogin.headers.getSetCookie()).toEqual([]);
    const toDelete = await send('/account/delete/code', person.cookieHeader());
    expect([toDelete.status, toDelete.headers.get('Location')]).toEqual([302, '/account/delete']);
    expect((await confirm(person, code)).status).toBe(303);
  });

  it('has no code page without a request', async () => {
    const person = await member();
    expect((await person.get('/account/email/code')).location).toBe('/account/email');
    expect((await person.get('/account/delete/code')).location).toBe('/account/delete');
    await person.post('/account/delete');
    expect((await person.get('/account/email/code')).location).toBe('/account/email');
  });
});

describe('the sessions', () => {
  const PHONE =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1';

  const handlesOn = (page: string) =>
    [...page.matchAll(/ name="session" value="([^"]*)"/g)].map(([, handle]) => handle!);

  /** Requests the end of sessions, and posts the mailed code. */
  async function end(person: Member, fields: Record<string, string>): Promise<TestResponse> {
    const asked = await person.post('/account/sessions', fields);
    expect([asked.status, asked.location?.split('?')[0]]).toEqual([303, '/account/sessions/code']);
    expect(textOf((await person.get(asked.location!)).body)).toContain(person.email);
    const { code, subject } = await celeste.mailTo(person.email);
    expect(subject).toBe(`Seu código para encerrar sessões no Celeste: ${code}`);
    return person.post(asked.location!, { intent: 'verify', code });
  }

  it('end only with a fresh code', async () => {
    const person = await member();
    const other = await elsewhere(person);
    await person.post('/account/sessions', { intent: 'end-others' });
    await person.post('/account/sessions/code', { intent: 'verify', code: '000000' });
    expect(await isSignedIn(other)).toBe(true);
    const { code } = await celeste.mailTo(person.email);
    expect((await other.post('/account/sessions/code', { intent: 'verify', code })).location).toBe(
      '/account/sessions',
    );
    expect(await isSignedIn(person)).toBe(true);
    const done = await person.post('/account/sessions/code', { intent: 'verify', code });
    expect([done.status, done.location]).toEqual([303, '/account/sessions']);
    expect([await isSignedIn(other), await isSignedIn(person)]).toEqual([false, true]);
  });

  it('are listed with readable browser names and ended one by one', async () => {
    const person = await member();
    const [phone, other] = [await elsewhere(person, PHONE), await elsewhere(person, '<b>x</b>')];
    const page = await person.get('/account/sessions');
    const text = textOf(mainOf(page.body));
    expect(text).toContain('Safari no iPhone');
    expect(text.match(/Este navegador/g)).toHaveLength(1);
    expect(text.match(/Navegador desconhecido/g)!.length).toBeGreaterThan(0);
    expect(page.body).not.toContain('<b>x');
    const toPhone = /Safari no iPhone.*? name="session" value="([^"]*)"/.exec(page.body)![1]!;
    const ended = await end(person, { intent: 'end', session: toPhone });
    expect([ended.status, ended.location]).toEqual([303, '/account/sessions']);
    expect([await isSignedIn(phone), await isSignedIn(other), await isSignedIn(person)]).toEqual([
      ...[false, true, true],
    ]);
    await end(person, { intent: 'end-others' });
    expect([await isSignedIn(other), await isSignedIn(person)]).toEqual([false, true]);
    expect(handlesOn((await person.get('/account/sessions')).body)).toEqual([]);
  });

  it('of another user cannot be ended', async () => {
    const [person, neighbour] = [await member(), await member()];
    const theirs = await elsewhere(neighbour);
    const [handle] = handlesOn((await neighbour.get('/account/sessions')).body);
    expect((await end(person, { intent: 'end', session: handle! })).status).toBe(303);
    expect(await isSignedIn(theirs)).toBe(true);
    for (const session of ['1', '', '../x']) {
      expect((await person.post('/account/sessions', { intent: 'end', session })).status).toBe(400);
    }
    expect(await isSignedIn(theirs)).toBe(true);
  });
});

describe('the data export', () => {
  it('is one zip with all data of this user and none of another', async () => {
    const [person, neighbour] = [await member('Ana'), await member('Rui')];
    await person.upload({ name: 'minha reunião.wav', bytes: silence(1) });
    await neighbour.upload({ name: 'alheia.wav', bytes: silence(2) });
    const response = await fetch(`${celeste.address}/account/data/download`, {
      headers: { Cookie: person.cookieHeader() },
    });
    expect(response.headers.get('Content-Type')).toBe('application/zip');
    expect(response.headers.get('Content-Disposition')).toMatch(
      /^attachment; filename="celeste-\d{4}-\d{2}-\d{2}\.zip"/,
    );
    const files = unzip(Buffer.from(await response.arrayBuffer()));
    expect(files.get('recordings/minha reunião.wav')).toEqual(silence(1));
    expect([...files.keys()].filter((name) => name.startsWith('recordings/'))).toHaveLength(1);
    expect(JSON.parse(files.get('profile.json')!.toString())).toMatchObject({ email: person.email });
    for (const [name, content] of files) {
      expect([name, content.includes(neighbour.email) || content.includes('alheia')]).toEqual([name, false]);
    }
    const head = await person.request('/account/data/download', { method: 'HEAD' });
    expect([head.status, head.body]).toEqual([200, '']);
  });
});

describe('deleting the account', () => {
  it('requires the code, then removes all data and frees the address', async () => {
    const person = await member('Ana Souza');
    const other = await elsewhere(person);
    await person.upload({ name: 'segredo.wav', bytes: silence(1) });
    await sendPicture(person, png(9, 9));
    const { id, picture_key } = await userRow(person);
    const recordings = await rows(celeste, `SELECT storage_key FROM transcriptions WHERE user_id = ${id}`);
    const own = [picture_key, ...recordings.map(({ storage_key }) => storage_key)];
    const ownFiles = async () => (await filesIn(celeste)).filter((file) => own.includes(file));
    expect(await ownFiles()).toHaveLength(2);
    expect(textOf((await person.get('/account/delete')).body)).toContain('O que é mantido');

    const asked = await person.post('/account/delete');
    expect([asked.status, asked.location]).toEqual([303, '/account/delete/code']);
    const { code, subject, linkPath } = await celeste.mailTo(person.email);
    expect([subject, linkPath]).toEqual([`Seu código para excluir a conta no Celeste: ${code}`, '']);
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    const refused = await person.post('/account/delete/code', { intent: 'verify', code: wrong });
    expect([refused.status, messageBeside(refused.body, 'code')]).toEqual([
      ...[400, 'Código inválido. Por favor, tente novamente.'],
    ]);
    const done = await person.post('/account/delete/code', { intent: 'verify', code });
    expect([done.status, done.location]).toEqual([303, '/login']);
    expect(textOf((await person.get('/login')).body)).toContain('Sua conta foi excluída.');

    expect([await isSignedIn(person), await isSignedIn(other)]).toEqual([false, false]);
    const left = await rows(celeste, `SELECT * FROM users WHERE id = ${id}`);
    expect(JSON.stringify(left)).not.toMatch(new RegExp(`Ana|${person.email}`));
    expect(await rows(celeste, `SELECT * FROM transcriptions WHERE user_id = ${id}`)).toEqual([]);
    const ledger = `SELECT COUNT(*) AS entries FROM wallet_transactions WHERE user_id = ${id}`;
    expect(Number((await rows(celeste, ledger))[0]!.entries)).toBeGreaterThan(0);
    await expect.poll(ownFiles, PATIENCE).toEqual([]);

    await person.post('/login', { email: person.email });
    expect((await celeste.mailTo(person.email)).subject).toBe('Você tentou entrar no Celeste?');
    const anew = new TestUser(celeste.address);
    await anew.post('/signup', { name: 'Ana', email: person.email, terms: 'on' });
    await expect.poll(async () => (await celeste.mailTo(person.email)).code, PATIENCE).toMatch(/\d{6}/);
    const fresh = await celeste.mailTo(person.email);
    await anew.post('/login/code', { intent: 'verify', code: fresh.code });
    expect(textOf((await anew.get('/transcriptions')).body)).toContain('restante: 30 min');
    expect(textOf((await anew.get('/transcriptions')).body)).not.toContain('segredo');
  });
});

describe('an impersonating administrator', () => {
  const ONLY = 'Só o titular da conta pode fazer isso.';

  it("can read the account's pages", async () => {
    const person = await member('Ana');
    const admin = await adminLookingAt(person);
    for (const page of [
      '/account',
      '/account/sessions',
      '/account/data',
      '/account/email',
      '/account/delete',
    ]) {
      expect([page, (await admin.get(page)).status]).toEqual([page, 200]);
    }
    expect(textOf((await admin.get('/account')).body)).toContain(person.email);
    for (const page of ['/account/sessions', '/account/data', '/account/email', '/account/delete']) {
      expect([page, textOf((await admin.get(page)).body).includes(ONLY)]).toEqual([page, true]);
    }
  });

  it.each([
    ['/account/email', { email: 'admin-takes-it@example.com' }],
    ['/account/email/code', { intent: 'verify', code: '123456' }],
    ['/account/sessions', { intent: 'end-others' }],
    ['/account/sessions', { intent: 'end', session: 'a'.repeat(64) }],
    ['/account/sessions/code', { intent: 'verify', code: '123456' }],
    ['/account/delete', {}],
    ['/account/delete/code', { intent: 'verify', code: '123456' }],
  ] as [string, Record<string, string>][])('is rejected at %s %j', async (address, fields) => {
    const person = await member();
    const admin = await adminLookingAt(person);
    const before = await userRow(person);
    const answer = await admin.post(address, fields);
    expect([answer.status, answer.location]).toEqual([403, null]);
    expect(textOf(answer.body)).toContain(ONLY);
    expect(await userRow(person)).toEqual(before);
    expect(await isSignedIn(person)).toBe(true);
    expect(await mails(celeste, 'admin-takes-it@example.com')).toEqual([]);
  });

  it('is denied the data export with a message', async () => {
    const admin = await adminLookingAt(await member());
    const answer = await admin.get('/account/data/download');
    expect([answer.status, answer.body.trim()]).toEqual([403, ONLY]);
  });

  it('changes the language in this browser only', async () => {
    const person = await member();
    const admin = await adminLookingAt(person);
    await admin.post('/language', { lang: 'en' });
    expect(await userRow(person)).toMatchObject({ language: 'pt' });
  });
});
