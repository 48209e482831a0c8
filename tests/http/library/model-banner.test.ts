import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningCeleste, startCeleste } from '@/tests/support/celeste';
import { signUp, type TestUser } from '@/tests/support/test-user';
import { signUpAdmin } from '../admin/administrator';
import { mainOf, textOf } from '../platform/page';

const PROBLEM = 'fetch failed: getaddrinfo ENOTFOUND mirror.example.org';

let celeste: RunningCeleste;

beforeAll(async () => {
  celeste = await startCeleste({ command: 'web', env: { SPEECH_MODELS: 'whisper-turbo' } });
});

afterAll(() => celeste.stop());

it('tells users in a sentence, and administrators alone what to do and why', async () => {
  const person = await signUp(celeste);
  const administrator = await signUpAdmin(celeste);
  const speech = path.join(celeste.dataDir, 'speech');
  const pages = async (reader: TestUser) =>
    Promise.all(
      ['/dashboard', '/transcriptions'].map(async (page) => textOf(mainOf((await reader.get(page)).body))),
    );
  for (const page of [...(await pages(person)), ...(await pages(administrator))]) {
    expect(page).toContain('O modelo de fala está sendo baixado.');
    expect(page).not.toContain('Por que o modelo');
  }
  await mkdir(speech, { recursive: true });
  await writeFile(
    path.join(speech, 'whisper-turbo.progress.json'),
    JSON.stringify({ state: 'unavailable', reason: PROBLEM, at: Date.now() }),
  );
  for (const page of await pages(administrator)) {
    expect(page).toContain(`a cada hora): ${PROBLEM}`);
  }
  for (const page of await pages(person)) {
    expect(page).not.toMatch(/npm run|ENOTFOUND/);
  }
});
