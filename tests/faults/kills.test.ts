import '../services/data-folder';
import { expect, it } from 'vitest';
import { killWhileTranscribing, VICTIMS } from '../soak/kills';
import { Random } from '../soak/random';

it('finishes every recording once when a child, the worker and everything is killed, and a stopped worker wakes', async () => {
  const figures = await killWhileTranscribing([...VICTIMS], new Random(20_260_301), { endLeases: true });
  expect(figures.kills).toBe(VICTIMS.length);
}, 180_000);
