import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { modelBannerFor } from '@/app/http/views/model-banner.server';
import type { SignedInUser } from '@/app/services/account/find-session-user.server';
import { type RunningCeleste, startCeleste } from '@/tests/support/celeste';
import { signUp } from '@/tests/support/test-user';
import { mainOf, textOf } from '../platform/page';

const PROBLEM = 'fetch failed: getaddrinfo ENOTFOUND mirror.example.org';

let celeste: RunningCeleste;

beforeAll(async () => {
  celeste = await startCeleste({ command: 'web', env: { SPEECH_MODELS: 'whisper-turbo' } });
});

afterAll(() => celeste.stop());

it('shows in local mode why the models are missing, on each page with the banner', async () => {
  const person = await signUp(celeste);
  const speech = path.join(celeste.dataDir, 'speech');
  const pages = async () =>
    Promise.all(
      ['/dashboard', '/transcriptions'].map(async (page) => textOf(mainOf((await person.get(page)).body))),
    );
  for (const page of await pages()) {
    expect(page).toContain('O modelo de fala está sendo baixado.');
    expect(page).not.toContain('Por que o modelo');
  }
  await mkdir(speech, { recursive: true });
  await writeFile(
    path.join(speech, 'whisper-turbo.progress.json'),
    JSON.stringify({ state: 'unavailable', reason: PROBLEM, at: Date.now() }),
  );
  for (const page of await pages()) expect(page).toContain(`a cada hora: ${PROBLEM}`);
});

it('shows the reason only to administrators outside local mode', () => {
  const user = { role: 'user', impersonator: null } as SignedInUser;
  const admin: SignedInUser = { ...user, role: 'admin' };
  const model = { state: 'demo', problem: PROBLEM } as const;
  expect(modelBannerFor(user, model, false)).toEqual({ state: 'demo' });
  expect(modelBannerFor(admin, model, false)).toEqual(model);
  expect(modelBannerFor(user, model, true)).toEqual(model);
  expect(modelBannerFor(admin, { ...model, problem: null }, true)).toEqual({ state: 'demo' });
  expect(modelBannerFor(admin, { state: 'full' }, true)).toBeNull();
});
