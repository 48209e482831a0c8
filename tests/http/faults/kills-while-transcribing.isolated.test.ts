import '@/tests/support/data-folder';
import { expect, it } from 'vitest';
import { killWhileTranscribing, VICTIMS } from '@/tests/soak/kills';
import { Random } from '@/tests/soak/random';

it('transcribes every recording once when a child process, the worker and all processes are killed, and a stopped worker resumes', async () => {
  const figures = await killWhileTranscribing([...VICTIMS], new Random(20_260_301), { endLeases: true });
  expect(figures.kills).toBe(VICTIMS.length);
}, 180_000);
