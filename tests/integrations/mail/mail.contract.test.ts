import { once } from 'node:events';
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { mailFolder } from '@/app/integrations/mail/mail-folder.server';
import type { MailMessage, MailSender } from '@/app/integrations/mail/port';
import { smtpServer } from '@/app/integrations/mail/smtp.server';

const FROM = 'Celeste <celeste@example.com>';

/** E-mails of the same millisecond have no order in a folder. */
const APART_MS = 2;

const MESSAGE: MailMessage = {
  to: 'ana@example.com',
  subject: 'Seu código de acesso é 123456 ✓',
  text: 'Olá.\n\nSeu código é 123456.\n',
  html: '<p>Seu código é 123456.</p>',
};

interface Mailbox {
  mail: MailSender;
  received(): Promise<ParsedMail[]>;
  close(): Promise<void>;
}

async function openFolder(): Promise<Mailbox> {
  const folder = path.join(await mkdtemp(path.join(inject('runFolder'), 'mail-')), 'mail');
  return {
    mail: mailFolder(folder, FROM),
    received: async () => {
      const files = (await readdir(folder)).sort();
      expect(files.every((file) => file.endsWith('.eml'))).toBe(true);
      return Promise.all(files.map(async (file) => simpleParser(await readFile(path.join(folder, file)))));
    },
    close: async () => undefined,
  };
}

async function listen(options: SMTPServerOptions): Promise<{ url: string; close(): Promise<void> }> {
  const server = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'], ...options });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function openSmtp(): Promise<Mailbox> {
  const sources: Buffer[] = [];
  const server = await listen({
    onData: async (stream, _session, done) => {
      sources.push(await buffer(stream));
      done();
    },
  });
  return {
    mail: smtpServer(server.url, FROM),
    received: () => Promise.all(sources.map((source) => simpleParser(source))),
    close: server.close,
  };
}

describe.each([
  { name: 'a folder', open: openFolder },
  { name: 'a mail server', open: openSmtp },
])('mail to $name', ({ open }) => {
  let mailbox: Mailbox;

  beforeEach(async () => {
    mailbox = await open();
  });

  afterEach(() => mailbox.close());

  it('delivers an e-mail unchanged, from the configured sender', async () => {
    await mailbox.mail.send(MESSAGE);
    const [mail, ...more] = await mailbox.received();
    expect(more).toEqual([]);
    expect(mail!.from?.text).toBe('"Celeste" <celeste@example.com>');
    expect([mail!.to].flat().map((to) => to?.text)).toEqual([MESSAGE.to]);
    expect(mail!.subject).toBe(MESSAGE.subject);
    expect(mail!.text?.trim()).toBe(MESSAGE.text.trim());
    expect(mail!.html).toContain(MESSAGE.html);
  });

  it('delivers in order', async () => {
    for (const subject of ['first', 'second', 'third']) {
      await mailbox.mail.send({ ...MESSAGE, subject });
      await sleep(APART_MS);
    }
    expect((await mailbox.received()).map(({ subject }) => subject)).toEqual(['first', 'second', 'third']);
  });

  it('delivers e-mails completely when several are sent at once', async () => {
    const subjects = Array.from({ length: 10 }, (_, index) => `mail ${index}`);
    await Promise.all(subjects.map((subject) => mailbox.mail.send({ ...MESSAGE, subject })));
    expect((await mailbox.received()).map(({ subject }) => subject).sort()).toEqual(subjects.sort());
  });

  it('sets Reply-To, with any display name', async () => {
    for (const name of ['Ana Souza', 'Souza, Ana "Aninha" <ana@evil.example>', 'Ana 🌈 São João', '']) {
      await mailbox.mail.send({ ...MESSAGE, replyTo: { name, address: 'rui@example.com' } });
      const mail = (await mailbox.received()).at(-1)!;
      expect(mail.replyTo?.value).toEqual([{ name, address: 'rui@example.com' }]);
      expect(mail.from?.text).toBe('"Celeste" <celeste@example.com>');
    }
  });

  it.each(['\r\n', '\n', '\r', '\u2028', '\u2029', '\u0085', '\r\n '])(
    'allows no header injection through the reply-to name, with %j',
    async (lineBreak) => {
      const injected = `Ana${lineBreak}Bcc: eve@example.com`;
      await mailbox.mail.send({ ...MESSAGE, replyTo: { name: injected, address: 'rui@example.com' } });
      const [mail] = await mailbox.received();
      expect([...mail!.headers.keys()]).not.toContain('bcc');
      expect(mail!.replyTo?.value.map(({ address }) => address)).toEqual(['rui@example.com']);
    },
  );

  it('allows no header injection through subject or address', async () => {
    const subject = 'Oi\r\nBcc: eve@example.com';
    await mailbox.mail.send({ ...MESSAGE, subject });
    const [mail] = await mailbox.received();
    expect(mail!.bcc).toBeUndefined();
    expect(mail!.headers.has('bcc')).toBe(false);
  });
});

describe('a mail server that rejects an e-mail', () => {
  it.each([
    {
      what: 'refuses the recipient',
      options: { onRcptTo: (_to, _session, done) => done(new Error('no such person')) },
    },
    {
      what: 'refuses the sender',
      options: { onMailFrom: (_from, _session, done) => done(new Error('not you')) },
    },
    {
      what: 'refuses the content',
      options: {
        onData: (stream, _session, done) => {
          stream.resume();
          stream.once('end', () => done(new Error('mailbox full')));
        },
      },
    },
    {
      what: 'hangs up',
      options: { onConnect: (_session, done) => done(new Error('go away')) },
    },
  ] satisfies { what: string; options: SMTPServerOptions }[])(
    'rejects when it $what',
    async ({ options }) => {
      const server = await listen(options);
      await expect(smtpServer(server.url, FROM).send(MESSAGE)).rejects.toThrow();
      await server.close();
    },
  );

  it('rejects when the connection is refused', async () => {
    const server = await listen({});
    await server.close();
    await expect(smtpServer(server.url, FROM).send(MESSAGE)).rejects.toThrow('ECONNREFUSED');
  });
});

describe('a remote mail server', () => {
  /** A non-loopback address of this machine. */
  const elsewhere = (url: string) => url.replace('127.0.0.1', '0.0.0.0');

  it('sends neither e-mail nor password without TLS', async () => {
    const heard: string[] = [];
    const server = await listen({
      authMethods: ['PLAIN'],
      allowInsecureAuth: true,
      onAuth: ({ password }, _session, done) => {
        heard.push(password ?? '');
        done(null, { user: 'celeste' });
      },
      onData: async (stream, _session, done) => {
        heard.push((await buffer(stream)).toString());
        done();
      },
    });
    const url = elsewhere(server.url).replace('//', '//celeste:sesame@');
    await expect(smtpServer(url, FROM).send(MESSAGE)).rejects.toThrow('STARTTLS');
    expect(heard).toEqual([]);
    await smtpServer(`${url}/?requireTLS=false`, FROM).send(MESSAGE);
    expect(heard).toEqual(['sesame', expect.stringContaining(MESSAGE.to)]);
    await server.close();
  });

  it('sends no e-mail with an untrusted certificate', async () => {
    const server = await listen({ disabledCommands: [] });
    await expect(smtpServer(elsewhere(server.url), FROM).send(MESSAGE)).rejects.toThrow(/certificate/);
    await server.close();
  });
});
