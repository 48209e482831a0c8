import { describe, expect, it } from 'vitest';
import { diarizationErrors, type Turn } from './der';

const turn = (speaker: string | number, startMs: number, endMs: number): Turn => ({
  speaker,
  startMs,
  endMs,
});
const reference = [turn('Ana', 0, 4000), turn('Rui', 4000, 10_000)];
const whole = { collarMs: 0 };

describe('diarizationErrors', () => {
  it('the same turns with other speaker names: 0 of 10 s = 0 %', () => {
    const heard = [turn(7, 0, 4000), turn(3, 4000, 10_000)];
    expect(diarizationErrors(reference, heard, whole)).toEqual({
      missedMs: 0,
      falseAlarmMs: 0,
      confusedMs: 0,
      speechMs: 10_000,
      percent: 0,
    });
  });

  it('boundary 1 s late, last second missed, 0.5 s of false alarm after the end: (1 + 1 + 0.5) of 10 s = 25 %', () => {
    const heard = [turn(0, 0, 5000), turn(1, 5000, 9000), turn(1, 10_000, 10_500)];
    expect(diarizationErrors(reference, heard, whole)).toEqual({
      missedMs: 1000,
      falseAlarmMs: 500,
      confusedMs: 1000,
      speechMs: 10_000,
      percent: 25,
    });
  });

  it('one speaker throughout is paired with the longer one, Rui: Ana’s 4 of 10 s are confused = 40 %', () => {
    expect(diarizationErrors(reference, [turn(0, 0, 10_000)], whole)).toMatchObject({
      confusedMs: 4000,
      percent: 40,
    });
  });

  it('pairs one to one: Ana detected as two speakers keeps the longer part, 1.5 of 10 s confused = 15 %', () => {
    const heard = [turn(0, 0, 2500), turn(1, 2500, 4000), turn(2, 4000, 10_000)];
    expect(diarizationErrors(reference, heard, whole)).toMatchObject({ confusedMs: 1500, percent: 15 });
  });

  it('overlap counts for both speakers: 2 s of two speakers detected as one are 2 s missed of 6 + 6 = 12 s, 16.67 %', () => {
    const both = [turn('Ana', 0, 6000), turn('Rui', 4000, 10_000)];
    const heard = [turn(0, 0, 5000), turn(1, 5000, 10_000)];
    const errors = diarizationErrors(both, heard, whole);
    expect(errors).toMatchObject({ missedMs: 2000, falseAlarmMs: 0, confusedMs: 0, speechMs: 12_000 });
    expect(errors.percent).toBeCloseTo(100 / 6, 10);
  });

  it('two speakers detected where one speaks: 3 s of false alarm of 10 s = 30 %', () => {
    const heard = [turn(0, 0, 4000), turn(1, 4000, 10_000), turn(0, 5000, 8000)];
    expect(diarizationErrors(reference, heard, whole)).toMatchObject({ falseAlarmMs: 3000, percent: 30 });
  });

  it('a boundary 0.2 s late is inside a collar of 0.25 s: 0 of 3.5 + 5.5 = 9 s', () => {
    const heard = [turn(0, 0, 4200), turn(1, 4200, 10_000)];
    expect(diarizationErrors(reference, heard, { collarMs: 250 })).toMatchObject({
      speechMs: 9000,
      percent: 0,
    });
    expect(diarizationErrors(reference, heard, whole).percent).toBe(2);
  });

  it('a boundary 1 s late leaves 0.75 s past the collar: 0.75 of 9 s = 8.33 %', () => {
    const heard = [turn(0, 0, 5000), turn(1, 5000, 10_000)];
    const errors = diarizationErrors(reference, heard, { collarMs: 250 });
    expect(errors.confusedMs).toBe(750);
    expect(errors.percent).toBeCloseTo(75 / 9, 10);
  });

  it('an empty hypothesis: all 10 s are missed = 100 %', () => {
    expect(diarizationErrors(reference, [], whole)).toMatchObject({ missedMs: 10_000, percent: 100 });
  });

  it('merges overlapping turns of the same speaker', () => {
    const heard = [turn(0, 0, 3000), turn(0, 2000, 4000), turn(1, 4000, 10_000)];
    expect(diarizationErrors(reference, heard, whole).percent).toBe(0);
  });

  it('pairs by total overlap, including collars: 0 with Rui for 2 s, none of which is scored', () => {
    const said = [
      ...[0, 1000, 2000, 3000].map((startMs) => turn('Rui', startMs, startMs + 500)),
      turn('Ana', 10_000, 12_000),
    ];
    const heard = [turn(0, 0, 3500), turn(0, 10_000, 11_500)];
    expect(diarizationErrors(said, heard, { collarMs: 250 })).toMatchObject({
      speechMs: 1500,
      confusedMs: 1250,
      missedMs: 250,
      falseAlarmMs: 0,
    });
  });
});
