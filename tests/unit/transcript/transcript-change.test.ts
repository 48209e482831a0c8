import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StaleChange } from '@/app/domain/draft/indexed-list';
import { applyChanges } from '@/app/domain/transcript/apply-changes';
import { encodeMarks } from '@/app/domain/transcript/rewrite-utterances';
import {
  changeSchema,
  type EditableUtterance,
  type Mark,
  type TranscriptChange,
} from '@/app/domain/transcript/transcript-change';
import { utterancesOf } from './utterances';

const BLOCKS = utterancesOf('bom dia', 'olá a todos', 'vamos lá');

const replace = (ids: string[], ...blocks: { id: string; speaker: string; text: string }[]) =>
  changeSchema.parse({ kind: 'replace', ids, blocks });
const applyChange = (blocks: EditableUtterance[], change: TranscriptChange) =>
  applyChanges(blocks, [{ id: 'c', change }]);
const textsOf = (blocks: readonly EditableUtterance[]) =>
  blocks.map(({ speaker, text }) => `${speaker}: ${text}`);

describe('applyChanges with one change', () => {
  it('edits one utterance and keeps the others as the same objects', () => {
    const after = applyChange(BLOCKS, replace(['1.1'], { id: 'x', speaker: 'B', text: 'olá todos' }));
    expect(textsOf(after)).toEqual(['A: bom dia', 'B: olá todos', 'A: vamos lá']);
    expect(after[0]).toBe(BLOCKS[0]);
    expect(after[1]).toMatchObject({ id: 'x', startMs: 200, endMs: 500 });
    expect(after[2]).toBe(BLOCKS[2]);
  });

  it('splits an utterance at a word, and keeps the times of both parts', () => {
    const parts = [
      { id: 'x', speaker: 'B', text: 'olá' },
      { id: 'y', speaker: 'Rui', text: 'a todos' },
    ];
    const after = applyChange(BLOCKS, replace(['1.1'], ...parts));
    expect(after.slice(1, 3).map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
      [200, 300],
      [300, 500],
    ]);
  });

  it('keeps the start of an utterance whose first word stays, though times of words are rounded', () => {
    const exact = BLOCKS.map((block) => ({ ...block, startMs: block.startMs - 18 }));
    const marked = { id: 'x', speaker: 'B', text: 'olá a todas', marks: [{ from: 0, count: 1 }] };
    expect(applyChange(exact, replace(['1.1'], marked))[1]!.startMs).toBe(182);
    const cut = { id: 'x', speaker: 'B', text: 'a todos' };
    expect(applyChange(exact, replace(['1.1'], cut))[1]!.startMs).toBe(300);
  });

  it('joins utterances', () => {
    const after = applyChange(
      BLOCKS,
      replace(['1.0', '1.1'], { id: 'x', speaker: 'A', text: 'bom dia olá a todos' }),
    );
    expect(after).toHaveLength(2);
    expect(after[0]).toMatchObject({ startMs: 0, endMs: 500, text: 'bom dia olá a todos' });
    expect(after[0]!.words.map(({ confidence }) => confidence)).toEqual([0.5, 0.5, 0.5, 0.5, 0.5]);
  });

  it('deletes an utterance with an empty text', () => {
    expect(applyChange(BLOCKS, replace(['1.1'], { id: 'x', speaker: 'B', text: '  ' }))).toHaveLength(2);
    expect(applyChange(BLOCKS, replace(['1.0', '1.1', '1.2']))).toEqual([]);
  });

  it('renames a speaker everywhere', () => {
    const after = applyChange(BLOCKS, changeSchema.parse({ kind: 'rename', from: 'A', to: ' Ana\n Souza ' }));
    expect(after.map(({ speaker }) => speaker)).toEqual(['Ana Souza', 'B', 'Ana Souza']);
  });

  it.each([
    ['a block that is not there', ['1.9']],
    ['blocks in another order', ['1.1', '1.0']],
    ['blocks that do not follow one another', ['1.0', '1.2']],
    ['blocks past the end', ['1.2', '1.3']],
  ])('throws StaleChange for %s', (_name, ids) => {
    expect(() => applyChange(BLOCKS, replace(ids, { id: 'x', speaker: 'A', text: 'a' }))).toThrow(
      StaleChange,
    );
  });

  it('throws StaleChange for an id that another utterance has, or that stands twice', () => {
    const block = { id: '1.2', speaker: 'A', text: 'a' };
    expect(() => applyChange(BLOCKS, replace(['1.0'], block))).toThrow(StaleChange);
    expect(() => applyChange(BLOCKS, replace(['1.2'], block, block))).toThrow(StaleChange);
    expect(applyChange(BLOCKS, replace(['1.2'], block))).toHaveLength(3);
  });

  it('throws StaleChange for an utterance that was changed meanwhile', () => {
    const theirs = applyChange(BLOCKS, replace(['1.1'], { id: 'x', speaker: 'B', text: 'olá' }));
    const mine = replace(['1.1'], { id: 'y', speaker: 'B', text: 'oi a todos' });
    expect(() => applyChange(theirs, mine)).toThrow(StaleChange);
  });

  it('rejects marks that cover the longest utterance again and again', () => {
    const marked = (count: number) =>
      changeSchema.safeParse({
        ...replace(['1.1']),
        blocks: [{ id: 'x', speaker: 'B', text: 'oi', marks: Array(count).fill({ from: 0, count: 50_000 }) }],
      }).success;
    expect(marked(2)).toBe(true);
    expect(marked(3)).toBe(false);
  });

  it('sets marks, keeps them when absent, and clears them for an empty list', () => {
    const block = { id: 'x', speaker: 'B', text: 'olá a todos' };
    const marks = [
      { from: 0, count: 2, highlight: 'gray40' as const },
      { from: 1, count: 2, struck: true as const },
    ];
    const marked = applyChange(BLOCKS, { kind: 'replace', ids: ['1.1'], blocks: [{ ...block, marks }] });
    expect(marked[1]!.words).toMatchObject([
      { highlight: 'gray40' },
      { highlight: 'gray40', struck: true },
      { struck: true },
    ]);
    const kept = applyChange(marked, replace(['x'], { ...block, id: 'y', text: 'olá hoje todos' }));
    expect(encodeMarks(kept[1]!.words)).toEqual([
      { from: 0, count: 1, highlight: 'gray40' },
      { from: 2, count: 1, struck: true },
    ]);
    const bare: TranscriptChange = {
      kind: 'replace',
      ids: ['y'],
      blocks: [{ ...block, id: 'z', marks: [] }],
    };
    expect(encodeMarks(applyChange(kept, bare)[1]!.words)).toEqual([]);
  });

  it('returns the marks that were set', () => {
    const mark = fc.record({
      from: fc.nat(9),
      count: fc.nat(5),
      highlight: fc.option(fc.constantFrom('blue' as const, 'red' as const), { nil: undefined }),
    });
    fc.assert(
      fc.property(fc.array(mark, { maxLength: 6 }), (marks) => {
        const [block] = utterancesOf('a b c d e f g h i j') as [EditableUtterance];
        const set = (list: Mark[]) =>
          applyChange([block], {
            kind: 'replace',
            ids: [block.id],
            blocks: [{ id: 'x', speaker: 'A', text: block.text, marks: list }],
          })[0]!.words;
        const words = set(marks);
        expect(set(encodeMarks(words))).toEqual(words);
      }),
    );
  });
});

describe('a change from a browser', () => {
  it.each([
    [{ kind: 'replace', ids: [], blocks: [] }],
    [{ kind: 'replace', ids: ['a b'], blocks: [] }],
    [{ kind: 'replace', ids: ['a'], blocks: [{ id: 'x', speaker: ' ', text: 'a' }] }],
    [
      {
        kind: 'replace',
        ids: ['a'],
        blocks: [{ id: 'x', speaker: 'A', text: 'a', marks: [{ from: 0, count: 1, highlight: 'gray2' }] }],
      },
    ],
    [{ kind: 'rename', from: 'A', to: '' }],
    [{ kind: 'drop' }],
  ])('is rejected when malformed: %j', (input) => {
    expect(changeSchema.safeParse(input).success).toBe(false);
  });
});
