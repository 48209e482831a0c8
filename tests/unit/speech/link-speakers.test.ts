import { describe, expect, it } from 'vitest';
import { type DiarizedSegment, linkSpeakers } from '@/app/domain/speech/link-speakers';

const THRESHOLD = 0.5;
const BLOCK_MS = 60_000;

/** An embedding near one of the axes. */
function like(axis: number, away = 0): Float32Array {
  const embedding = new Float32Array(4);
  embedding[axis] = 1;
  embedding[(axis + 1) % 4] = away;
  return embedding;
}

/** Segments in which each speaker has one turn, in order: `[embedding, seconds]`. */
function blocksOf(...blocks: [Float32Array, number][][]): DiarizedSegment[] {
  return blocks.map((voices, block) => {
    let at = block * BLOCK_MS;
    const turns = voices.map(([, seconds], speaker) => {
      const startMs = at;
      at += seconds * 1000;
      return { speaker, startMs, endMs: at };
    });
    return {
      turns,
      voices: voices.map(([embedding, seconds], speaker) => ({
        speaker,
        embedding,
        speechMs: seconds * 1000,
      })),
    };
  });
}

const link = (blocks: DiarizedSegment[], speakerCount: number | null = null) =>
  linkSpeakers(blocks, { threshold: THRESHOLD, speakerCount }).map(({ speaker }) => speaker);

describe('linkSpeakers', () => {
  it('matches similar voices, regardless of their numbers in each segment', () => {
    const blocks = blocksOf(
      [
        [like(0), 20],
        [like(1), 20],
      ],
      [
        [like(1, 0.2), 20],
        [like(2), 20],
        [like(0, 0.1), 20],
      ],
    );
    expect(link(blocks)).toEqual([0, 1, 1, 2, 0]);
  });

  it('numbers speakers by first appearance, and keeps times', () => {
    const blocks = blocksOf(
      [[like(3), 20]],
      [
        [like(0), 10],
        [like(3), 10],
      ],
    );
    expect(linkSpeakers(blocks, { threshold: THRESHOLD, speakerCount: null })).toEqual([
      { speaker: 0, startMs: 0, endMs: 20_000 },
      { speaker: 1, startMs: 60_000, endMs: 70_000 },
      { speaker: 0, startMs: 70_000, endMs: 80_000 },
    ]);
  });

  it('never merges two speakers of one segment, even if similar', () => {
    expect(
      link(
        blocksOf(
          [
            [like(0), 20],
            [like(0, 0.01), 20],
          ],
          [[like(0), 20]],
        ),
      ),
    ).toEqual([0, 1, 0]);
  });

  it('uses average linkage, not single linkage', () => {
    const chain = [0, 0.6, 1.3].map((away): [Float32Array, number][] => [[like(0, away), 20]]);
    const apart = blocksOf(...chain, [[like(1), 20]]);
    expect(new Set(link(apart)).size).toBe(2);
  });

  it('merges further down to speakerCount', () => {
    const blocks = blocksOf(
      [
        [like(0), 20],
        [like(1), 20],
      ],
      [
        [like(0, 0.9), 20],
        [like(2), 20],
      ],
    );
    expect(new Set(link(blocks, 3)).size).toBe(3);
    expect(link(blocks, 2)).toHaveLength(4);
    expect(new Set(link(blocks, 2)).size).toBe(2);
    expect(new Set(link(blocks, 1)).size).toBe(1);
  });

  it('merges down to speakerCount, even beyond the threshold', () => {
    expect(link(blocksOf([[like(0), 20]], [[like(2), 20]]), 1)).toEqual([0, 0]);
    expect(link(blocksOf([[like(0), 20]], [[like(2), 20]]), 2)).toEqual([0, 1]);
  });

  it('returns no more speakers than voices', () => {
    expect(link(blocksOf([[like(0), 20]], [[like(0), 20]]), 10)).toEqual([0, 1]);
  });

  it('merges a speaker with hardly any speech into the most similar one', () => {
    const blocks = blocksOf(
      [
        [like(0), 20],
        [like(1), 20],
        [like(1, 0.9), 3],
      ],
      [[like(0), 20]],
    );
    expect(link(blocks)).toEqual([0, 1, 1, 0]);
    const often = blocksOf(
      ...Array.from({ length: 3 }, (): [Float32Array, number][] => [
        [like(0), 20],
        [like(2), 3],
      ]),
    );
    expect(link(often)).toEqual([0, 1, 0, 1, 0, 1]);
  });

  it('assigns a speaker to turns without an embedding', () => {
    expect(
      link(
        blocksOf(
          [
            [like(0), 20],
            [new Float32Array(4), 0.2],
          ],
          [[like(0), 20]],
        ),
      ),
    ).toEqual([0, 0, 0]);
  });

  it('handles segments without speakers', () => {
    expect(link(blocksOf([], []))).toEqual([]);
    expect(link(blocksOf([], [[like(0), 20]]))).toEqual([0]);
  });
});
