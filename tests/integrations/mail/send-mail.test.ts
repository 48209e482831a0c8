import '@/tests/support/data-folder';
import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { type ParsedMail, simpleParser } from 'mailparser';
import { beforeEach, describe, expect, it } from 'vitest';
import { settings } from '@/app/config/env.server';
import { notifyEmailChange, sendAccountCodeMail } from '@/app/services/account/send-account-mail.server';
import { sendLoginMail, sendNoAccountMail } from '@/app/services/account/send-login-mail.server';
import { type OutgoingMail, sendMail } from '@/app/services/platform/email/send-mail.server';

const folder = path.join(settings.dataDir, 'mail');

const LOGIN = {
  ...({ to: 'ana@example.com', name: 'Ana Souza', language: 'pt', code: '012345', print: false } as const),
  linkPath: '/validation/abc/def',
};

async function sent(): Promise<ParsedMail> {
  const files = await readdir(folder);
  expect(files).toHaveLength(1);
  return simpleParser(await readFile(path.join(folder, files[0]!)));
}

const withParts = (
  parts: OutgoingMail['body']['parts'],
  values: Partial<OutgoingMail> = {},
): OutgoingMail => ({
  ...{ to: 'ana@example.com', subject: 'Oi' },
  body: { language: 'pt', name: 'Ana', parts, reason: { text: 'Por isso.' } },
  ...values,
});

describe('a mail', () => {
  beforeEach(() => rm(folder, { recursive: true, force: true }));

  it('has the code on a line of its own in the text, and set apart in the page', async () => {
    await sendLoginMail(LOGIN);
    const { text, html, subject, headers } = await sent();
    expect(subject).toBe('Seu código de acesso ao Celeste: 012345');
    expect(text!.split('\n').slice(0, 5)).toEqual(['Olá, Ana,', '', 'Seu código é:', '', '012345']);
    expect(html).toMatch(/<p [^>]*font-size:34px[^>]*tabular-nums[^>]*>012345<\/p>/);
    expect(headers.get('auto-submitted')).toBe('auto-generated');
    expect(headers.has('list')).toBe(false);
  });

  it('has one button at most, whose address stands in both halves', async () => {
    await sendLoginMail(LOGIN);
    const { text, html } = await sent();
    const address = `${settings.publicUrl}/validation/abc/def`;
    expect(text!.split('\n')).toContain(address);
    expect(text).toContain('O código e o link valem por');
    expect(text).not.toContain('botão');
    expect(String(html).split('class="button"')).toHaveLength(2);
    expect(html).toContain(`>${address}</a>`);
  });

  it('loads nothing from elsewhere, runs nothing, and has colours for the dark', async () => {
    await sendLoginMail(LOGIN);
    const { html } = await sent();
    expect(html).not.toMatch(/<(img|script|link|iframe|form)\b|url\(|@import/i);
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toContain('prefers-color-scheme: dark');
    expect(html).toContain('<html lang="pt-BR">');
  });

  it.each([
    { name: 'Ana Souza', greeting: 'Olá, Ana,' },
    { name: "  D'Ávila Prado", greeting: "Olá, D'Ávila," },
    { name: 'João-Paulo', greeting: 'Olá, João-Paulo,' },
    { name: 'https://evil.example/ Ana', greeting: 'Olá,' },
    { name: 'evil.example', greeting: 'Olá,' },
    { name: '<b>Ana</b>', greeting: 'Olá,' },
    { name: 'GANHE1000REAIS', greeting: 'Olá,' },
    { name: 'a'.repeat(31), greeting: 'Olá,' },
    { name: 'Ana\r\nBcc: eve@example.com', greeting: 'Olá, Ana,' },
    { name: '\u202eanA', greeting: 'Olá,' },
    { name: '', greeting: 'Olá,' },
    { name: null, greeting: 'Olá,' },
  ])('greets by first name only what looks like one: $name', async ({ name, greeting }) => {
    await sendLoginMail({ ...LOGIN, name });
    const { text, html, headers } = await sent();
    expect(text!.split('\n')[0]).toBe(greeting);
    expect(html).not.toMatch(/<b>|evil/);
    expect(headers.has('bcc')).toBe(false);
  });

  it('escapes whatever it says', async () => {
    const hostile = '"><img src=x onerror=alert(1)> &amp; \'</p>';
    const parts: OutgoingMail['body']['parts'] = [
      ...[hostile, { code: hostile }, { facts: [hostile] }, { excerpt: hostile }],
      { entries: [{ title: hostile, line: hostile, address: `https://celeste.example/${hostile}` }] },
      { button: hostile, address: `https://celeste.example/${hostile}` },
    ];
    await sendMail(withParts(parts), 'notice.not-sent');
    const { text, html } = await sent();
    expect(html).not.toMatch(/<img/);
    expect(String(html).match(/&#34;&#62;&#60;img src=x/g)).toHaveLength(11);
    expect(text!.split(hostile)).toHaveLength(10);
  });

  it.each(['\r\n', '\n', '\r', '\u0085', '\u2028', '\u0000', '\t\t'])(
    'has one line for a subject, with %j',
    async (lineBreak) => {
      const subject = `Pronta: Ata${lineBreak}Bcc: eve@example.com`;
      await sendMail(withParts(['Oi.'], { subject }), 'notice.not-sent');
      const mail = await sent();
      expect(mail.subject).toBe('Pronta: Ata Bcc: eve@example.com');
      expect(mail.headers.has('bcc')).toBe(false);
    },
  );

  it('says in its foot why the reader gets it', async () => {
    await sendNoAccountMail({ to: 'ana@example.com', language: 'en' });
    const { text } = await sent();
    expect(text).toMatch(/^Hello,\n\nSomeone requested/);
    expect(text!.trim()).toMatch(
      /\n-- \nCeleste\nYou received this email because someone requested a Celeste login code for this address\.$/,
    );
  });

  it('about the account greets its owner, without a link', async () => {
    await sendAccountCodeMail({ ...LOGIN, purpose: 'delete-account' });
    const { text } = await sent();
    expect(text).toMatch(/^Olá, Ana,\n\nSeu código é:\n\n012345\n/);
    expect(text).not.toContain('http');
  });

  it('about a changed address knows announcements of earlier versions, without a name', async () => {
    const run = { claim: { jobId: 1, fence: 1 }, signal: new AbortController().signal, isLastAttempt: false };
    await notifyEmailChange({ ...run, payload: { to: 'ana@example.com', language: 'pt' } });
    expect((await sent()).text).toMatch(/^Olá,\n\nSua conta/);
  });
});
