import { describe, expect, it } from 'vitest';
import { compareParagraphs } from '@/app/domain/document/compare-paragraphs';
import { normalise, type Paragraph } from '@/app/domain/document/rich-text';

const paragraph = (text: string, more: Partial<Paragraph> = {}): Paragraph => ({
  kind: 'paragraph',
  runs: text ? [{ text }] : [],
  ...more,
});

const shown = (before: Paragraph[], after: Paragraph[]) =>
  compareParagraphs(before, after).map(({ pieces }) =>
    pieces.map(({ kind, runs }) => `${kind}: ${runs.map(({ text }) => text).join('|')}`),
  );

describe('compareParagraphs', () => {
  it('marks words and keeps the formats of each', () => {
    const before = [paragraph('', { runs: [{ text: 'o réu ' }, { text: 'nega', bold: true }] })];
    const after = [paragraph('', { runs: [{ text: 'o réu ' }, { text: 'confessa', bold: true }] })];
    const [row] = compareParagraphs(before, after);
    expect(row!.pieces).toEqual([
      { kind: 'same', runs: [{ text: 'o réu ', at: 6 }] },
      { kind: 'removed', runs: [{ text: 'nega ', bold: true, at: 10 }] },
      { kind: 'inserted', runs: [{ text: 'confessa', bold: true, at: 14 }] },
    ]);
  });

  it('tells a format that changed from words that changed', () => {
    const bold = [paragraph('', { runs: [{ text: 'um ' }, { text: 'dois', bold: true }] })];
    expect(shown([paragraph('um dois')], bold)).toEqual([['same: um ', 'restyled: dois']]);
    const [row] = compareParagraphs([paragraph('um dois')], [paragraph('um dois', { kind: 'h1' })]);
    expect(row).toMatchObject({ isReformatted: true, isChanged: true, kind: 'h1' });
  });

  it('shows a style that begins inside of a word', () => {
    const half = [paragraph('', { runs: [{ text: 'do' }, { text: 'is', italic: true }] })];
    expect(shown([paragraph('dois')], half)).toEqual([['restyled: do|is']]);
  });

  it('shows split, joined, added and empty paragraphs', () => {
    const [whole, parts] = [[paragraph('um dois')], [paragraph('um'), paragraph('dois')]];
    expect(compareParagraphs(whole, parts).map(({ isSplit }) => isSplit)).toEqual([false, true]);
    expect(shown(parts, whole)).toEqual([['same: um ', 'joined: ', 'same: dois']]);
    expect(shown([paragraph('um')], [paragraph('um'), paragraph('')])).toEqual([
      ['same: um'],
      ['inserted: '],
    ]);
    expect(shown([paragraph('a')], [paragraph('b')])).toEqual([['removed: a ', 'inserted: b']]);
  });

  it('numbers the items of ordered lists as their texts do', () => {
    const list = normalise(['um', 'dois'].map((text) => paragraph(text, { kind: 'ordered' })));
    expect(compareParagraphs(list, list.slice(1)).map(({ number }) => number)).toEqual([1, 1]);
  });
});
