import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningCeleste, startCeleste } from '@/tests/support/celeste';
import { signUp, TestUser } from '@/tests/support/test-user';
import { editable } from '../transcript/editable';
import { messageBeside, summaryOf, typedIn } from './page';

const FORM_TYPE = 'application/x-www-form-urlencoded';
/** Time limit: without a bound each attack takes 27 s and more; a normal post takes some milliseconds. */
/** Twice what a slow machine takes for a form of this size; an exhausting one takes seconds. */
const MOST_MS = 250;
const TIMES = 5;

let celeste: RunningCeleste;
let stranger: TestUser;
let member: TestUser;
let block: string;
let document: string;

beforeAll(async () => {
  celeste = await startCeleste({ command: 'web' });
  stranger = new TestUser(celeste.address);
  member = await signUp(celeste);
  block = `${await editable(celeste, member)}/blocks/1.0`;
  document = (await member.post('/documents/new')).location!.split('?')[0]!;
});

afterAll(() => celeste.stop());

const post = (person: TestUser, address: string, body: BodyInit, headers: Record<string, string> = {}) =>
  person.request(address, {
    method: 'POST',
    body,
    duplex: 'half',
    headers: { Origin: celeste.address, 'Content-Type': FORM_TYPE, ...headers },
  } as RequestInit);

/** CPU time of the server's process in ms (proc(5): clock ticks of a hundredth of a second). */
async function cpuMs(): Promise<number> {
  const stat = await readFile(`/proc/${celeste.process.pid}/stat`, 'utf8');
  const [utime, stime] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14);
  return 10 * (Number(utime) + Number(stime));
}

/** Mean CPU time of some posts, after one to warm up. */
async function meanCpuMs(attack: () => Promise<unknown>): Promise<number> {
  await attack();
  const before = await cpuMs();
  for (let time = 0; time < TIMES; time += 1) await attack();
  return ((await cpuMs()) - before) / TIMES;
}

const repeated = (field: string, bytes: number) => field.repeat(Math.ceil(bytes / field.length));
const inChunks = (text: string) => new Blob([text]).stream();

describe('a hostile form is rejected without CPU exhaustion', () => {
  it.each([
    ['of the attack itself', () => 'a&'.repeat(60_000)],
    ['of a name that is known', () => repeated('email=&', 60_000)],
    ['of 900 KB', () => repeated('email=a&', 900_000)],
    ['of 900 KB whose length nobody announced', () => inChunks(repeated('email=a&', 900_000))],
    ['of long names', () => `${'['.repeat(30_000)}=1&${'a.'.repeat(15_000)}=1`],
  ])('signed out: %s', async (_, body) => {
    const attack = () => post(stranger, '/login', body());
    expect((await attack()).status).toBe(400);
    expect(await meanCpuMs(attack)).toBeLessThan(MOST_MS);
  });

  it.each([
    ['/account', () => 'a&'.repeat(60_000)],
    ['/account', () => repeated('name=a&', 900_000)],
    ['the page of a block', () => repeated('intent=mark&word=1&', 900_000)],
    ['a document', () => repeated('content=a&', 900_000)],
  ])('signed in: on %s', async (where, body) => {
    const address = { 'the page of a block': block, 'a document': document }[where] ?? where;
    const attack = () => post(member, address, body());
    expect((await attack()).status).toBe(400);
    expect(await meanCpuMs(attack)).toBeLessThan(MOST_MS);
  });

  it('with an overlong multipart boundary', async () => {
    const attack = () =>
      post(member, '/transcriptions', 'a'.repeat(900_000), {
        'Content-Type': `multipart/form-data; boundary=b${'a'.repeat(8_000)}`,
      });
    expect((await attack()).status).toBe(400);
    expect(await meanCpuMs(attack)).toBeLessThan(MOST_MS);
  });

  it('with nested JSON', async () => {
    const type = { 'Content-Type': 'application/json' };
    const attack = () => post(member, `${document}/draft`, '['.repeat(900_000), type);
    expect((await attack()).status).toBe(400);
    expect(await meanCpuMs(attack)).toBeLessThan(MOST_MS);
  });
});

describe('a form', () => {
  it('that is too large is rejected in the interface language', async () => {
    const { status, body } = await post(stranger, '/signup', repeated('name=a&', 100_000));
    expect(status).toBe(400);
    expect(summaryOf(body)).toContain('grande demais para este formulário');
  });

  it('that is megabytes too large still gets a response, not a connection reset', async () => {
    const { status } = await post(stranger, '/login', inChunks('a'.repeat(20 * 1024 ** 2)));
    expect(status).toBe(400);
  });

  it('ignores unknown fields, which are not shown again', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`x[${index}].y`, 'z']));
    const reserved = { __state__: '{', __intent__: '{', 'a]': '', toString: 'x', __proto__x: 'x' };
    const fields = { ...unknown, ...reserved, submissionId: randomUUID(), email: 'nobody' };
    const { status, body } = await stranger.post('/login', fields);
    expect(status).toBe(400);
    expect(messageBeside(body, 'email')).not.toBe('');
    expect(typedIn(body, 'email')).toBe('nobody');
    expect((await stranger.post('/login', { ...fields, email: 'nobody@example.com' })).status).toBe(303);
  });

  it.each([
    ['an address, signed out', '/login', 'email=ana@example.com&email=rui@example.com'],
    ['an address beside other problems', '/signup', 'name=&email=ana&email=rui'],
    ['a text on an account page', '/account/glossary', 'terms=a&terms=b'],
    ['the intent', '', 'intent=title&intent=save&transcription_name=Pauta&version=1'],
    ['a title', '', 'intent=title&transcription_name=Pauta&transcription_name=Ata'],
    ['a version', '/blocks/1.0', 'intent=text&version=1&version=2&content=oi'],
    ['a text', '/blocks/1.0', 'intent=text&version=1&content=oi&content=tchau'],
    ['a checkbox', '/share', 'intent=create&days=7&audio=on&audio=on'],
    ['the submission id', '/share', `intent=create&days=7&submissionId=${randomUUID()}`],
  ])('rejects a repeated field in the interface language: %s', async (_, address, fields) => {
    const isAlone = ['/login', '/signup', '/account/glossary'].includes(address);
    const own = isAlone ? '' : await editable(celeste, member);
    const person = address === '/login' || address === '/signup' ? new TestUser(celeste.address) : member;
    const body = `submissionId=${randomUUID()}&${fields}`;
    const answer = await post(person, own + address, body);
    expect([answer.status, summaryOf(answer.body)]).toEqual([
      400,
      'O formulário chegou incompleto. Recarregue a página e tente de novo.',
    ]);
  });

  it('rejects a repeated field beside a file', async () => {
    const body = new FormData();
    body.append('submissionId', randomUUID());
    for (const language of ['pt', 'en']) body.append('language', language);
    body.append('file', new Blob(['som']), 'fala.wav');
    const headers = { Origin: celeste.address };
    const answer = await member.request('/transcriptions', { method: 'POST', body, headers });
    expect([answer.status, summaryOf(answer.body)]).toEqual([
      400,
      'O formulário chegou incompleto. Recarregue a página e tente de novo.',
    ]);
  });

  it('names its problems in the interface language where the schema has no sentence for them', async () => {
    const answer = await member.post(block, { intent: 'mark', version: '1', word: '-1', mark: 'red' });
    expect(answer.status).toBe(400);
    expect(answer.body).toContain('O formulário chegou incompleto.');
    expect(answer.body).not.toMatch(/Invalid input|Too small/);
  });

  it('marks thousands of words at once', async () => {
    const words = Array.from({ length: 5_000 }, (_, index) => ['word', String(index)]);
    const form = [
      ['submissionId', randomUUID()],
      ['intent', 'mark'],
      ['version', '1'],
      ['mark', 'none'],
    ];
    const { status } = await post(member, block, new URLSearchParams([...form, ...words]).toString());
    expect(status).toBe(303);
  });
});
