import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StaleChange } from '@/app/domain/draft/indexed-list';
import { applyChanges, effectiveChanges } from '@/app/domain/transcript/apply-changes';
import type { EditableUtterance, TranscriptChangeEntry } from '@/app/domain/transcript/transcript-change';
import { utterancesOf } from './utterances';

const BLOCKS = utterancesOf('bom dia', 'olá a todos', 'vamos lá');

let count = 0;
const edit = (ids: string[], ...texts: string[]): TranscriptChangeEntry => {
  count += 1;
  const blocks = texts.map((text, index) => ({ id: `n${count}-${index}`, speaker: 'A', text }));
  return { id: `c${count}`, change: { kind: 'replace', ids, blocks } };
};
const undo = (change: TranscriptChangeEntry): TranscriptChangeEntry => ({
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
        const changes: TranscriptChangeEntry[] = [];
        for (const [place, fresh] of steps) {
          const now = applyChanges(BLOCKS, changes);
          if (now.length > 0) changes.push(edit([now[place % now.length]!.id], ...fresh));
        }
        const back = [...changes].reverse().map(undo);
        expect(applyChanges(BLOCKS, [...changes, ...back])).toEqual(BLOCKS);
        expect(effectiveChanges([...changes, ...back])).toEqual([]);
      }),
    );
  });

  it('restores the times of a deleted utterance', () => {
    const deletion = edit(['1.1']);
    expect(applyChanges(BLOCKS, [deletion]).map(({ id }) => id)).toEqual(['1.0', '1.2']);
    expect(applyChanges(BLOCKS, [deletion, undo(deletion)])[1]).toBe(BLOCKS[1]);
  });

  it('separates two speakers again who had been merged by a rename', () => {
    const merge: TranscriptChangeEntry = { id: 'm', change: { kind: 'rename', from: 'B', to: 'A' } };
    const speakers = (blocks: EditableUtterance[]) => blocks.map(({ speaker }) => speaker);
    expect(speakers(applyChanges(BLOCKS, [merge]))).toEqual(['A', 'A', 'A']);
    expect(speakers(applyChanges(BLOCKS, [merge, undo(merge)]))).toEqual(['A', 'B', 'A']);
  });

  it('throws on undo of a change on which another one depends', () => {
    const first = edit(['1.1'], 'olá');
    const id = applyChanges(BLOCKS, [first])[1]!.id;
    expect(() => applyChanges(BLOCKS, [first, edit([id], 'oi'), undo(first)])).toThrow(StaleChange);
  });
});
