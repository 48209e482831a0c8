import { beforeAll, describe, expect, it } from 'vitest';
import { MAX_DICTATION_CHUNK_BYTES } from '@/app/domain/upload/dictation';
import { type RunningCeleste, sharedCeleste, startCeleste } from '@/tests/support/celeste';
import { signUp, TestUser } from '@/tests/support/test-user';

let celeste: RunningCeleste;
let person: TestUser;

beforeAll(async () => {
  celeste = await sharedCeleste();
  person = await signUp(celeste);
});

const begin = (by = person, origin = by.origin) =>
  by.request('/dictations', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: origin },
    body: JSON.stringify({ language: 'pt' }),
  });

const begun = async () => (JSON.parse((await begin()).body) as { address: string }).address;

const chunk = (
  address: string,
  body: string,
  { by = person, origin = celeste.address, query = 'at=0&heard=0' } = {},
) => by.request(`${address}?${query}`, { method: 'POST', headers: { Origin: origin }, body });

const discard = (address: string, { by = person, origin = celeste.address } = {}) =>
  by.request(address, { method: 'DELETE', headers: { Origin: origin } });

describe('the chunks of a dictation', () => {
  it('are answered with what has arrived, until it is discarded', async () => {
    const address = await begun();
    const first = await chunk(address, 'abc');
    expect([first.status, JSON.parse(first.body)]).toEqual([200, { bytes: 3, heard: 0, passages: null }]);
    const next = await chunk(address, 'def', { query: 'at=3&heard=0' });
    expect(JSON.parse(next.body)).toMatchObject({ bytes: 6 });
    expect((await discard(address)).status).toBe(204);
    expect((await chunk(address, 'ghi', { query: 'at=6&heard=0' })).status).toBe(404);
  });

  it('come from our own pages and their owner only', async () => {
    const address = await begun();
    const evil = 'https://evil.example';
    expect((await begin(person, evil)).status).toBe(403);
    expect((await chunk(address, 'abc', { origin: evil })).status).toBe(403);
    expect((await discard(address, { origin: evil })).status).toBe(403);
    const stranger = await signUp(celeste);
    expect((await chunk(address, 'abc', { by: stranger })).status).toBe(404);
    expect((await discard(address, { by: stranger })).status).toBe(404);
    const nobody = new TestUser(celeste.address);
    expect((await begin(nobody)).location).toMatch(/^\/login/);
    expect((await chunk(address, 'abc', { by: nobody })).location).toMatch(/^\/login/);
    expect(JSON.parse((await chunk(address, 'abc')).body)).toMatchObject({ bytes: 3 });
  });

  it.each(['', 'at=-1&heard=0', 'at=x&heard=0', 'at=1.5&heard=0', 'at=0'])(
    'need a place: %j',
    async (query) => {
      expect((await chunk(await begun(), 'abc', { query })).status).toBe(400);
    },
  );

  it('are bounded', async () => {
    const address = await begun();
    expect((await chunk(address, 'a'.repeat(MAX_DICTATION_CHUNK_BYTES + 1))).status).toBe(413);
    expect((await chunk(address, 'a'.repeat(MAX_DICTATION_CHUNK_BYTES))).status).toBe(200);
  });
});

it('without live text no dictation begins, and the recorder does not offer it', async () => {
  const env = { SPEECH_ENGINE: 'assemblyai', ASSEMBLYAI_API_KEY: 'key' };
  const remote = await startCeleste({ command: 'web', env });
  try {
    const somebody = await signUp(remote);
    expect((await begin(somebody)).status).toBe(404);
    expect((await somebody.get('/uploads/card')).body).toContain('data-dictations=""');
    expect((await person.get('/uploads/card')).body).toContain('data-dictations="/dictations"');
  } finally {
    await remote.stop();
  }
});
