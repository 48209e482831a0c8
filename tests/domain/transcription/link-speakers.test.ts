import { describe, expect, it } from 'vitest';
import { type DiarizedBlock, linkSpeakers } from '@/app/domain/transcription/link-speakers';

const THRESHOLD = 0.5;
const BLOCK_MS = 60_000;

/** A voice somewhere near one of the axes. */
function like(axis: number, away = 0): Float32Array {
  const embedding = new Float32Array(4);
  embedding[axis] = 1;
  embedding[(axis + 1) % 4] = away;
  return embedding;
}

/** Blocks in which each speaker says one turn, in their order: `[embedding, seconds]`. */
function blocksOf(...blocks: [Float32Array, number][][]): DiarizedBlock[] {
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
        ...{ speaker, embedding, speechMs: seconds * 1000 },
      })),
    };
  });
}

const link = (blocks: DiarizedBlock[], speakerCount: number | null = null) =>
  linkSpeakers(blocks, { threshold: THRESHOLD, speakerCount }).map(({ speaker }) => speaker);

describe('the speakers of several blocks', () => {
  it('are the same people where they sound alike, in whatever order each block numbers them', () => {
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

  it('are numbered as they appear, and keep their times', () => {
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

  it('are two where one block tells them apart, however alike they sound', () => {
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

  it('go by the mean of all their voices, not by the two that are closest', () => {
    const chain = [0, 0.6, 1.3].map((away): [Float32Array, number][] => [[like(0, away), 20]]);
    const apart = blocksOf(...chain, [[like(1), 20]]);
    expect(new Set(link(apart)).size).toBe(2);
  });

  it('are as many as was said, by joining more', () => {
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

  it('are as many as was said, also where that takes voices further apart than the threshold', () => {
    expect(link(blocksOf([[like(0), 20]], [[like(2), 20]]), 1)).toEqual([0, 0]);
    expect(link(blocksOf([[like(0), 20]], [[like(2), 20]]), 2)).toEqual([0, 1]);
  });

  it('are never more than there are voices', () => {
    expect(link(blocksOf([[like(0), 20]], [[like(0), 20]]), 10)).toEqual([0, 1]);
  });

  it('who hardly say anything are taken for whom they sound most like', () => {
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

  it('are somebody, also where too little was said to know a voice', () => {
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

  it('may be nobody', () => {
    expect(link(blocksOf([], []))).toEqual([]);
    expect(link(blocksOf([], [[like(0), 20]]))).toEqual([0]);
  });
});
