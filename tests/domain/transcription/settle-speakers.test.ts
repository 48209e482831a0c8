import { expect, it } from 'vitest';
import { type HeardTurn, settleSpeakers } from '@/app/domain/transcription/settle-speakers';

/** A voice by its angle in degrees; two are 1 − cos of their difference apart. */
const voice = (degrees: number) =>
  Float32Array.of(Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180));

/** Turns one after the other: speaker, angle of the voice or null, and seconds. */
function turns(...said: [speaker: number, degrees: number | null, seconds?: number][]): HeardTurn[] {
  let atMs = 0;
  return said.map(([speaker, degrees, seconds = 4]) => {
    const startMs = atMs;
    atMs += seconds * 1000;
    return { speaker, startMs, endMs: atMs, voice: degrees === null ? null : voice(degrees) };
  });
}

const speakersOf = (settled: HeardTurn[]) => settled.map(({ speaker }) => speaker);

it('a turn goes to whom it sounds most like, and times stay', () => {
  const heard = turns([0, 0], [1, 90], [0, 88], [0, 4], [1, 92]);
  const settled = settleSpeakers(heard, null);
  expect(speakersOf(settled)).toEqual([0, 1, 1, 0, 1]);
  expect(settled.map(({ startMs, endMs }) => [startMs, endMs])).toEqual(
    heard.map(({ startMs, endMs }) => [startMs, endMs]),
  );
});

it('goes on until nothing moves: two of 0 were enough to hide that it is mixed', () => {
  // 0 on the whole is at 40°, so that 55° comes to 1 only when 60° and 65° have left.
  expect(
    speakersOf(settleSpeakers(turns([0, 0, 6], [0, 52], [0, 60], [0, 65], [1, 80], [1, 85]), 2)),
  ).toEqual([0, 1, 1, 1, 1, 1]);
});

it('speakers of one voice become one, unless as many people are said to speak', () => {
  const heard = turns([0, 0], [1, 90], [2, 20], [0, 5], [2, 25]);
  expect(speakersOf(settleSpeakers(heard, null))).toEqual([0, 1, 0, 0, 0]);
  expect(speakersOf(settleSpeakers(heard, 3))).toEqual([0, 1, 2, 0, 2]);
  // 45° are a distance of 0.29.
  expect(new Set(speakersOf(settleSpeakers(turns([0, 0], [1, 45]), null))).size).toBe(2);
});

it('what is not heard clearly stays, and nobody loses their last turn', () => {
  expect(speakersOf(settleSpeakers(turns([0, 0], [1, null], [1, 90], [0, null]), null))).toEqual([
    0, 1, 1, 0,
  ]);
  expect(speakersOf(settleSpeakers(turns([0, 0], [1, null]), null))).toEqual([0, 1]);
  // 1 on the whole is at 50°, so that 0 is nearer to the one turn and 2 to the other.
  expect(speakersOf(settleSpeakers(turns([0, 0], [2, 100], [1, 5], [1, 95]), 3))).toEqual([0, 2, 0, 1]);
  expect(settleSpeakers([], null)).toEqual([]);
});
