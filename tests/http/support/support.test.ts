import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RunningCeleste, startCeleste } from '@/tests/support/celeste';
import { signUp, TestUser } from '@/tests/support/test-user';
import { change } from '../platform/data-dir';
import { mainOf, messageBeside, summaryOf, textOf, typedIn } from '../platform/page';

const NAUGHTY = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  'Robert"); DROP TABLE users;--',
  '=cmd|calc!A0 {{7*7}}',
  'Zoë 👩‍👩‍👧 العربية \u202erevers',
];

let celeste: RunningCeleste;
let smtp: SMTPServer;
let received: { mail: ParsedMail; recipients: string[] }[];
let refusesMail = false;

beforeAll(async () => {
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: async (stream, session, done) => {
      const mail = await simpleParser(await buffer(stream));
      if (refusesMail) return done(new Error('not now'));
      received.push({ mail, recipients: session.envelope.rcptTo.map(({ address }) => address) });
      done();
    },
  });
  smtp.listen(0, '127.0.0.1');
  await once(smtp.server, 'listening');
  celeste = await startCeleste({
    command: 'web',
    env: {
      MAIL_URL: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
      MAIL_FROM: 'Celeste <celeste@example.com>',
      SUPPORT_EMAIL: 'suporte@example.com',
    },
  });
});

afterAll(async () => {
  await celeste.stop();
  smtp.close();
});

beforeEach(async () => {
  received = [];
  refusesMail = false;
  await change(celeste, 'DELETE FROM rate_limits');
});

const right = { name: 'Ana Souza', email: 'ana@example.com', question: 'Como edito?' };
const ask = (fields: Record<string, string> = {}, person = new TestUser(celeste.address)) =>
  person.post('/support', { ...right, ...fields });

/** A signed-in user: the code is sent to the SMTP server too. */
async function member(): Promise<TestUser & { email: string }> {
  return signUp(
    { ...celeste, mailTo: async (email) => ({ ...NO_MAIL, code: await codeFor(email) }) },
    'Bia Lima',
  );
}
const NO_MAIL = { subject: '', text: '', linkPath: '' };

async function codeFor(email: string): Promise<string> {
  const found = await expect
    .poll(() => received.find(({ recipients }) => recipients.includes(email)))
    .toBeTruthy()
    .then(() => received.find(({ recipients }) => recipients.includes(email)));
  received = received.filter((mail) => mail !== found);
  return /\d{6}/.exec(found!.mail.subject!)![0];
}

const typedQuestion = (page: string) => textOf(/<textarea[^>]*>([\s\S]*?)<\/textarea>/.exec(page)?.[1] ?? '');

describe('a support request when signed out', () => {
  it('is mailed to support with the visitor as Reply-To, and confirmed by a toast', async () => {
    const person = new TestUser(celeste.address);
    const sent = await ask({}, person);
    expect([sent.status, sent.location]).toEqual([303, '/support?sent']);
    const [{ mail, recipients }, ...more] = received as [(typeof received)[number]];
    expect(more).toEqual([]);
    expect(recipients).toEqual(['suporte@example.com']);
    expect(mail.from?.text).toBe('"Celeste" <celeste@example.com>');
    expect(mail.replyTo?.value).toEqual([{ name: 'Ana Souza', address: 'ana@example.com' }]);
    expect(mail.subject).toBe('Suporte - Celeste: pergunta de Ana Souza');
    expect(mail.text).toContain('Como edito?');
    const thanks = textOf((await person.get('/support?sent')).body);
    expect(thanks).toContain('E-mail enviado com sucesso!');
    expect(thanks).toContain('Retornaremos nas próximas 24 horas.');
    expect(thanks).toContain('Obrigado por entrar em contato conosco');
  });

  it.each([
    ['name', ' ', 'Nome é obrigatório.'],
    ['email', '', 'E-mail é obrigatório.'],
    ['email', 'ana@', 'Oops! O e-mail informado não é válido. Vamos tentar novamente?'],
    ['question', ' \n ', 'Escreva sua pergunta.'],
    ['question', 'a'.repeat(5_001), 'A pergunta pode ter até 5.000 caracteres.'],
  ])('with %s %j keeps all typed values', async (field, typed, message) => {
    const { status, body } = await ask({ [field]: typed });
    expect(status).toBe(400);
    expect(summaryOf(body)).toContain(message);
    if (field !== 'question') expect(messageBeside(body, field)).toBe(message);
    for (const name of ['name', 'email'] as const) {
      expect(typedIn(body, name)).toBe(name === field ? typed : right[name]);
    }
    expect(typedQuestion(body)).toBe((field === 'question' ? typed : right.question).trim());
    expect(received).toEqual([]);
  });

  it.each(['\r\n', '\n', '\r', '\u2028', '\u2029', '\u0085', '%0d%0a', '\u0000'])(
    'allows no header injection by a name or address with %j',
    async (lineBreak) => {
      const injected = `Ana${lineBreak}Bcc: eve@example.com`;
      await ask({ name: injected });
      expect(received).toHaveLength(1);
      const { mail, recipients } = received[0]!;
      expect(recipients).toEqual(['suporte@example.com']);
      expect([...mail.headers.keys()]).not.toContain('bcc');
      expect(mail.replyTo?.value).toHaveLength(1);
      expect(mail.text!.split('\n')[0]).toMatch(/^Nome: Ana.*Bcc: eve@example\.com$/);

      expect((await ask({ email: `ana@example.com${lineBreak}Bcc:eve@example.com` })).status).toBe(400);
      expect(received).toHaveLength(1);
    },
  );

  it.each(NAUGHTY)('is mailed unchanged, and escaped: %s', async (naughty) => {
    await ask({ name: naughty, question: naughty });
    const { mail } = received[0]!;
    expect(mail.text).toContain(naughty);
    expect(mail.html).not.toMatch(/<(script|img)/);
    const { body } = await ask({ name: naughty, question: naughty, email: 'x' });
    expect(body).not.toMatch(/<script>alert|<img src=x/);
    expect(typedIn(body, 'name')).toBe(naughty);
  });

  it('keeps the text when the mail server rejects it, and can be sent again', async () => {
    refusesMail = true;
    const person = new TestUser(celeste.address);
    const submissionId = crypto.randomUUID();
    for (let time = 0; time < 2; time += 1) {
      const { status, body } = await ask({ submissionId }, person);
      expect(status).toBe(503);
      expect(summaryOf(body)).toBe('Ocorreu um problema ao enviar o e-mail, tente novamente.');
      expect(typedQuestion(body)).toBe(right.question);
      expect(typedIn(body, 'email')).toBe(right.email);
    }
    refusesMail = false;
    expect((await ask({ submissionId }, person)).status).toBe(303);
    expect((await ask({ submissionId }, person)).status).toBe(303);
    expect(received).toHaveLength(1);
  });

  it('is rate limited, and keeps the text', async () => {
    const answers = [];
    for (let time = 0; time < 21; time += 1) answers.push(await ask());
    expect(answers.map(({ status }) => status)).toEqual([...Array(20).fill(303), 429]);
    const { headers, body } = answers.at(-1)!;
    expect(Number(headers.get('Retry-After'))).toBeGreaterThan(3_000);
    expect(summaryOf(body)).toContain('Espere um pouco e tente de novo.');
    expect(typedQuestion(body)).toBe(right.question);
  });
});

describe('a support request when signed in', () => {
  it("asks for the message only, and uses the account's name and e-mail whatever is posted", async () => {
    const bia = await member();
    const page = mainOf((await bia.get('/support')).body);
    expect(page).not.toMatch(/<input[^>]* name="(name|email)"/);
    expect(textOf(page)).toContain(`A resposta será enviada para ${bia.email}`);
    await ask({ name: 'Eva', email: 'eva@example.com' }, bia);
    const { mail } = received[0]!;
    expect(mail.replyTo?.value).toEqual([{ name: 'Bia Lima', address: bia.email }]);
    expect(mail.text).toMatch(/^Conta: [\w-]{22}$/m);
  });

  it('is shown in the app shell, without the link to this page', async () => {
    const bia = await member();
    expect(textOf((await bia.get('/support')).body)).toContain('Olá, Bia');
    const supportLinks = async (address: string) =>
      mainOf((await bia.get(address)).body).split('href="/support"').length - 1;
    expect(await supportLinks('/support')).toBe(0);
    expect(await supportLinks('/wallet')).toBe(1);
  });

  it('is rate limited after five', async () => {
    const bia = await member();
    for (let time = 0; time < 5; time += 1) expect((await ask({}, bia)).status).toBe(303);
    expect((await ask({}, bia)).status).toBe(429);
  });
});

it('in a dialog, the response has the redirect target in X-Location', async () => {
  const person = new TestUser(celeste.address);
  const sent = await person.post('/support', right, { 'X-Dialog': '1' });
  expect([sent.status, sent.headers.get('X-Location')]).toEqual([204, '/support?sent']);
});
