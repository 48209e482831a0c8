import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstDifference } from '@/app/domain/document/compare-documents';
import {
  applyDocumentChanges,
  type EditableParagraph,
  toEditableParagraphs,
  toRichText,
} from '@/app/domain/document/document-change';
import {
  mergeDocumentChanges,
  type PendingDocumentChange,
  resolveWithMine,
} from '@/app/domain/document/merge-document-changes';
import { isSameText, normalise, plainParagraphs, textOf } from '@/app/domain/document/rich-text';
import { richTexts } from '@/tests/factories/rich-text';

const blocksOf = (version: number, ...lines: string[]) =>
  toEditableParagraphs(version, plainParagraphs(lines));
const linesOf = (blocks: readonly EditableParagraph[]) => blocks.map(textOf);

/** Builds the change from one text to another, with an id. */
function changeTo(name: string, before: EditableParagraph[], lines: string[]): PendingDocumentChange {
  const { removed, added } = firstDifference(before, plainParagraphs(lines))!;
  const blocks = added.map((paragraph, index) => ({ ...paragraph, id: `${name}-${index}` }));
  const at = before.indexOf(removed[0]!);
  return {
    id: name,
    change: { kind: 'replace', ids: removed.map(({ id }) => id), blocks },
    removed,
    added: blocks,
    beside: [before[at - 1] ?? null, before[at + removed.length] ?? null],
  };
}

const rebase = (blocks: EditableParagraph[], pending: PendingDocumentChange[]) =>
  mergeDocumentChanges({ title: 'Ata', blocks }, pending);

describe('the difference of two documents', () => {
  it('turns one text into the other when applied repeatedly', () => {
    fc.assert(
      fc.property(richTexts, richTexts, fc.nat(5), (one, other, shared) => {
        const after = normalise([...one.slice(0, shared), ...other]);
        const before = toEditableParagraphs(1, one);
        let text = { title: '', blocks: before };
        for (let step = 0; step <= after.length; step += 1) {
          const difference = firstDifference(text.blocks, after);
          if (!difference) break;
          const ids = difference.removed.map(({ id }) => id);
          const blocks = difference.added.map((paragraph, index) => ({
            ...paragraph,
            id: `${step}-${index}`,
          }));
          text = applyDocumentChanges(text, [{ change: { kind: 'replace', ids, blocks } }]);
        }
        expect(isSameText(toRichText(text.blocks), after)).toBe(true);
      }),
      { numRuns: 200, seed: 8 },
    );
  });
});

it('covers only the first place that differs', () => {
  const before = blocksOf(1, 'um', 'dois', 'três', 'quatro', 'cinco');
  const after = plainParagraphs(['um', 'dois!', 'três', 'quatro', 'quatro e meio', 'cinco!']);
  expect(linesOf(firstDifference(before, after)!.removed)).toEqual(['dois']);
});

describe('mergeDocumentChanges, when another user has saved the document meanwhile', () => {
  const base = blocksOf(1, 'a primeira linha', 'a segunda linha', 'a terceira linha');

  it('rebases changes in paragraphs that the other user did not edit', () => {
    const mine = changeTo('m', base, ['a primeira linha', 'a segunda linha', 'a terceira linha, minha']);
    const theirs = blocksOf(2, 'a primeira linha, deles', 'a segunda linha', 'a terceira linha');
    const { blocks, fitting, conflicts } = rebase(theirs, [mine]);
    expect(conflicts).toEqual([]);
    expect(fitting[0]!.change).toMatchObject({ ids: ['2.2'] });
    expect(linesOf(blocks)).toEqual([
      'a primeira linha, deles',
      'a segunda linha',
      'a terceira linha, minha',
    ]);
  });

  it('returns a conflict with both sides for concurrent edits of one paragraph', () => {
    const first = changeTo('m', base, ['a primeira linha', 'a segunda linha minha', 'a terceira linha']);
    const withFirst = [base[0]!, first.added[0]!, base[2]!];
    const next = changeTo('n', withFirst, [
      'a primeira linha',
      'a segunda linha só minha',
      'a terceira linha',
    ]);
    const theirs = blocksOf(2, 'a primeira linha', 'a segunda linha deles', 'a terceira linha');
    const { blocks, fitting, conflicts } = rebase(theirs, [first, next]);
    expect([fitting, linesOf(blocks)]).toEqual([[], linesOf(theirs)]);
    expect(conflicts).toHaveLength(1);
    const [conflict] = conflicts;
    expect(linesOf(conflict!.mine)).toEqual(['a segunda linha só minha']);
    expect(linesOf(conflict!.theirs)).toContain('a segunda linha deles');
    expect(conflict!.steps.map(({ id }) => id)).toEqual(['m', 'n']);
    const choice = resolveWithMine(blocks, { ...conflict!, theirs: [theirs[1]!] });
    expect([linesOf(choice.removed), linesOf(choice.added)]).toEqual([
      ['a segunda linha deles'],
      ['a segunda linha só minha'],
    ]);
  });

  it('appends mine when its place has been deleted', () => {
    const mine = changeTo('m', base, ['a primeira linha', 'algo bem diferente', 'a terceira linha']);
    const theirs = blocksOf(2, 'outro');
    const { blocks, conflicts } = rebase(theirs, [mine]);
    expect(conflicts[0]!.theirs).toEqual([]);
    expect(linesOf(resolveWithMine(blocks, conflicts[0]!).added)).toEqual(['outro', 'algo bem diferente']);
  });

  it('detects saved changes by id after a lost response', () => {
    const mine = changeTo('m', base, ['a primeira linha', 'minha', 'a terceira linha']);
    const present = [base[0]!, mine.added[0]!, base[2]!];
    expect(rebase(present, [mine])).toEqual({
      blocks: present,
      fitting: [],
      conflicts: [],
      titleConflict: null,
    });
  });

  it('locates a line with duplicate text by its neighbours', () => {
    const empty = blocksOf(1, 'um', '', 'dois', '', 'três');
    const mine = changeTo('m', empty, ['um', '', 'dois', 'minha', 'três']);
    const saved = blocksOf(2, 'um', '', 'dois', '', 'três');
    const { blocks, conflicts } = rebase(saved, [mine]);
    expect([linesOf(blocks), conflicts]).toEqual([['um', '', 'dois', 'minha', 'três'], []]);
    const unknown = blocksOf(2, '', 'zero', '');
    expect(rebase(unknown, [mine]).conflicts).toHaveLength(1);
  });

  it('detects saved changes by their neighbours when ids have changed', () => {
    const mine = changeTo('m', base, ['a primeira linha', 'minha', 'a terceira linha']);
    const saved = blocksOf(2, 'a primeira linha', 'minha', 'a terceira linha');
    expect(rebase(saved, [mine])).toEqual({ blocks: saved, fitting: [], conflicts: [], titleConflict: null });
    const deleted = changeTo('d', base, ['a primeira linha', 'a terceira linha']);
    const without = blocksOf(2, 'a primeira linha', 'a terceira linha');
    expect(rebase(without, [deleted])).toEqual({
      blocks: without,
      fitting: [],
      conflicts: [],
      titleConflict: null,
    });
  });

  it('limits a conflict to what the other user wrote between the same lines', () => {
    const mine = changeTo('m', base, ['a primeira linha', 'algo bem diferente', 'a terceira linha']);
    const theirs = blocksOf(2, 'a primeira linha', 'nada em comum', 'a terceira linha');
    expect(linesOf(rebase(theirs, [mine]).conflicts[0]!.theirs)).toEqual(['nada em comum']);
    const far = blocksOf(2, 'a segunda linha deles', ...Array(20).fill('meio'), 'a segunda linha outra');
    expect(rebase(far, [mine]).conflicts[0]!.theirs).toHaveLength(1);
  });

  it('inserts mine after its former predecessor', () => {
    const mine = changeTo('m', base, ['a primeira linha', 'algo bem diferente', 'a terceira linha']);
    const theirs = blocksOf(2, 'a primeira linha', 'a terceira linha');
    const { blocks, conflicts } = rebase(theirs, [mine]);
    expect(linesOf(resolveWithMine(blocks, conflicts[0]!).added)).toEqual([
      'a primeira linha',
      'algo bem diferente',
    ]);
  });
});

describe('mergeDocumentChanges, titles', () => {
  const renamed = (former: string, title: string): PendingDocumentChange => ({
    id: title,
    change: { kind: 'title', title, former },
    removed: [],
    added: [],
    beside: [null, null],
  });
  const rebased = (present: string, ...pending: PendingDocumentChange[]) =>
    mergeDocumentChanges({ title: present, blocks: [] }, pending);

  it('applies a title that no other user has changed', () => {
    const pending = [renamed('Ata', 'Ata 1'), renamed('Ata 1', 'Ata final')];
    expect(rebased('Ata', ...pending)).toMatchObject({ fitting: pending, titleConflict: null });
    // The first of them was saved before the connection was lost.
    expect(rebased('Ata 1', pending[1]!)).toMatchObject({ fitting: [pending[1]], titleConflict: null });
  });

  it('has no conflict when both set the same title', () => {
    expect(rebased('Ata final', renamed('Ata', 'Ata final'))).toMatchObject({
      fitting: [],
      titleConflict: null,
    });
  });

  it('returns a conflict for a concurrent title change, and does not overwrite it', () => {
    const pending = [renamed('Ata', 'Ata 1'), renamed('Ata 1', 'Ata final')];
    expect(rebased('Pauta', ...pending)).toMatchObject({
      fitting: [],
      conflicts: [],
      titleConflict: { mine: 'Ata final', theirs: 'Pauta', steps: pending },
    });
  });
});
