import { expect, it } from 'vitest';
import { type EmbeddedTurn, reclusterSpeakers } from '@/app/domain/speech/recluster-speakers';

/** An embedding by its angle in degrees; the cosine distance of two is 1 − cos of their difference. */
const voice = (degrees: number) =>
  Float32Array.of(Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180));

/** Consecutive turns: speaker, angle of the embedding or null, and seconds. */
function turns(...said: [speaker: number, degrees: number | null, seconds?: number][]): EmbeddedTurn[] {
  let atMs = 0;
  return said.map(([speaker, degrees, seconds = 4]) => {
    const startMs = atMs;
    atMs += seconds * 1000;
    return { speaker, startMs, endMs: atMs, voice: degrees === null ? null : voice(degrees) };
  });
}

const speakersOf = (settled: EmbeddedTurn[]) => settled.map(({ speaker }) => speaker);

it('assigns a turn to the nearest centroid, and keeps times', () => {
  const heard = turns([0, 0], [1, 90], [0, 88], [0, 4], [1, 92]);
  const settled = reclusterSpeakers(heard, null);
  expect(speakersOf(settled)).toEqual([0, 1, 1, 0, 1]);
  expect(settled.map(({ startMs, endMs }) => [startMs, endMs])).toEqual(
    heard.map(({ startMs, endMs }) => [startMs, endMs]),
  );
});

it('iterates until no turn moves', () => {
  // The centroid of 0 is at 40°, so 55° moves to 1 only after 60° and 65° have left.
  expect(
    speakersOf(reclusterSpeakers(turns([0, 0, 6], [0, 52], [0, 60], [0, 65], [1, 80], [1, 85]), 2)),
  ).toEqual([0, 1, 1, 1, 1, 1]);
});

it('merges speakers with one voice, unless speakerCount is given', () => {
  const heard = turns([0, 0], [1, 90], [2, 20], [0, 5], [2, 25]);
  expect(speakersOf(reclusterSpeakers(heard, null))).toEqual([0, 1, 0, 0, 0]);
  expect(speakersOf(reclusterSpeakers(heard, 3))).toEqual([0, 1, 2, 0, 2]);
  // 45° are a cosine distance of 0.29.
  expect(new Set(speakersOf(reclusterSpeakers(turns([0, 0], [1, 45]), null))).size).toBe(2);
});

it('keeps turns without an embedding, and the last turn of each speaker', () => {
  expect(speakersOf(reclusterSpeakers(turns([0, 0], [1, null], [1, 90], [0, null]), null))).toEqual([
    0, 1, 1, 0,
  ]);
  expect(speakersOf(reclusterSpeakers(turns([0, 0], [1, null]), null))).toEqual([0, 1]);
  // The centroid of 1 is at 50°, so 0 is nearer to one turn and 2 to the other.
  expect(speakersOf(reclusterSpeakers(turns([0, 0], [2, 100], [1, 5], [1, 95]), 3))).toEqual([0, 2, 0, 1]);
  expect(reclusterSpeakers([], null)).toEqual([]);
});
