import '@/tests/support/data-folder';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type RunningCeleste, startCeleste } from '@/tests/support/celeste';
import { freePort } from '@/tests/support/free-port';
import { openSmallDisk, type SmallDisk } from '@/tests/support/small-disk';
import { signUp, TestUser } from '@/tests/support/test-user';
import { transcribeUnseenSample } from '@/tests/support/transcriptions';
import { ApiClient } from '../api/api-client';
import { filesIn, logOf, rows } from '../platform/data-dir';
import { silence } from '../transcription/recordings';

const FULL = 'O servidor está sem espaço em disco. Nada foi salvo nem cobrado. Tente de novo mais tarde.';

let disk: SmallDisk | null;
let celeste: RunningCeleste;
let person: TestUser & { email: string };

beforeAll(async () => {
  disk = await openSmallDisk(24);
  if (!disk) return;
  celeste = await startCeleste({ disk, env: { MIN_FREE_MB: '4' } });
  person = await signUp(celeste, undefined, { isWelcomed: false });
});

afterAll(async () => {
  await celeste?.stop();
  await disk?.remove();
});

beforeEach(({ skip }) => {
  if (!disk) skip('no small disk can be had');
});

it('rejects uploads that do not fit, and charges nothing', async () => {
  const tooLarge = await person.beginUpload({ sizeBytes: 20 * 1024 ** 2 });
  expect([tooLarge.status, tooLarge.body]).toEqual([507, `${FULL}\n`]);
  const plain = await person.upload({ name: 'fala.wav', bytes: new Uint8Array(17 * 1024 ** 2) });
  expect([plain.status, plain.body.includes(FULL)]).toEqual([507, true]);
  expect(await filesIn(celeste)).toEqual([]);
  expect((await person.get('/transcriptions')).body).toContain('30 min');
  expect((await person.beginUpload({ sizeBytes: 1024 ** 2 })).status).toBe(201);
});

const statusOf = async (path: string) => (await fetch(celeste.address + path)).status;
/** Ids of all processes that logged; a third one would mean a restart. */
const processes = async () => new Set((await logOf(celeste)).match(/"pid":\d+/g));

it('stays up on a full disk, rejects writes with a message, and recovers when there is space', async () => {
  await person.post('/account/glossary', { terms: 'antes' });
  await disk!.fill();
  for (let round = 0; round < 3; round += 1) {
    const refused = await person.post('/account/glossary', {
      terms: `durante ${'x'.repeat(40)}\n`.repeat(90),
    });
    expect([refused.status, refused.body.includes(FULL)]).toEqual([507, true]);
    expect(await statusOf('/healthz')).toBe(200);
    const readiness = await fetch(`${celeste.address}/readyz`);
    const [said] = (await readiness.text()).split('\n');
    expect([readiness.status, said]).toEqual([503, 'not ready: less than 4 MB of disk space are free']);
    expect((await person.get('/account/glossary')).body).toContain('antes');
  }
  const upload = await person.upload({ name: 'fala.wav', bytes: silence(60) });
  expect([upload.status, upload.body.includes(FULL)]).toEqual([507, true]);
  expect((await person.get('/transcriptions')).body).toContain('O servidor está sem espaço em disco.');
  await disk!.empty();
  expect(await statusOf('/readyz')).toBe(200);
  expect((await person.post('/account/glossary', { terms: 'depois' })).status).toBe(303);
  expect((await person.post('/transcriptions', { intent: 'sample' })).status).toBe(303);
  const list = async () => (await person.get('/transcriptions')).body;
  await expect.poll(list, { timeout: 60_000 }).toContain('Sucesso');
  expect((await processes()).size).toBe(2);
});

/** Pages for a signed-in user; `$text` is the path of a transcription of theirs, `$paper` of a document. */
const PAGES =
  `/dashboard /transcriptions /transcriptions?title=reuni /search?q=reuni /share-target /uploads/card
  $text $text?edit=1 $text/download $text/share $text/speakers $text/glossary $text/summary $text/tags $text/versions
  $text/delete $text/blocks/2.0 $text/words $text/draft $text/export.txt $text/export.docx $text/export.pdf $paper/export.pdf $text/audio
  /documents /documents/models /documents/new?template=ata $paper $paper/versions $paper/download $paper/delete
  /account /account/data /account/email /account/glossary /account/sessions /account/delete
  /wallet /wallet/movements /support /terms /privacy`.split(/\s+/);

it('serves all pages on a full disk, and rejects sign-in with a message', async () => {
  const text = await transcribeUnseenSample(person);
  const document = { template: 'ata', transcription: text.split('/').at(-1)! };
  const paper = (await person.post('/documents/new', document)).location!.split('?')[0]!;
  await person.post(`${text}/summary`, { intent: 'make' });
  const guest = new TestUser(celeste.address);
  const begun = new TestUser(celeste.address);
  await begun.post('/login', { email: person.email });
  const { code } = await celeste.mailTo(person.email);
  await disk!.fill();
  const answers: Record<string, number> = {};
  for (const page of PAGES) {
    const path = page.replace('$text', text).replace('$paper', paper);
    answers[page] = (await person.get(path)).status;
  }
  expect(answers).toEqual(Object.fromEntries(PAGES.map((page) => [page, 200])));
  expect((await guest.get('/login')).status).toBe(200);
  // Fills the space that reading freed; a checkpointed write-ahead log keeps its file size for later rows.
  await rows(celeste, 'PRAGMA wal_checkpoint(TRUNCATE)').catch(() => undefined);
  await disk!.fill();
  for (const refused of [
    await guest.post('/login', { email: person.email }),
    await guest.post('/signup', { name: 'Davi', email: 'davi@example.com', terms: 'on' }),
  ]) {
    expect([refused.status, refused.body.includes(FULL)]).toEqual([507, true]);
  }
  // The write succeeds when the database files still have free pages.
  const entered = await begun.post('/login/code', { intent: 'verify', code });
  if (entered.status !== 303) expect([entered.status, entered.body.includes(FULL)]).toEqual([507, true]);
  await disk!.empty();
  expect((await guest.post('/login', { email: person.email })).status).toBe(303);
});

it('leaves room to delete, and to sign in, where one user writes until the disk is full', async () => {
  const small = (await openSmallDisk(40))!;
  const site = await startCeleste({ disk: small, command: 'web', env: { MIN_FREE_MB: '150' } });
  try {
    const writer = await signUp(site, 'Bruno', { isWelcomed: false });
    const form = { intent: 'create', name: 'Robô', scopes: 'write', expires: '30' };
    const [token] = /cel_\w+/.exec((await writer.post('/account/tokens', form)).body)!;
    const program = new ApiClient(site.address, token);
    const words = () => randomBytes(300_000).toString('hex').replace(/.{12}/g, '$& ');
    const made: string[] = [];
    let status = 201;
    for (let at = 0; status === 201 && at < 20; at += 1) {
      const answer = await program.post('/v1/documents', {
        title: `Texto ${at}`,
        content: `<p>${words()}</p>`,
      });
      status = answer.status;
      if (status === 201) made.push((answer.body as { id: string }).id);
    }
    expect([status, made.length > 0]).toEqual([507, true]);
    const guest = new TestUser(site.address);
    expect((await guest.post('/login', { email: writer.email })).status).toBe(303);
    for (const id of made) expect((await program.delete(`/v1/documents/${id}`)).status).toBe(204);
  } finally {
    await site.stop();
    await small.remove();
  }
});

it('cannot be reserved by one user at the expense of another', async () => {
  const origin = 'https://celeste.example.org';
  const small = (await openSmallDisk(40))!;
  const port = String(await freePort());
  const started = await startCeleste({
    disk: small,
    command: 'web',
    env: {
      PORT: port,
      MIN_FREE_MB: '4',
      PUBLIC_URL: origin,
      SESSION_SECRET: 'a secret of more than thirty-two characters',
    },
  });
  const site = { ...started, address: `http://127.0.0.1:${port}` };
  try {
    const attacker = await signUp(site, 'Bruno', { origin, isWelcomed: false });
    const honest = await signUp(site, 'Carla', { origin, isWelcomed: false });
    const room = (await small.freeBytes()) - 8 * 1024 ** 2;
    for (const part of [0.9, 0.6]) {
      expect((await attacker.beginUpload({ sizeBytes: Math.floor(part * room) })).status).toBe(507);
    }
    expect((await attacker.beginUpload({ sizeBytes: Math.floor(0.45 * room) })).status).toBe(201);
    for (const part of [0.4, 0.2, 0.1]) await attacker.beginUpload({ sizeBytes: Math.floor(part * room) });
    const bytes = silence(72);
    expect((await honest.beginUpload({ sizeBytes: bytes.length })).status).toBe(201);
    expect((await honest.upload({ name: 'fala.wav', bytes })).status).toBe(303);
  } finally {
    await site.stop();
    await small.remove();
  }
});
