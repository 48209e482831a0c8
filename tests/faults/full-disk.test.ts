import '../services/data-folder';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { logOf } from '../routes/data-dir';
import { silence } from '../routes/recordings';
import { type RunningCeleste, startCeleste } from '../support/celeste';
import { type Person, signUp } from '../support/person';
import { openSmallDisk, type SmallDisk } from '../support/small-disk';

const FULL = 'O servidor está sem espaço em disco. Nada foi salvo nem descontado. Tente de novo mais tarde.';

let disk: SmallDisk | null;
let celeste: RunningCeleste;
let person: Person;

beforeAll(async () => {
  disk = await openSmallDisk(24);
  if (!disk) return;
  celeste = await startCeleste({ disk });
  person = await signUp(celeste);
});

afterAll(async () => {
  await celeste?.stop();
  await disk?.remove();
});

beforeEach(({ skip }) => {
  if (!disk) skip('no small disk can be had');
});

const statusOf = async (path: string) => (await fetch(celeste.address + path)).status;
/** Of both halves: a third would be one that was started again. */
const processes = async () => new Set((await logOf(celeste)).match(/"pid":\d+/g));

it('stays up on a full disk, refuses in words what it cannot keep, and goes on when there is room', async () => {
  await person.post('/account/glossary', { terms: 'antes' });
  await disk!.fill();
  for (let round = 0; round < 3; round += 1) {
    const refused = await person.post('/account/glossary', {
      terms: `durante ${'x'.repeat(40)}\n`.repeat(90),
    });
    expect([refused.status, refused.body.includes(FULL)]).toEqual([507, true]);
    expect(await statusOf('/healthz')).toBe(200);
    expect((await person.get('/account/glossary')).body).toContain('antes');
  }
  const upload = await person.upload({ name: 'fala.wav', bytes: silence(60) });
  expect([upload.status, upload.body.includes(FULL)]).toEqual([507, true]);
  await disk!.empty();
  expect((await person.post('/account/glossary', { terms: 'depois' })).status).toBe(303);
  expect((await person.post('/transcriptions', { intent: 'sample' })).status).toBe(303);
  await expect.poll(async () => (await person.get('/transcriptions')).body).toContain('Sucesso');
  expect((await processes()).size).toBe(2);
});
