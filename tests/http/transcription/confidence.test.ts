import { afterAll, beforeAll, expect, it } from 'vitest';
import { playMusic, toWav } from '@/tests/bench/calibration-sounds';
import { SAMPLES_PER_SECOND } from '@/tests/bench/voices';
import { Random } from '@/tests/soak/random';
import { type RunningCeleste, startCeleste } from '@/tests/support/celeste';
import { signUp, type TestUser } from '@/tests/support/test-user';
import { waitUntilSettled } from '@/tests/support/transcriptions';
import { linksOf, textOf } from '../platform/page';

const MUSIC_S = 15;

let celeste: RunningCeleste;
let owner: TestUser;
let list: string;
let transcript: string;

beforeAll(async () => {
  celeste = await startCeleste();
  owner = await signUp(celeste);
  const music = playMusic(new Random(1), MUSIC_S * SAMPLES_PER_SECOND).map((sample) => 0.3 * sample);
  await owner.upload({ name: 'musica.wav', bytes: toWav(music) }, {});
  list = await waitUntilSettled(owner);
  transcript = linksOf(list).find((href) => /^\/transcriptions\/[\w-]{22}$/.test(href))!;
});

afterAll(() => celeste.stop());

it('music without a voice is a text of the lowest level, and says that all of it has to be checked', async () => {
  expect(textOf(list)).toContain('Confiança Regular · Confira tudo');
  expect(textOf((await owner.get(transcript)).body)).toContain('Confira tudo');
  const { confidence_score: score } = JSON.parse((await owner.get(`${transcript}/export.json`)).body);
  expect(score).toBeLessThanOrEqual(30);
});
