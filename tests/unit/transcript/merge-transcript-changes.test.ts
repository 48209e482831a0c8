import { describe, expect, it } from 'vitest';
import { applyChanges } from '@/app/domain/transcript/apply-changes';
import {
  isConflictCurrent,
  mergeTranscriptChanges,
  type PendingChange,
  refreshConflict,
  resolveWithMine,
} from '@/app/domain/transcript/merge-transcript-changes';
import { rewriteUtterances } from '@/app/domain/transcript/rewrite-utterances';
import type { EditableUtterance, UtteranceInput } from '@/app/domain/transcript/transcript-change';
import { toUtteranceInput } from '@/app/domain/transcript/utterance-inputs';
import { utterancesOf } from './utterances';

const BLOCKS = utterancesOf('bom dia', 'olá a todos hoje', 'vamos lá então');

let count = 0;
/** Builds a change that replaces utterances by texts. */
function write(removed: EditableUtterance[], ...texts: string[]): PendingChange {
  count += 1;
  const { speaker } = removed[0]!;
  const blocks = texts.map((text, index) => ({ id: `n${count}-${index}`, speaker, text }));
  const ids = removed.map(({ id }) => id);
  const added = rewriteUtterances(removed, blocks);
  return { id: `c${count}`, change: { kind: 'replace', ids, blocks }, removed, added };
}
const textsOf = (blocks: readonly EditableUtterance[]) => blocks.map(({ text }) => text);
const withBlock = (at: number, ...blocks: EditableUtterance[]) => BLOCKS.toSpliced(at, 1, ...blocks);

describe('mergeTranscriptChanges, when another user has changed the text', () => {
  const theirs = write([BLOCKS[1]!], 'olá a todas hoje').added;

  it('applies changes of other utterances', () => {
    const mine = write([BLOCKS[0]!], 'boa tarde');
    const { blocks, fitting, conflicts } = mergeTranscriptChanges(withBlock(1, ...theirs), [mine]);
    expect(textsOf(blocks)).toEqual(['boa tarde', 'olá a todas hoje', 'vamos lá então']);
    expect(fitting.map(({ id }) => id)).toEqual([mine.id]);
    expect(conflicts).toEqual([]);
  });

  it('locates utterances whose ids changed by saving', () => {
    const saved = BLOCKS.map((block, index) => ({ ...block, id: `2.${index}`, startMs: block.startMs + 20 }));
    const first = write([BLOCKS[1]!], 'olá');
    const { blocks, fitting, conflicts } = mergeTranscriptChanges(saved, [
      first,
      write(first.added, 'olá', 'a vocês'),
    ]);
    expect(textsOf(blocks)).toEqual(['bom dia', 'olá', 'a vocês', 'vamos lá então']);
    expect(fitting.map(({ change }) => change.kind === 'replace' && change.ids)).toEqual([
      ['2.1'],
      [first.added[0]!.id],
    ]);
    expect(conflicts).toEqual([]);
  });

  it('collects dependent changes in one conflict with the other user’s text', () => {
    const first = write([BLOCKS[1]!], 'olá a ninguém hoje');
    const second = write(first.added, 'olá a', 'ninguém ontem');
    const { blocks, fitting, conflicts } = mergeTranscriptChanges(withBlock(1, ...theirs), [first, second]);
    expect(textsOf(blocks)).toEqual(['bom dia', 'olá a todas hoje', 'vamos lá então']);
    expect(fitting).toEqual([]);
    expect(conflicts).toHaveLength(1);
    expect(textsOf(conflicts[0]!.mine)).toEqual(['olá a', 'ninguém ontem']);
    expect(textsOf(conflicts[0]!.theirs)).toEqual(['olá a todas hoje']);
    expect(conflicts[0]!.steps).toEqual([first, second]);
  });

  it('takes the words of both in one utterance', () => {
    const typed = write([BLOCKS[1]!], 'e olá a todos hoje aqui');
    const more = write(typed.added, 'e olá a todos hoje aqui dentro');
    const { blocks, fitting, conflicts } = mergeTranscriptChanges(withBlock(1, ...theirs), [typed, more]);
    expect(textsOf(blocks)[1]).toBe('e olá a todas hoje aqui dentro');
    expect(fitting.map(({ removed }) => removed)).toEqual([theirs]);
    expect(conflicts).toEqual([]);
  });

  it('applies what fits beside a conflict under another id, as the conflict’s steps are kept', () => {
    const mine = write([BLOCKS[1]!], 'e olá a ninguém hoje');
    const { blocks, fitting, conflicts } = mergeTranscriptChanges(withBlock(1, ...theirs), [mine]);
    expect(textsOf(blocks)[1]).toBe('e olá a todas hoje');
    expect(fitting.map(({ id }) => id === mine.id)).toEqual([false]);
    expect(conflicts).toMatchObject([{ mine: [{ text: 'e olá a ninguém hoje' }], steps: [mine] }]);
  });

  it('keeps what both inserted at the same place, and counts once what is the same', () => {
    const present = withBlock(1, ...write([BLOCKS[1]!], 'olá a todos hoje dele igual').added);
    const mine = write([BLOCKS[1]!], 'olá a todos hoje meu');
    const same = write([BLOCKS[1]!], 'olá a todos hoje dele igual');
    expect(textsOf(mergeTranscriptChanges(present, [mine]).blocks)[1]).toBe(
      'olá a todos hoje dele igual meu',
    );
    expect(mergeTranscriptChanges(present, [same])).toMatchObject({ fitting: [], conflicts: [] });
  });

  it('follows utterances that were split or joined', () => {
    const split = withBlock(1, ...write([BLOCKS[1]!], 'olá a', 'todos hoje').added);
    const mine = write([BLOCKS[1]!], 'olá a todas hoje');
    expect(textsOf(mergeTranscriptChanges(split, [mine]).blocks)).toEqual([
      'bom dia',
      'olá a',
      'todas hoje',
      'vamos lá então',
    ]);
    const joined = BLOCKS.toSpliced(0, 2, ...write(BLOCKS.slice(0, 2), 'bom dia olá a todos hoje').added);
    expect(textsOf(mergeTranscriptChanges(joined, [mine]).blocks)).toEqual([
      'bom dia olá a todas hoje',
      'vamos lá então',
    ]);
  });

  it('asks about a text that one deleted and the other changed', () => {
    const mine = write([BLOCKS[1]!], 'olá a todos hoje mesmo');
    expect(mergeTranscriptChanges(withBlock(1), [mine]).conflicts).toMatchObject([
      { mine: [{ text: 'olá a todos hoje mesmo' }], theirs: [] },
    ]);
    expect(mergeTranscriptChanges(withBlock(1, ...theirs), [write([BLOCKS[1]!])]).conflicts).toMatchObject([
      { mine: [], theirs: [{ text: 'olá a todas hoje' }] },
    ]);
  });

  it('limits a conflict to a word of a tenth of a second, without its neighbours', () => {
    const [first, second, third] = BLOCKS;
    const short = { ...second!, startMs: first!.endMs, endMs: first!.endMs + 90 };
    const rest = { ...third!, startMs: short.endMs };
    const changed = { ...short, id: 'theirs', text: 'oi', words: [{ ...short.words[0]!, text: 'oi' }] };
    const { conflicts } = mergeTranscriptChanges([first!, changed, rest], [write([short], 'sim')]);
    expect(conflicts.map(({ theirs }) => textsOf(theirs))).toEqual([['oi']]);
    expect(resolveWithMine([first!, changed, rest], conflicts[0]!)!.removed).toEqual([changed]);
  });

  describe('speaker names', () => {
    const named = (speaker: string, blocks = BLOCKS) => blocks.map((block) => ({ ...block, speaker }));
    const rename = (id: string, from: string, to: string, sample: EditableUtterance): PendingChange => ({
      id,
      change: { kind: 'rename', from, to },
      removed: [sample],
      added: [{ ...sample, speaker: to }],
    });
    const speakersOf = (blocks: readonly EditableUtterance[]) => blocks.map(({ speaker }) => speaker);
    const [first] = named('A');

    it('applies a text edit under a concurrent new speaker name', () => {
      const mine = write([first!], 'boa tarde');
      const { blocks, conflicts } = mergeTranscriptChanges(named('Ana'), [mine]);
      expect(textsOf(blocks)).toEqual(['boa tarde', 'olá a todos hoje', 'vamos lá então']);
      expect([speakersOf(blocks), conflicts]).toEqual([['Ana', 'Ana', 'Ana'], []]);
    });

    it('conflicts with a concurrent rename, everywhere or in one utterance', () => {
      const everywhere = mergeTranscriptChanges(named('Ana'), [rename('r1', 'A', 'Rui', first!)]);
      expect(speakersOf(everywhere.blocks)).toEqual(['Ana', 'Ana', 'Ana']);
      expect(everywhere.conflicts).toMatchObject([
        { mine: [{ speaker: 'Rui' }], theirs: [{ speaker: 'Ana' }], rename: { from: 'Ana', to: 'Rui' } },
      ]);
      const added = [{ ...first!, id: 'n', speaker: 'Rui' }];
      const change = { kind: 'replace' as const, ids: [first!.id], blocks: added };
      const once = mergeTranscriptChanges(named('Ana'), [{ id: 'r2', change, removed: [first!], added }]);
      expect(once.conflicts).toMatchObject([{ mine: [{ speaker: 'Rui' }], theirs: [{ speaker: 'Ana' }] }]);
    });

    it('conflicts when an utterance with a concurrently renamed speaker is joined or deleted', () => {
      const [other] = named('B');
      const text = (speaker: string) => [other!, ...named(speaker).slice(1)];
      const joined = { ...other!, id: 'j', text: `${other!.text} ${named('A')[1]!.text}` };
      const join = (blocks: UtteranceInput[]): PendingChange => {
        const removed = text('A').slice(0, 2);
        const change = { kind: 'replace' as const, ids: removed.map(({ id }) => id), blocks };
        return { id: 'j1', change, removed, added: rewriteUtterances(removed, blocks) };
      };
      expect(mergeTranscriptChanges(text('A'), [join([toUtteranceInput(joined)])]).conflicts).toEqual([]);
      for (const blocks of [[toUtteranceInput(joined)], []]) {
        const { fitting, conflicts } = mergeTranscriptChanges(text('Ana'), [join(blocks)]);
        expect(fitting).toEqual([]);
        expect(conflicts).toMatchObject([{ theirs: [{ speaker: 'B' }, { speaker: 'Ana' }] }]);
      }
    });

    it('conflicts when all utterances of a renamed speaker were deleted, and restores them under the new name', () => {
      const present = named('B').slice(1, 2);
      const { conflicts } = mergeTranscriptChanges(present, [rename('r1', 'A', 'Rui', first!)]);
      expect(conflicts).toMatchObject([{ mine: [{ speaker: 'Rui' }], theirs: [] }]);
      expect(resolveWithMine(present, conflicts[0]!)).toMatchObject({ added: [{ speaker: 'Rui' }, {}] });
    });

    it('restores the old name on undo, except in text written meanwhile', () => {
      const change = { kind: 'undo' as const, changeId: 'r1' };
      const formerName = { speaker: 'A', ids: BLOCKS.map(({ id }) => id) };
      const undo: PendingChange = { id: 'u1', change, removed: [], added: [], formerName };
      const present = named('Ana').with(1, { ...named('Ana')[1]!, id: 'written-anew' });
      const { blocks, fitting, conflicts } = mergeTranscriptChanges(present, [undo]);
      expect(speakersOf(blocks)).toEqual(['A', 'Ana', 'A']);
      expect([fitting, conflicts]).toEqual([[undo], []]);
    });

    it('shows conflicts with the present text, and again after another change', () => {
      const [asked] = mergeTranscriptChanges(named('Ana'), [rename('r1', 'A', 'Rui', first!)]).conflicts;
      expect(isConflictCurrent(named('Ana'), asked!)).toBe(true);
      expect(isConflictCurrent(named('Eva'), asked!)).toBe(false);
      expect(refreshConflict(named('Eva'), asked!)).toMatchObject({ rename: { from: 'Eva', to: 'Rui' } });
      expect(refreshConflict(named('Rui'), asked!)).toBe(null);
    });

    it('has no conflict for equal names, or for a rename undone before it was confirmed', () => {
      const mine = rename('r1', 'A', 'Ana', first!);
      expect(mergeTranscriptChanges(named('Ana'), [mine])).toMatchObject({ fitting: [], conflicts: [] });
      const change = { kind: 'undo' as const, changeId: 'r1' };
      const undo = { id: 'u1', change, removed: [], added: [] };
      expect(mergeTranscriptChanges(named('Rui'), [mine, undo])).toMatchObject({
        fitting: [undo],
        conflicts: [],
      });
      expect(mergeTranscriptChanges(named('A'), [mine])).toMatchObject({ fitting: [mine], conflicts: [] });
    });
  });

  describe('marks', () => {
    /** Builds a change that marks one word of an utterance and clears its other marks. */
    function mark(block: EditableUtterance, from: number, highlight: 'red' | 'blue'): PendingChange {
      count += 1;
      const blocks = [{ ...block, id: `n${count}`, marks: [{ from, count: 1, highlight }] }];
      const added = rewriteUtterances([block], blocks);
      return {
        id: `c${count}`,
        change: { kind: 'replace', ids: [block.id], blocks },
        removed: [block],
        added,
      };
    }
    const marksIn = ({ words }: EditableUtterance) => words.map(({ highlight = '' }) => highlight);
    const [, middle] = BLOCKS;
    const marked = mark(middle!, 1, 'red').added;

    it('conflicts with concurrent marks of the same word', () => {
      const beside = mergeTranscriptChanges(withBlock(1, ...marked), [mark(middle!, 3, 'blue')]);
      expect(marksIn(beside.blocks[1]!)).toEqual(['', 'red', '', 'blue']);
      expect(beside.conflicts).toEqual([]);
      const { blocks, fitting, conflicts } = mergeTranscriptChanges(withBlock(1, ...marked), [
        mark(middle!, 1, 'blue'),
      ]);
      expect(marksIn(blocks[1]!)).toEqual(['', 'red', '', '']);
      expect(fitting).toEqual([]);
      expect(conflicts.map(({ mine, theirs }) => [mine, theirs].map(([block]) => marksIn(block!)))).toEqual([
        [
          ['', 'blue', '', ''],
          ['', 'red', '', ''],
        ],
      ]);
      const saved = [{ ...middle!, id: '2.1' }];
      expect(mergeTranscriptChanges(withBlock(1, ...saved), [mark(middle!, 3, 'blue')]).conflicts).toEqual(
        [],
      );
    });

    it('keeps concurrent marks on a corrected word, and conflicts where the word was deleted', () => {
      const text = write([middle!], 'olá a vocês todos hoje');
      const typed = mergeTranscriptChanges(withBlock(1, ...marked), [text]);
      expect([marksIn(typed.blocks[1]!), typed.conflicts]).toEqual([['', 'red', '', '', ''], []]);
      const shorter = mergeTranscriptChanges(withBlock(1, ...marked), [write([middle!], 'olá a hoje')]);
      expect([marksIn(shorter.blocks[1]!), shorter.conflicts]).toEqual([['', 'red', ''], []]);
      const without = mergeTranscriptChanges(withBlock(1, ...marked), [write([middle!], 'olá todos hoje')]);
      expect([textsOf(without.blocks)[1], without.conflicts.length]).toEqual(['olá a todos hoje', 1]);
      const both = mergeTranscriptChanges(withBlock(1, ...marked), [text, mark(text.added[0]!, 4, 'blue')]);
      expect(marksIn(both.blocks[1]!)).toEqual(['', 'red', '', '', 'blue']);
      expect(both.conflicts).toEqual([]);
      const corrected = mergeTranscriptChanges(withBlock(1, ...marked), [
        write([middle!], 'olá às todos hoje'),
      ]);
      expect([marksIn(corrected.blocks[1]!), corrected.conflicts]).toEqual([['', 'red', '', ''], []]);
    });
  });

  it('has no conflict when both wrote the same', () => {
    const mine = write([BLOCKS[1]!], 'olá a todas hoje');
    expect(mergeTranscriptChanges(withBlock(1, ...theirs), [mine])).toMatchObject({
      fitting: [],
      conflicts: [],
    });
  });

  it('does not apply a change twice after a lost response', () => {
    const mine = write([BLOCKS[1]!], 'olá', 'e adeus');
    const present = withBlock(1, ...mine.added);
    expect(mergeTranscriptChanges(present, [mine])).toEqual({ blocks: present, fitting: [], conflicts: [] });
    const deletion = write([BLOCKS[1]!]);
    expect(mergeTranscriptChanges(BLOCKS.toSpliced(1, 1), [deletion])).toMatchObject({
      fitting: [],
      conflicts: [],
    });
  });

  it('keeps undone changes undone when they arrive late', () => {
    const mine = write([BLOCKS[1]!], 'olá');
    const undo: PendingChange = {
      id: 'u2',
      change: { kind: 'undo', changeId: mine.id },
      removed: mine.added,
      added: mine.removed,
    };
    const { blocks, fitting, conflicts } = mergeTranscriptChanges(BLOCKS, [mine, undo]);
    expect([textsOf(blocks), conflicts]).toEqual([textsOf(BLOCKS), []]);
    expect(textsOf(applyChanges(BLOCKS, [...fitting, mine]))).toEqual(textsOf(BLOCKS));
  });

  it('resolves a conflict in favour of mine, also after a deletion', () => {
    const mine = write([BLOCKS[1]!], 'olá a ninguém hoje');
    const [conflict] = mergeTranscriptChanges(withBlock(1, ...theirs), [mine]).conflicts;
    expect(resolveWithMine(withBlock(1, ...theirs), conflict!)).toMatchObject({
      removed: theirs,
      added: [{ text: 'olá a ninguém hoje' }],
    });
    const [gone] = mergeTranscriptChanges(withBlock(1), [mine]).conflicts;
    expect(resolveWithMine(withBlock(1), gone!)).toMatchObject({
      removed: [{ text: 'vamos lá então' }],
      added: [{ text: 'olá a ninguém hoje' }, { text: 'vamos lá então' }],
    });
  });
});
