import '@/tests/support/data-folder';
import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, inject, it } from 'vitest';
import { sampleReference } from '../integrations/speech/sample';
import { pipeline } from './pipeline';
import type { Reference } from './references/corpus';
import { type Scored, scoreRecording, totalsOf } from './score-recording';

const said = sampleReference();
const last = said.at(-1)!;
const toMs = (seconds: number) => Math.round(seconds * 1000);
const whole: Reference = {
  text: said.map(({ norm }) => norm).join(' '),
  spoken: said.map(({ speaker, norm }) => ({ speaker, text: norm })),
  turns: said.map(({ speaker, start, end }) => ({ speaker, startMs: toMs(start), endMs: toMs(end) })),
  ignored: [],
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(inject('runFolder'), 'score-'));
});

function score(reference: Reference): Promise<Scored> {
  const recording = { name: 'reuniao', file: 'public/sample/reuniao.wav', reference };
  return scoreRecording(pipeline, recording, path.join(folder, 'audio.s16'));
}

it('finds no errors in the sample, and counts those of a wrong reference', async () => {
  const right = await score(whole);
  expect(totalsOf([right])).toMatchObject({ wer: 0, cpwer: 0 });
  expect(totalsOf([right]).der[1]).toBe(0);
  // A speaker with a single unknown word, half a second long.
  const wrong = await score({
    ...whole,
    text: `${whole.text} equívoco`,
    spoken: [...whole.spoken!, { speaker: 'C', text: 'equívoco' }],
    turns: [...whole.turns!, { speaker: 'C', startMs: 71_500, endMs: 72_000 }],
  });
  expect(wrong.wer).toEqual({ errors: 1, of: right.wer!.of + 1 });
  expect(wrong.cpwer).toEqual({ errors: 1, of: right.cpwer!.of + 1 });
  expect(wrong.der![0]!.of - right.der![0]!.of).toBe(500);
  expect(wrong.der![0]!.errors - right.der![0]!.errors).toBe(500);
  // Over all words of both recordings, not the mean of their rates.
  expect(totalsOf([right, wrong]).wer).toBeCloseTo(100 / (2 * right.wer!.of + 1), 10);
});

it('does not score words in ignored spans, and returns null without a reference', async () => {
  const scored = await score({
    text: said
      .slice(0, -1)
      .map(({ norm }) => norm)
      .join(' '),
    spoken: null,
    turns: null,
    ignored: [{ startMs: toMs(last.start) - 100, endMs: toMs(last.end) + 100 }],
  });
  expect(totalsOf([scored])).toEqual({ wer: 0, cpwer: null, der: [null, null] });
});
