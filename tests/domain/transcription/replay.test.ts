import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StaleChange } from '@/app/domain/draft/linked-blocks';
import { replay, standingChanges } from '@/app/domain/transcription/replay';
import type { Block, NamedChange } from '@/app/domain/transcription/transcript-change';
import { blocksOf } from './blocks';

const BLOCKS = blocksOf('bom dia', 'olá a todos', 'vamos lá');

let count = 0;
const edit = (ids: string[], ...texts: string[]): NamedChange => {
  count += 1;
  const blocks = texts.map((text, index) => ({ id: `n${count}-${index}`, speaker: 'A', text }));
  return { id: `c${count}`, change: { kind: 'replace', ids, blocks } };
};
const undo = (change: NamedChange): NamedChange => ({
  id: `undo-${change.id}`,
  change: { kind: 'undo', changeId: change.id },
});

describe('applyChanges', () => {
  it('restores the text when changes are undone, last one first', () => {
    const texts = fc.array(
      fc.tuple(fc.nat(10), fc.array(fc.constantFrom('a', 'b c', 'd e f'), { maxLength: 2 })),
    );
    fc.assert(
      fc.property(texts, (steps) => {
        const changes: NamedChange[] = [];
        for (const [place, fresh] of steps) {
          const now = replay(BLOCKS, changes);
          if (now.length > 0) changes.push(edit([now[place % now.length]!.id], ...fresh));
        }
        const back = [...changes].reverse().map(undo);
        expect(replay(BLOCKS, [...changes, ...back])).toEqual(BLOCKS);
        expect(standingChanges([...changes, ...back])).toEqual([]);
      }),
    );
  });

  it('restores the times of a deleted utterance', () => {
    const deletion = edit(['1.1']);
    expect(replay(BLOCKS, [deletion]).map(({ id }) => id)).toEqual(['1.0', '1.2']);
    expect(replay(BLOCKS, [deletion, undo(deletion)])[1]).toBe(BLOCKS[1]);
  });

  it('separates two speakers again who had been merged by a rename', () => {
    const merge: NamedChange = { id: 'm', change: { kind: 'rename', from: 'B', to: 'A' } };
    const speakers = (blocks: Block[]) => blocks.map(({ speaker }) => speaker);
    expect(speakers(replay(BLOCKS, [merge]))).toEqual(['A', 'A', 'A']);
    expect(speakers(replay(BLOCKS, [merge, undo(merge)]))).toEqual(['A', 'B', 'A']);
  });

  it('throws on undo of a change on which another one depends', () => {
    const first = edit(['1.1'], 'olá');
    const id = replay(BLOCKS, [first])[1]!.id;
    expect(() => replay(BLOCKS, [first, edit([id], 'oi'), undo(first)])).toThrow(StaleChange);
  });
});
