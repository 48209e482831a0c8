import { beforeAll, expect, it } from 'vitest';
import { type RunningCeleste, sharedCeleste } from '@/tests/support/celeste';
import { signUp, type TestUser } from '@/tests/support/test-user';
import { editable, editableDocument } from '../transcript/editable';

let celeste: RunningCeleste;
let person: TestUser;
let transcription: string;
let document: string;

beforeAll(async () => {
  celeste = await sharedCeleste();
  person = await signUp(celeste);
  transcription = await editable(celeste, person);
  document = await editableDocument(person);
});

const expectNotKept = async (path: string, statuses: number[]) => {
  const { status, headers } = await person.get(path);
  expect([path, statuses.includes(status)]).toEqual([path, true]);
  expect([path, headers.get('Cache-Control')]).toEqual([path, expect.stringContaining('no-store')]);
};

it.each(['txt', 'json', 'srt', 'vtt', 'pdf', 'docx'])(
  'a transcript as %s is not cached',
  async (extension) => {
    await expectNotKept(`${transcription}/export.${extension}`, [200]);
  },
);

it.each(['txt', 'pdf', 'docx'])('a document as %s is not cached', async (extension) => {
  await expectNotKept(`${document}/export.${extension}`, [200]);
});

it("an account's data export is not cached", async () => {
  for (const path of ['/account/data/download', '/wallet/movements'])
    await expectNotKept(path, [200, 303, 302]);
});

it('neither a page nor its data is cached', async () => {
  for (const page of ['/wallet', '/account', '/transcriptions', transcription, document]) {
    await expectNotKept(page, [200]);
    await expectNotKept(`${page}.data`, [200]);
  }
});

it('every response forbids framing and content sniffing', async () => {
  for (const path of [
    '/',
    '/login',
    '/no/such/page',
    '/healthz',
    `${transcription}/export.txt`,
    '/wallet.data',
    '/%zz',
  ]) {
    const { headers } = await person.get(path);
    const policies = headers.get('Content-Security-Policy')!.split(/, (?=default-src)/);
    expect([path, policies.length]).toEqual([path, 1]);
    expect(policies[0]).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    expect([path, headers.get('X-Content-Type-Options')]).toEqual([path, 'nosniff']);
    expect([path, headers.get('Referrer-Policy')]).toEqual([path, 'same-origin']);
    expect([path, headers.get('Cross-Origin-Opener-Policy')]).toEqual([path, 'same-origin']);
    expect(headers.get('Cache-Control')).toContain('no-store');
  }
});

it('lets a browser play a recording that is opened on its own', async () => {
  const { headers } = await person.get(`${transcription}/audio`);
  const policy = "default-src 'none'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'";
  expect(headers.get('Content-Security-Policy')).toBe(policy);
});
