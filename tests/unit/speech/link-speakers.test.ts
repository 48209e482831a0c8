import { describe, expect, it } from 'vitest';
import { type DiarizedBlock, linkSpeakers, type VoicedTurn } from '@/app/domain/speech/link-speakers';
import { Random } from '@/tests/soak/random';

const OPTIONS = { threshold: 0.45, maxGapMs: 500, speakerCount: null, model: 'demo' };
const DIMENSIONS = 32;
const BLOCK_MS = 600_000;

/** An embedding near one of the axes. */
function like(axis: number, away = 0): Float32Array {
  const embedding = new Float32Array(8);
  embedding[axis] = 1;
  embedding[(axis + 1) % 8] = away;
  return embedding;
}

type Said = [voice: Float32Array | null, seconds: number, speaker?: number];

/** Blocks of consecutive turns, a second apart; the speaker is the turn's number unless given. */
function blocksOf(...blocks: Said[][]): DiarizedBlock[] {
  return blocks.map((said, block) => {
    let at = block * BLOCK_MS;
    const turns = said.map(([voice, seconds, speaker], index): VoicedTurn => {
      const startMs = at;
      at += seconds * 1000 + 1000;
      const endMs = startMs + seconds * 1000;
      return { speaker: speaker ?? index, startMs, endMs, voice, voiceMs: voice ? seconds * 1000 : 0 };
    });
    return { turns };
  });
}

const link = (blocks: DiarizedBlock[], speakerCount: number | null = null) =>
  linkSpeakers(blocks, { ...OPTIONS, speakerCount }).turns.map(({ speaker }) => speaker);

function gaussian(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
}

/** A direction with normally distributed noise, of unit length. */
function around(random: Random, centre: readonly number[], noise: number): Float32Array {
  const vector = Float32Array.from(centre, (value) => value + noise * gaussian(random));
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

const axis = (index: number): number[] =>
  Array.from({ length: DIMENSIONS }, (_, at): number => (at === index ? 1 : 0));

describe('linkSpeakers', () => {
  it('matches similar voices of all blocks, regardless of their numbers there', () => {
    const blocks = blocksOf(
      [
        [like(0), 20],
        [like(1), 20],
        [like(0, 0.1), 20],
      ],
      [
        [like(1, 0.2), 20],
        [like(2), 20],
        [like(0, 0.1), 20],
      ],
    );
    expect(link(blocks)).toEqual([0, 1, 0, 1, 2, 0]);
  });

  it('numbers speakers by first appearance, keeps times, and joins turns over a gap that is bridged', () => {
    const turn = (startMs: number, endMs: number, voice: Float32Array): VoicedTurn => ({
      ...{ speaker: 9, startMs, endMs, voice },
      voiceMs: endMs - startMs,
    });
    const first = [turn(0, 10_000, like(3)), turn(10_500, 20_000, like(3)), turn(21_000, 30_000, like(3))];
    const blocks = [{ turns: first }, { turns: [turn(40_000, 60_000, like(0))] }];
    expect(linkSpeakers(blocks, OPTIONS)).toEqual({
      turns: [
        { speaker: 0, startMs: 0, endMs: 20_000 },
        { speaker: 0, startMs: 21_000, endMs: 30_000 },
        { speaker: 1, startMs: 40_000, endMs: 60_000 },
      ],
      doubts: [],
      voices: [
        { startMs: 0, endMs: 10_000, embedding: [...like(3)], model: 'demo', maxDistance: 0.225 },
        { startMs: 40_000, endMs: 60_000, embedding: [...like(0)], model: 'demo', maxDistance: 0.225 },
      ],
    });
  });

  it('uses average linkage, not single linkage', () => {
    const chain = [0, 50, 100].map((degrees): Said => {
      const angle = (degrees * Math.PI) / 180;
      return [Float32Array.of(Math.cos(angle), Math.sin(angle)), 20];
    });
    expect(new Set(link(blocksOf(chain))).size).toBe(2);
  });

  it('never gives turns that overlap to one speaker, unless only by a gap that is bridged', () => {
    const overlapping = (ms: number): DiarizedBlock[] => [
      {
        turns: [
          { speaker: 0, startMs: 0, endMs: 20_000, voice: like(0), voiceMs: 8000 },
          { speaker: 1, startMs: 20_000 - ms, endMs: 40_000, voice: like(0, 0.7), voiceMs: 8000 },
        ],
      },
    ];
    expect(link(overlapping(501))).toEqual([0, 1]);
    expect(link(overlapping(500))).toEqual([0]);
    expect(link(overlapping(5000), 1)).toEqual([0]);
  });

  it('takes the same voice for one, even where a block hears it twice at once', () => {
    const turns = Array.from({ length: 8 }, (_, index): VoicedTurn => {
      const startMs = index * 9000;
      return { speaker: index, startMs, endMs: startMs + 10_000, voice: like(0, index / 100), voiceMs: 8000 };
    });
    expect(new Set(link([{ turns }])).size).toBe(1);
  });

  it('gives turns in which two people are heard to one of them, not to a third', () => {
    const both = (share: number) => Float32Array.of(share, 1 - share, 0, 0, 0, 0.65, 0, 0);
    const [first, second]: Said[] = [
      [like(0), 20],
      [like(1), 20],
    ];
    const mixed: Said[] = [0.48, 0.5, 0.52].map((share): Said => [both(share), 6]);
    expect(new Set(link(blocksOf([first!, second!, ...mixed]))).size).toBe(2);
    const longer = mixed.map(([voice]): Said => [voice, 7]);
    expect(new Set(link(blocksOf([first!, second!, ...longer]))).size).toBe(3);
    const third: Said[] = [0, 0.01, 0.02].map((away): Said => [like(2, away), 6]);
    expect(new Set(link(blocksOf([first!, second!, ...third]))).size).toBe(3);
  });

  it('finds as many speakers as given, beyond the threshold, and no more than there are turns', () => {
    const blocks = blocksOf(
      [
        [like(0), 20],
        [like(0, 0.1), 20],
        [like(1), 20],
        [like(1, 0.1), 20],
      ],
      [
        [like(0, 0.3), 20],
        [like(2), 20],
        [like(0, 0.31), 20],
      ],
    );
    expect(new Set(link(blocks)).size).toBe(3);
    expect(new Set(link(blocks, 2)).size).toBe(2);
    expect(new Set(link(blocks, 1)).size).toBe(1);
    const four = link(blocks, 4);
    expect([four[4], new Set(four).size]).toEqual([four[6], 4]);
    expect(link(blocksOf([[like(0), 20]], [[like(0, 0.01), 20]]), 10)).toEqual([0, 1]);
  });

  it('gives turns of somebody who hardly speaks to the most similar voice, but not a long only turn', () => {
    const said: Said[] = [
      [like(0), 20],
      [like(1), 20],
      [like(1, 3), 4],
    ];
    expect(link(blocksOf(said))).toEqual([0, 1, 1]);
    said[2] = [like(1, 3), 11];
    expect(link(blocksOf(said))).toEqual([0, 1, 2]);
  });

  it('assigns short turns by voice, then by their block, then by time', () => {
    const said: Said[] = [
      [like(0), 20, 5],
      [like(1), 20, 6],
      [like(0, 0.9), 0.6, 6],
      [null, 0.3, 5],
      [null, 0.3, 7],
      [like(1), 20, 8],
    ];
    expect(link(blocksOf(said))).toEqual([0, 1, 0, 0, 1, 1]);
    expect(link(blocksOf([[null, 0.3, 4]]))).toEqual([0]);
  });

  it('handles blocks without turns', () => {
    expect(linkSpeakers([], OPTIONS)).toEqual({ turns: [], doubts: [], voices: [] });
    expect(link(blocksOf([], [[like(0), 20]]))).toEqual([0]);
  });
});

describe('similar voices', () => {
  const NOISE = 0.03;

  /** Turns of voices in turn; `apart` is the angle between the first two in radians. */
  function conversation(seed: number, voices: number, turns: number, apart: number): DiarizedBlock {
    const random = new Random(seed);
    const centres = Array.from({ length: voices }, (_, index) => axis(index));
    if (voices > 1)
      centres[1] = axis(0).map((value, at) => Math.cos(apart) * value + Math.sin(apart) * axis(1)[at]!);
    const said = Array.from(
      { length: turns },
      (_, index): Said => [around(random, centres[(index * 7 + Math.floor(index / 5)) % voices]!, NOISE), 4],
    );
    return blocksOf(said)[0]!;
  }

  it('are told apart where their turns clearly fall into two groups, and said to be similar', () => {
    for (const seed of [1, 2, 3]) {
      const block = conversation(seed, 2, 60, 0.3);
      const { turns, doubts } = linkSpeakers([block], OPTIONS);
      expect(new Set(turns.map(({ speaker }) => speaker)).size).toBe(2);
      expect(doubts).toEqual([
        { startMs: expect.any(Number), endMs: expect.any(Number), other: expect.any(Object) },
      ]);
    }
  });

  it('are said where the count is given, and not of voices that differ', () => {
    const near = linkSpeakers([conversation(4, 2, 20, 0.2)], { ...OPTIONS, speakerCount: 2 });
    expect(near.doubts).toHaveLength(1);
    expect(linkSpeakers([conversation(5, 2, 20, 1.3)], OPTIONS).doubts).toEqual([]);
  });

  it('one voice stays one, however long it speaks', () => {
    for (let seed = 10; seed < 40; seed += 1) {
      const { turns, doubts } = linkSpeakers([conversation(seed, 1, 24 + seed * 5, 0)], OPTIONS);
      expect(new Set(turns.map(({ speaker }) => speaker)).size).toBe(1);
      expect(doubts).toEqual([]);
    }
  });
});

it('tells sixteen voices of ten hours apart, one of whom speaks three times', () => {
  const random = new Random(6);
  const blocks = blocksOf(
    ...Array.from({ length: 60 }, (_, block) =>
      Array.from({ length: 60 }, (__, turn): Said => {
        const isRare = turn === 30 && block % 20 === 5;
        return [around(random, axis(isRare ? 15 : random.below(15)), 0.04), 3];
      }),
    ),
  );
  const speakers = link(blocks);
  expect(new Set(speakers).size).toBe(16);
  const rare = speakers[5 * 60 + 30];
  expect(speakers.filter((speaker) => speaker === rare)).toHaveLength(3);
});

it('takes one voice of twelve thousand turns for one, in bounded time and memory', () => {
  const random = new Random(7);
  const blocks = blocksOf(
    ...Array.from({ length: 60 }, () =>
      Array.from({ length: 200 }, (): Said => [around(random, axis(3), 0.06), 2]),
    ),
  );
  expect(new Set(link(blocks)).size).toBe(1);
});
