import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { type RunningCeleste, sharedCeleste } from '@/tests/support/celeste';
import { signUp, type TestResponse, TestUser } from '@/tests/support/test-user';
import { change, logOf, mails, rows } from '../platform/data-dir';
import { mainOf, messageBeside, summaryOf, textOf, typedIn } from '../platform/page';

let celeste: RunningCeleste;

beforeAll(async () => {
  celeste = await sharedCeleste();
});

const somebody = () => new TestUser(celeste.address);
const newEmail = () => `${randomUUID()}@example.com`;
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** A visitor who posted the sign-up form and got the code. */
async function beginSignup(fields: Record<string, string> = {}) {
  const person = somebody();
  const email = newEmail();
  const asked = await person.post('/signup', { name: 'Ana Souza', email, terms: 'on', ...fields });
  return { person, email, challenge: challengeOf(asked), ...(await celeste.mailTo(email)) };
}

const enter = (person: TestUser, code: string, fields: Record<string, string> = {}) =>
  person.post('/login/code', { intent: 'verify', code, ...fields });

/** Matches the digits only on their own, not by chance inside an id or a time. */
const alone = (code: string) => new RegExp(`(?<![\\w-])${code}(?![\\w-])`);

const isSignedIn = async (person: TestUser) => (await person.get('/transcriptions')).status === 200;

describe('the time zone of a new account', () => {
  const zoneOf = async (email: string) =>
    (await rows(celeste, `SELECT time_zone FROM users WHERE email = '${email}'`))[0]!.time_zone;

  it.each([
    ['of its browser', { timeZone: 'Asia/Tokyo' }, 'Asia/Tokyo'],
    ['of its browser, by another name', { timeZone: 'Asia/Kolkata' }, 'Asia/Calcutta'],
    ['of São Paulo without scripts', { timeZone: '' }, 'America/Sao_Paulo'],
    ['of São Paulo without the field', {}, 'America/Sao_Paulo'],
    ['of São Paulo for an unknown one', { timeZone: 'Mars/Olympus' }, 'America/Sao_Paulo'],
    ['of São Paulo for a hostile one', { timeZone: "'; DROP TABLE users\r\n" }, 'America/Sao_Paulo'],
  ])('is that %s', async (_what, fields: Record<string, string>, expected) => {
    const { person, email, code } = await beginSignup(fields);
    await enter(person, code);
    expect(await isSignedIn(person)).toBe(true);
    expect(await zoneOf(email)).toBe(expected);
  });

  it('is not that of a later sign-in', async () => {
    const { person, email, code } = await beginSignup({ timeZone: 'Asia/Tokyo' });
    await enter(person, code);
    const later = somebody();
    await later.post('/login', { email, timeZone: 'Europe/Lisbon' });
    const mail = await celeste.mailTo(email);
    await enter(later, mail.code);
    expect(await isSignedIn(later)).toBe(true);
    expect(await zoneOf(email)).toBe('Asia/Tokyo');
  });
});

describe('the campaign of a new account', () => {
  const originOf = async (email: string) =>
    (await rows(celeste, `SELECT lead_origin FROM users WHERE email = '${email}'`))[0]!.lead_origin;
  const hiddenIn = (body: string) => /<input type="hidden" name="leadOrigin" value="([^"]*)"/.exec(body)?.[1];

  it('is that of the address of its form, also after a mistake and another mail', async () => {
    const person = somebody();
    const page = '/signup?utm_source=boletim+%3Cde%3E+julho&returnTo=%2Fwallet';
    const { body } = await person.get(page);
    expect(hiddenIn(body)).toBe('boletim &lt;de&gt; julho');
    expect(body).toContain('href="/login?returnTo=%2Fwallet&amp;utm_source=boletim+%3Cde%3E+julho"');
    const login = await person.get('/login?utm_source=boletim');
    expect(login.body).toContain('href="/signup?utm_source=boletim"');
    const email = newEmail();
    const form = { name: 'Ana Souza', email, leadOrigin: 'boletim <de> julho' };
    const again = await person.post(page, form);
    expect([again.status, hiddenIn(again.body)]).toEqual([400, 'boletim &lt;de&gt; julho']);
    await person.post(page, { ...form, terms: 'on' });
    await enter(person, (await celeste.mailTo(email)).code);
    expect(await originOf(email)).toBe('boletim <de> julho');
  });

  it.each([
    ['none without one', {}, null],
    ['none for an empty one', { leadOrigin: ' ' }, null],
    ['cut when it is long', { leadOrigin: 'x'.repeat(5_000) }, 'x'.repeat(120)],
    ['plain text', { leadOrigin: "a\r\n'; DROP TABLE users" }, "a '; DROP TABLE users"],
  ])('is %s', async (_what, fields: Record<string, string>, expected) => {
    const { person, email, code } = await beginSignup(fields);
    await enter(person, code);
    expect(await originOf(email)).toBe(expected);
  });

  it('is no field of a page without one', async () => {
    for (const page of ['/signup', '/signup?utm_source=', '/login?utm_source=boletim']) {
      expect(hiddenIn((await somebody().get(page)).body)).toBeUndefined();
    }
  });
});

describe('signing up', () => {
  const right = { name: 'Ana "Souza" <b>', email: 'ana@example.com', terms: 'on' };

  it.each([
    { field: 'name', typed: '', message: 'Nome é obrigatório.' },
    { field: 'name', typed: ' \t ', message: 'Nome é obrigatório.' },
    { field: 'name', typed: 'a'.repeat(121), message: 'O nome pode ter até 120 caracteres.' },
    { field: 'email', typed: '', message: 'E-mail é obrigatório.' },
    { field: 'email', typed: 'ana@', message: 'Por favor, digite um endereço de e-mail válido.' },
    {
      field: 'email',
      typed: 'ana@example.com\r\nBcc: rui@example.com',
      message: 'Por favor, digite um endereço de e-mail válido.',
    },
    {
      field: 'terms',
      typed: '',
      message: 'A concordância com o termos de uso e políticas de privacidade é obrigatório para continuar.',
    },
  ])('with $field "$typed" shows the typed values again and an error at the field', async (mistake) => {
    const fields: Record<string, string> = { ...right, [mistake.field]: mistake.typed };
    const answer = await somebody().post('/signup', fields);
    expect(answer.status).toBe(400);
    expect(messageBeside(answer.body, mistake.field)).toBe(mistake.message);
    expect(summaryOf(answer.body)).toContain(mistake.message);
    const oneLine = (value: string) => value.replace(/[\r\n]/g, '');
    expect(oneLine(typedIn(answer.body, 'name'))).toBe(oneLine(fields.name!));
    expect(oneLine(typedIn(answer.body, 'email'))).toBe(oneLine(fields.email!));
    expect(/<input[^>]* id="terms"[^>]*>/.exec(answer.body)![0].includes(' checked')).toBe(
      fields.terms === 'on',
    );
    expect(await mails(celeste, 'ana@example.com')).toEqual([]);
  });

  it('e-mails a code that creates an account with its trial minutes', async () => {
    const { person, code, subject } = await beginSignup();
    expect(subject).toBe(`Seu código de acesso ao Celeste: ${code}`);
    const answer = await enter(person, code);
    expect([answer.status, answer.location]).toEqual([303, '/']);
    const page = await person.get('/transcriptions');
    expect(textOf(page.body)).toContain('Autenticado com sucesso!');
    expect(textOf(page.body)).toContain('Tempo de transcrição restante: 30 min');
  });

  it('trims the e-mail and converts it to lower case', async () => {
    const email = newEmail();
    const person = somebody();
    await person.post('/signup', { name: 'Ana', email: `  ${email.toUpperCase()} `, terms: 'on' });
    await enter(person, (await celeste.mailTo(email)).code);
    const again = somebody();
    await again.post('/login', { email: ` ${email.toUpperCase()}` });
    expect((await mails(celeste, email)).length).toBe(2);
    await enter(again, (await celeste.mailTo(email)).code);
    expect(await isSignedIn(again)).toBe(true);
  });

  it('reports an e-mail that is taken only after the right code', async () => {
    const { email } = await signUp(celeste, 'Ana Souza');
    const { email: free } = await beginSignup();
    const person = somebody();
    const first = await person.post('/signup', { name: 'Eva', email, terms: 'on' });
    const asFree = await somebody().post('/signup', { name: 'Eva', email: free, terms: 'on' });
    expect(comparable(first)).toEqual(comparable(asFree));
    const { code } = await celeste.mailTo(email);
    const wrong = await enter(person, otherThan(code));
    expect([wrong.status, messageBeside(wrong.body, 'code')]).toEqual([
      400,
      'Código inválido. Por favor, tente novamente.',
    ]);
    const right = await enter(person, code);
    expect(right.status).toBe(409);
    expect(summaryOf(right.body)).toContain('O e-mail já foi utilizado!');
    expect(await isSignedIn(person)).toBe(false);
    expect(await rows(celeste, `SELECT name FROM users WHERE email = '${email}'`)).toEqual([
      { name: 'Ana Souza' },
    ]);
  });

  it('ignores unknown form fields', async () => {
    const { person, code, email } = await beginSignup({
      id: '1',
      publicId: 'chosen',
      role: 'admin',
      consumptionRule: 'SUBSCRIPTION',
      balanceMs: '999999999',
      purpose: 'login',
      createdAt: '2000-01-01',
      code: '000000',
    });
    await enter(person, code, { userId: '1', role: 'admin', consumptionRule: 'SUBSCRIPTION' });
    const [row] = await rows(celeste, `SELECT * FROM users WHERE email = '${email}'`);
    expect(row).toMatchObject({ consumption_rule: 'TRIAL' });
    expect(JSON.stringify(row)).not.toMatch(/admin|chosen|2000-01-01/);
    expect(textOf((await person.get('/transcriptions')).body)).toContain('restante: 30 min');
  });

  it('allows no header injection by a line break in a name', async () => {
    const { person, email, code } = await beginSignup({
      name: 'Ana\r\nBcc: rui@example.com\r\n\r\nCompre\u0000\u202E <b>já</b>',
    });
    const [source] = await mails(celeste, email);
    const header = source!.split('\r\n\r\n')[0]!;
    expect(header).toMatch(/^Subject: /m);
    expect(header).not.toMatch(/^Bcc:/im);
    expect(header).not.toContain('rui@example.com');
    await enter(person, code);
    const page = await person.get('/transcriptions');
    expect(page.body).toContain('Ana Bcc: rui@example.com Compre &lt;b&gt;já&lt;/b&gt;');
  });

  it('is idempotent: twenty concurrent posts create one account', async () => {
    const person = somebody();
    const email = newEmail();
    const form = { submissionId: randomUUID(), name: 'Ana', email, terms: 'on' };
    const asked = await atOnce(() => person.post('/signup', form));
    expect(new Set(asked.map(challengeOf)).size).toBe(1);
    expect((await mails(celeste, email)).length).toBe(1);

    const { code } = await celeste.mailTo(email);
    const submissionId = randomUUID();
    const entered = await atOnce(() => enter(person, code, { submissionId }));
    expect(new Set(entered.map(({ status, location }) => `${status} ${location}`))).toEqual(
      new Set(['303 /']),
    );
    expect(await rows(celeste, `SELECT COUNT(*) AS accounts FROM users WHERE email = '${email}'`)).toEqual([
      { accounts: 1 },
    ]);
    expect(textOf((await person.get('/transcriptions')).body)).toContain('restante: 30 min');
  });
});

describe('logging in', () => {
  it('requires an e-mail', async () => {
    const answer = await somebody().post('/login', { email: ' ' });
    expect([answer.status, messageBeside(answer.body, 'email')]).toEqual([400, 'Este campo é obrigatório']);
  });

  it('responds identically for an e-mail with and without an account, whose mail contains no code', async () => {
    const { email: known } = await signUp(celeste);
    const unknown = newEmail();
    const people = { [known]: somebody(), [unknown]: somebody() };
    const answers: unknown[] = [];
    for (const [email, person] of Object.entries(people)) {
      const asked = await person.post('/login', { email });
      const next = await person.get(asked.location!);
      const wrong = await enter(person, '000000');
      const resent = await person.post('/login/code', { intent: 'resend' });
      answers.push([asked, next, wrong, resent].map((answer) => comparable(answer, email)));
    }
    expect(answers[1]).toEqual(answers[0]);
    const mail = await celeste.mailTo(unknown);
    expect(mail.subject).toBe('Você tentou entrar no Celeste?');
    expect([mail.code, mail.linkPath]).toEqual(['', '']);
    expect(await mails(celeste, unknown)).toHaveLength(1);
  });

  it('rejects all codes after five wrong ones, and says when to retry', async () => {
    const { email } = await signUp(celeste);
    const person = somebody();
    await person.post('/login', { email });
    const { code } = await celeste.mailTo(email);
    for (let tries = 0; tries < 5; tries += 1) {
      const wrong = await enter(person, otherThan(code));
      expect([wrong.status, messageBeside(wrong.body, 'code')]).toEqual([
        400,
        'Código inválido. Por favor, tente novamente.',
      ]);
      expect(typedIn(wrong.body, 'code')).toBe(otherThan(code));
    }
    const late = await enter(person, code);
    expect(late.status).toBe(429);
    expect(Number(late.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(messageBeside(late.body, 'code')).toBe('Muitas tentativas com este código. Peça outro.');
    expect(await isSignedIn(person)).toBe(false);
  });

  it.each(['', '12345', '1234567', 'abcdef'])('rejects "%s" as a code', async (typed) => {
    const { person } = await beginSignup();
    const answer = await enter(person, typed);
    expect([answer.status, messageBeside(answer.body, 'code')]).toEqual([
      400,
      'Código inválido. Por favor, tente novamente.',
    ]);
  });

  it.each(['123 456', '123-456', ' 123–456 ', '1 2 3 4 5 6'])(
    'accepts a code as pasted: "%s"',
    async (copied) => {
      const { person, code } = await beginSignup();
      const digits = [...code];
      const typed = copied.replace(/\d/g, () => digits.shift()!);
      expect((await enter(person, typed)).status).toBe(303);
    },
  );

  it('accepts a code once', async () => {
    const { person, code, challenge } = await beginSignup();
    expect((await enter(person, code)).status).toBe(303);
    const again = await enterFromElsewhere(challenge, code);
    expect(again.status).toBe(400);
    expect(messageBeside(await again.text(), 'code')).toBe('Este código expirou. Peça outro.');
  });

  it('accepts a code only for the request it was mailed for', async () => {
    const ana = await beginSignup();
    const rui = await beginSignup();
    expect((await enter(rui.person, ana.code)).status).toBe(400);
    expect(await isSignedIn(rui.person)).toBe(false);
    const [anasToken, ruisChallenge] = [ana.linkPath.split('/')[2], rui.linkPath.split('/')[3]];
    const crossed = await somebody().post(`/validation/${anasToken}/${ruisChallenge}`);
    expect(crossed.status).toBe(400);
    expect(summaryOf(crossed.body)).toContain(
      'Não foi possível validar suas credenciais, por favor entre em contato com nosso suporte',
    );
    expect((await enter(ana.person, ana.code)).status).toBe(303);
  });

  it('resends a code after a minute, not before, and the first one stays valid', async () => {
    const { person, email, code } = await beginSignup();
    const early = await person.post('/login/code', { intent: 'resend' });
    expect(early.status).toBe(429);
    expect(Number(early.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(Number(early.headers.get('Retry-After'))).toBeLessThanOrEqual(60);
    expect(summaryOf(early.body)).toContain(
      `Espere ${early.headers.get('Retry-After')} segundos para pedir outro código.`,
    );
    expect(textOf(early.body)).toMatch(/Você pode pedir outro código em \d{1,2} s\./);

    await passAMinute(email);
    const resent = await person.post('/login/code', { intent: 'resend' });
    expect([resent.status, resent.location]).toEqual([303, '/login/code']);
    expect(await mails(celeste, email)).toHaveLength(2);
    expect((await celeste.mailTo(email)).code).not.toBe(code);
    expect((await enter(person, code)).status).toBe(303);
  });
});

describe('the mailed link', () => {
  it('changes nothing on GET, and signs in by its button', async () => {
    const { email, linkPath } = await beginSignup();
    const challenge = `SELECT * FROM login_challenges WHERE email = '${email}'`;
    const before = await rows(celeste, challenge);
    const reader = somebody();
    const page = await reader.get(linkPath);
    expect(page.status).toBe(200);
    expect(page.body).toMatch(/<form method="post"/);
    expect((await reader.request(linkPath, { method: 'HEAD' })).status).toBe(200);
    expect(await rows(celeste, challenge)).toEqual(before);
    expect(await isSignedIn(reader)).toBe(false);

    const answer = await reader.post(linkPath);
    expect([answer.status, answer.location]).toEqual([303, '/']);
    expect(await isSignedIn(reader)).toBe(true);
    expect((await somebody().post(linkPath)).status).toBe(400);
  });
});

it('the code and the link are in no response, and neither they nor the e-mail are in the log', async () => {
  const email = newEmail();
  const person = somebody();
  const answers = [await person.post('/signup', { name: 'Ana', email, terms: 'on' })];
  const { code, linkPath } = await celeste.mailTo(email);
  answers.push(await person.get('/login/code'));
  answers.push(await enter(person, otherThan(code)));
  answers.push(await person.post('/login/code', { intent: 'resend' }));
  answers.push(await somebody().get(linkPath));
  answers.push(await enter(person, code));
  answers.push(await person.get('/transcriptions'));
  const token = linkPath.split('/')[2]!;
  for (const { headers, body } of answers) {
    const cookies = headers.getSetCookie().map((cookie) => decodeURIComponent(cookie));
    const unsealed = cookies.map((cookie) => Buffer.from(cookie.split('=')[1]!, 'base64').toString());
    const said = JSON.stringify([...headers, ...unsealed]) + body;
    expect(said).not.toContain(token);
    expect(said).not.toMatch(alone(code));
  }
  const log = await logOf(celeste);
  expect(log).toContain('"path":"/login/code"');
  expect(log).toContain('"path":"/validation/…"');
  expect(log).not.toMatch(alone(code));
  expect(log).not.toContain(token);
  expect(log).not.toContain(email);
});

it('prints a code on the terminal, but not for a request that a proxy forwarded', async () => {
  const email = newEmail();
  await somebody().post('/signup', { name: 'Ana', email, terms: 'on' }, { 'X-Forwarded-For': '192.0.2.1' });
  const direct = await beginSignup();
  await expect
    .poll(() => celeste.output())
    .toContain(`Código de acesso de ${direct.email}: ${direct.code}\n`);
  expect(celeste.output()).not.toContain((await celeste.mailTo(email)).code);
});

const atOnce = (act: () => Promise<TestResponse>) => Promise.all(Array.from({ length: 20 }, act));

const cookiesOf = ({ headers }: TestResponse) =>
  headers.getSetCookie().map((cookie) => cookie.split(';').map((part) => part.trim()));

const challengeOf = (answer: TestResponse) =>
  cookiesOf(answer)
    .map(([pair]) => pair!)
    .find((pair) => pair.startsWith('challenge='))!;

/**
 * A response without the values that differ each time: ids, nonces, the date, cookie values, and the e-mail
 * itself.
 */
function comparable(answer: TestResponse, email = '') {
  const headers = Object.fromEntries(answer.headers);
  for (const name of ['date', 'x-request-id', 'set-cookie']) delete headers[name];
  if (headers['retry-after']) headers['retry-after'] = '(seconds)';
  const anonymous = (text: string) =>
    text
      .replaceAll(email || '\0', '(e-mail)')
      .replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, '(id)')
      .replace(/nonce[-=]"?[\w+/=]+/g, '(nonce)');
  return {
    status: answer.status,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, anonymous(value)])),
    cookies: cookiesOf(answer).map(([pair, ...attributes]) => [pair!.split('=')[0], ...attributes]),
    body: anonymous(mainOf(answer.body)),
  };
}

/** Posts a code from another browser that has the cookie of its request. */
const enterFromElsewhere = (challenge: string, code: string) =>
  fetch(`${celeste.address}/login/code`, {
    method: 'POST',
    redirect: 'manual',
    headers: { Cookie: challenge, Origin: celeste.address },
    body: new URLSearchParams({ submissionId: randomUUID(), intent: 'verify', code }),
  });

const passAMinute = (email: string) =>
  change(
    celeste,
    `UPDATE login_challenges SET created_at = strftime('%Y-%m-%d %H:%M:%f +00:00', created_at, '-61 seconds')
     WHERE email = '${email}'`,
  );
