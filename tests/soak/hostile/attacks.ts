import { randomBytes, randomUUID } from 'node:crypto';
import { RECORDING_EXTENSIONS } from '@/app/domain/transcription/recording-file';
import { type TestResponse, TestUser } from '@/tests/support/test-user';
import { textAttacks } from '../../integrations/media/attack-files';
import type { Random } from '../random';
import { attackersAddress, httpBytes, sendRaw } from './raw-request';

/** What an attacker knows. */
export interface Target {
  base: string;
  port: number;
  random: Random;
  /** End of the attack, in ms since 1970. */
  until: number;
  /** E-mail addresses of regular users. */
  emails: string[];
  /** Private pages and files of regular users. */
  pages: string[];
  /** A file on this machine that no response may contain. */
  secretFile: string;
}

/** One attempt. @returns the HTTP status of the response; null without a response */
type Attack = (target: Target, insider: TestUser) => Promise<number | null>;

const statusOf = ({ status }: TestResponse) => status;
const KIB = 1024;
const MIB = KIB * KIB;
/** Connections open at once in one attempt. */
const SLOW_LINES = 20;
const SLOW_PATIENCE_MS = 75_000;

const FORM_HEADERS = { 'Content-Type': 'application/x-www-form-urlencoded' };

const OUTSIDERS_FORMS = ['/login', '/signup', '/login/code', '/support', '/language', '/webhooks/stripe'];
const INSIDERS_FORMS = ['/transcriptions', '/documents/new', '/account', '/account/glossary', '/wallet'];

const FIELDS: ((size: number) => string)[] = [
  (size) => 'a&'.repeat(size / 2),
  (size) => 'email=x&'.repeat(size / 8),
  (size) => `email=${'x'.repeat(size)}`,
  (size) => `email=${'%'.repeat(size)}`,
  (size) => `email=${'%41'.repeat(size / 3)}`,
  (size) => `${'n'.repeat(size)}=1`,
  (size) => `__proto__=1&constructor=1&email[0]=1&email${'[0]'.repeat(size / 3)}=1`,
  (size) => Array.from({ length: size / 8 }, (_, index) => `f${index}=1`).join('&'),
];

const PLAIN_TEXTS: ((size: number) => string)[] = [
  (size) => '**'.repeat(size / 2),
  (size) => '[x](y)'.repeat(size / 6),
  (size) => '['.repeat(size),
  (size) => '- a\n'.repeat(size / 4),
  (size) => '~~__**'.repeat(size / 6),
  (size) => '\\'.repeat(size),
  (size) => `${'a'.repeat(99)}\n`.repeat(size / 100),
];

const ODD_LINES = [
  ['TRACE / HTTP/1.1', { Host: 'x' }],
  ['GET http://example.org/ HTTP/1.1', { Host: 'example.org' }],
  ['GET / HTTP/1.1', { Host: 'a b' }],
  ['GET /%E0%A4%A HTTP/1.1', { Host: 'x' }],
  ['GET /login?_data=routes%2Fshell%2Fapp HTTP/1.1', { Host: 'x' }],
  ['GET /%00/../../etc/passwd HTTP/1.1', { Host: 'x' }],
  ['GET /transcriptions/../../../etc/passwd HTTP/1.1', { Host: 'x' }],
  ['POST /login HTTP/1.1', { Host: 'x', 'Transfer-Encoding': 'chunked', 'Content-Length': '5' }],
  ['POST /login HTTP/1.1', { Host: 'x', 'Content-Length': '-1' }],
  ['GET / HTTP/9.9', { Host: 'x' }],
  ['CONNECT example.org:443 HTTP/1.1', { Host: 'x' }],
  ['PROPFIND / HTTP/1.1', { Host: 'x' }],
] as const;

/** A multipart body of the upload form. */
function multipart(
  fields: Record<string, string>,
  fileName: string,
  bytes: Buffer,
): { type: string; body: Buffer } {
  const boundary = randomUUID();
  const part = (name: string, more = '') =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n`;
  const texts = Object.entries(fields).map(([name, value]) => `${part(name)}\r\n${value}\r\n`);
  const head = `${texts.join('')}${part('file', `; filename="${fileName}"`)}Content-Type: audio/wav\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return { type: `multipart/form-data; boundary=${boundary}`, body };
}

/** All attacks by name. */
export const ATTACKS: Record<string, Attack> = {
  'repeated fields': ({ base, random }, insider) => {
    const body = random.pick(FIELDS)(random.pick([KIB, 60 * KIB, 120 * KIB, MIB]));
    const isInsider = random.below(2) === 0;
    const sender = isInsider ? insider : new TestUser(base, { from: attackersAddress(random) });
    const path = random.pick(isInsider ? INSIDERS_FORMS : OUTSIDERS_FORMS);
    return sender
      .request(path, { method: 'POST', body, headers: { ...FORM_HEADERS, Origin: base } })
      .then(statusOf);
  },

  'refused uploads': ({ base, port, random }, insider) => {
    const fileName = random.pick(['virus.exe', 'filme.zip', '.wav', 'fala.wav', 'fala.mp3']);
    const fields = { submissionId: randomUUID(), language: random.pick(['pt', 'xx', '']) };
    const size = random.pick([0, 100, MIB, 3 * MIB, 70 * MIB]);
    const { type, body } = multipart(fields, fileName, Buffer.alloc(size, 'x'));
    const announced = random.below(4) === 0 ? body.length * 1_000 : body.length;
    const headers = {
      Host: new URL(base).host,
      Origin: base,
      Cookie: insider.cookieHeader(),
      'Content-Type': type,
      'Content-Length': String(announced),
    };
    const bytes = httpBytes('POST /transcriptions HTTP/1.1', headers, body);
    const leaves = announced > body.length || random.below(2) === 0;
    const leave = { afterBytes: random.below(bytes.length), how: random.pick(['reset', 'end'] as const) };
    return sendRaw({ port, from: attackersAddress(random), bytes, ...(leaves && { leave }) });
  },

  'slow bodies': async ({ base, port, random, until }) => {
    const patienceMs = Math.max(1_000, Math.min(SLOW_PATIENCE_MS, until - Date.now()));
    const headers = { Host: new URL(base).host, Origin: base, ...FORM_HEADERS, 'Content-Length': '60000' };
    const bytes = httpBytes('POST /login HTTP/1.1', headers, 'a'.repeat(200));
    const head = bytes.indexOf('\r\n\r\n') + 4;
    const lines = Array.from({ length: SLOW_LINES }, () => {
      // Either the body drips after a complete head, or the head itself drips.
      const drip = { everyMs: random.pick([200, 2_000, 20_000]) };
      const whole = bytes.subarray(0, random.below(2) === 0 ? head + 1 : bytes.length);
      return sendRaw({ port, from: attackersAddress(random), bytes: whole, drip, patienceMs });
    });
    return (await Promise.all(lines))[0]!;
  },

  'hostile files': async ({ base, random, secretFile }, insider) => {
    const forbidden = { address: base, recording: secretFile, text: secretFile };
    const [, content] = random.pick(textAttacks(forbidden));
    const garbage = Buffer.concat([
      Buffer.from(random.pick(['RIFF', 'fLaC', 'OggS', 'ID3', '\0\0\0\x20ftyp'])),
      randomBytes(random.below(200_000)),
    ]);
    const bytes = random.below(2) === 0 ? Buffer.from(content) : garbage;
    const name = `ataque${random.pick(RECORDING_EXTENSIONS)}`;
    return statusOf(await insider.upload({ name, bytes }));
  },

  'uploads in pieces given up': async ({ base, random }, insider) => {
    const sizeBytes = random.pick([1, 100, 10 * MIB, 900 * MIB, 4_900 * MIB, 1e15]);
    const begun = await insider.beginUpload({ fileName: 'fala.wav', sizeBytes });
    if (begun.status !== 201) return begun.status;
    const { address } = JSON.parse(begun.body) as { address: string };
    const headers = {
      'Tus-Resumable': '1.0.0',
      'Content-Type': 'application/offset+octet-stream',
      Origin: base,
      'Upload-Offset': random.pick(['0', '1', '-1', '1e9', 'x']),
    };
    const body = Buffer.alloc(random.below(2 * MIB));
    return statusOf(await insider.request(address, { method: 'PATCH', headers, body }));
  },

  'codes of others': async ({ base, random, emails }) => {
    const person = new TestUser(base, { from: attackersAddress(random) });
    const asked = await person.post('/login', { email: random.pick(emails) });
    if (asked.status !== 303) return asked.status;
    const code = String(random.below(1_000_000)).padStart(6, '0');
    return statusOf(await person.post('/login/code', { intent: 'verify', code }));
  },

  'odd requests': ({ port, random }) => {
    const [line, headers] = random.pick(ODD_LINES);
    const garbage = randomBytes(1 + random.below(20_000));
    const bytes = random.below(5) === 0 ? garbage : httpBytes(line, headers, 'hello');
    return sendRaw({ port, from: attackersAddress(random), bytes, patienceMs: 20_000 });
  },

  'heavy previews': async ({ random }, insider) => {
    const created = await insider.post('/documents/new', {});
    const page = created.location?.split('?')[0];
    if (created.status !== 303 || !page) return created.status;
    await insider.post(page, { intent: 'warn', understood: 'on' });
    const content = random.pick(PLAIN_TEXTS)(random.pick([10 * KIB, 300 * KIB, 4 * MIB]));
    const fields = { version: '1', changes: '0', title: 'x', content };
    const seen = await insider.post(page, { intent: random.pick(['preview', 'save']), ...fields });
    await insider.post(`${page}/delete`);
    return seen.status;
  },

  "other people's things": ({ random, pages }, insider) => insider.get(random.pick(pages)).then(statusOf),

  'forged webhooks': ({ base, random }) => {
    const headers = { 'Content-Type': 'application/json', 'Stripe-Signature': `t=1,v1=${'0'.repeat(64)}` };
    const body = random.pick(['{}', '['.repeat(100_000), 'x'.repeat(MIB)]);
    const sender = new TestUser(base, { from: attackersAddress(random) });
    return sender.request('/webhooks/stripe', { method: 'POST', headers, body }).then(statusOf);
  },
};

/** HTTP statuses that mean that an attack succeeded. */
export const SUCCESSES: Partial<Record<keyof typeof ATTACKS, number[]>> = {
  // 302 redirects to the code form.
  'repeated fields': [200, 303],
  'slow bodies': [200, 302, 303],
  'codes of others': [302, 303],
  'odd requests': [200],
  "other people's things": [200],
  'forged webhooks': [200],
};
