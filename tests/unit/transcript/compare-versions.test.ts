import { describe, expect, it } from 'vitest';
import { compareVersions } from '@/app/domain/transcript/compare-versions';
import { numberChanges, pageOfChanges } from '@/app/domain/transcript/number-changes';
import type { RenderedUtterance } from '@/app/domain/transcript/transcript-change';

const line = (startMs: number, text: string, more: Partial<RenderedUtterance> = {}): RenderedUtterance => ({
  speaker: 'A',
  startMs,
  text,
  ...more,
});
const TEXT = [line(0, 'bom dia'), line(900, 'olá a todos'), line(2000, 'vamos lá')];

/** A row as '[-removed-] {+inserted+} ~restyled~', with '/' at joints and '>' before the rest of a split one. */
const SIGNS: Record<string, (text: string) => string> = {
  same: (text) => text,
  restyled: (text) => `~${text}~`,
  inserted: (text) => `{+${text}+}`,
  removed: (text) => `[-${text}-]`,
  joined: () => '/',
};

function shown(before: RenderedUtterance[], after: RenderedUtterance[]): string[] {
  return compareVersions(before, after).rows.map(({ speaker, formerSpeaker, isSplit, pieces }) => {
    const names = [formerSpeaker && `[-${formerSpeaker}-]`, speaker].filter(Boolean).join(' ');
    const text = pieces.map(({ kind, text }) => SIGNS[kind]!(text)).join(' ');
    return `${isSplit ? '> ' : ''}${names}: ${text}`;
  });
}

describe('compareVersions', () => {
  it('finds no difference between equal texts', () => {
    const { rows, renames } = compareVersions(TEXT, [line(0, 'bom dia', { marks: [] }), ...TEXT.slice(1)]);
    expect(numberChanges(rows).count).toBe(0);
    expect(renames).toEqual([]);
  });

  it('marks the words that changed in the running text', () => {
    expect(shown(TEXT, TEXT.with(1, line(900, 'olá a todas as pessoas')))).toEqual([
      'A: bom dia',
      'A: olá a [-todos-] {+todas as pessoas+}',
      'A: vamos lá',
    ]);
  });

  it('keeps an utterance whose words all changed in one row', () => {
    expect(shown(TEXT, TEXT.with(0, line(0, 'boa tarde')))[0]).toBe('A: [-bom dia-] {+boa tarde+}');
  });

  it('shows a split and a join at their place, without repeating the text', () => {
    const parts = [line(900, 'olá'), line(1200, 'a todos')];
    const split = TEXT.toSpliced(1, 1, ...parts);
    expect(shown(TEXT, split)).toEqual(['A: bom dia', 'A: olá', '> A: a todos', 'A: vamos lá']);
    expect(shown(split, TEXT)).toEqual(['A: bom dia', 'A: olá / a todos', 'A: vamos lá']);
  });

  it('shows words that changed beside a split and a join', () => {
    const parts = [line(900, 'olá'), line(1200, 'a todas')];
    const split = TEXT.toSpliced(1, 1, ...parts);
    expect(shown(TEXT, split).slice(1, 3)).toEqual(['A: olá', '> A: a [-todos-] {+todas+}']);
    const joined = [line(0, 'bom dia e olá a todos'), TEXT[2]!];
    expect(shown(TEXT, joined)[0]).toBe('A: bom dia {+e+} / olá a todos');
    const without = [line(0, 'bom dia todos'), TEXT[2]!];
    expect(shown(TEXT, without)[0]).toBe('A: bom dia / [-olá a-] todos');
  });

  it('shows words at the start of an utterance in its own row', () => {
    expect(shown(TEXT, TEXT.with(1, line(900, 'então olá a todos')))[1]).toBe('A: {+então+} olá a todos');
    expect(shown(TEXT, TEXT.with(1, line(900, 'a todos')))[1]).toBe('A: [-olá-] a todos');
  });

  it('shows added and removed utterances as rows of their own', () => {
    expect(shown(TEXT, TEXT.toSpliced(1, 1))).toEqual([
      'A: bom dia',
      '[-A-]: [-olá a todos-]',
      'A: vamos lá',
    ]);
    const added = TEXT.toSpliced(2, 0, line(1500, 'sim', { speaker: 'B' }));
    expect(shown(TEXT, added)[2]).toBe('B: {+sim+}');
    expect(shown([], TEXT.slice(0, 1))).toEqual(['A: {+bom dia+}']);
  });

  it('shows marks that changed, and another speaker of one utterance', () => {
    const marked = TEXT.with(1, line(900, 'olá a todos', { marks: [{ from: 2, count: 1, struck: true }] }));
    expect(shown(TEXT, marked)[1]).toBe('A: olá a ~todos~');
    expect(compareVersions(TEXT, marked).rows[1]!.pieces[1]).toMatchObject({
      marks: [{ from: 0, count: 1, struck: true }],
    });
    const other = TEXT.with(1, { ...TEXT[1]!, speaker: 'B' });
    expect(shown(TEXT, other)[1]).toBe('[-A-] B: olá a todos');
  });

  it('tells a renamed speaker once', () => {
    const renamed = TEXT.map((each) => ({ ...each, speaker: 'Dra. Ana Souza' }));
    const compared = compareVersions(TEXT, renamed);
    expect(compared.renames).toEqual([{ from: 'A', to: 'Dra. Ana Souza', count: 3 }]);
    expect(numberChanges(compared.rows).count).toBe(0);
    const some = compareVersions(TEXT, [...renamed.slice(0, 2), TEXT[2]!]);
    expect(some.renames).toEqual([]);
    expect(numberChanges(some.rows).count).toBe(2);
  });

  it('gives up words that stand alone in rewritten sentences', () => {
    const [old, fresh] = [
      'um dois três quatro de cinco seis sete oito',
      'onze doze treze catorze de quinze vinte trinta mil',
    ];
    expect(shown([line(0, old)], [line(0, fresh)])).toEqual([`A: [-${old}-] {+${fresh}+}`]);
  });

  it.each([
    ['with a few edits', (word: number) => (word % 400 === 7 ? 'novo' : `p${word % 900}`)],
    ['that is all different', (word: number) => `q${(word * 7919) % 900}`],
    ['of the same few words in another order', (word: number) => `p${(word * word * 31) % 900}`],
    ['of two words', (word: number) => `p${(word * word * 31) % 2}`],
  ])('compares 100,000 words in bounded time with a text %s', (_, wordAt) => {
    const text = (at: (word: number) => string) =>
      Array.from({ length: 4000 }, (_, utterance) =>
        line(utterance * 10, Array.from({ length: 25 }, (_, word) => at(utterance * 25 + word)).join(' ')),
      );
    const [before, after] = [text((word) => `p${word % 900}`), text(wordAt)];
    const start = process.cpuUsage();
    const { rows } = compareVersions(before, after);
    const { user } = process.cpuUsage(start);
    expect(rows.length).toBeGreaterThanOrEqual(4000);
    // Some 0.2 s; computing time, since other tests run at the same time.
    expect(user / 1000).toBeLessThan(3000);
  });

  it('rebuilds both texts from the rows, whatever changed', () => {
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return Math.floor((seed / 2147483648) * below);
    };
    for (let round = 0; round < 300; round += 1) {
      const make = () =>
        Array.from({ length: 1 + random(6) }, (_, index) =>
          line(index * 100, Array.from({ length: 1 + random(5) }, () => 'abcd'[random(4)]).join(' ')),
        );
      const [before, after] = [make(), make()];
      const pieces = compareVersions(before, after).rows.flatMap((row) => row.pieces);
      const without = (gone: string) =>
        pieces.filter(({ kind }) => kind !== gone && kind !== 'joined').map(({ text }) => text);
      expect(without('removed').join(' ')).toBe(after.map(({ text }) => text).join(' '));
      expect(without('inserted').join(' ')).toBe(before.map(({ text }) => text).join(' '));
    }
  });
});

describe('pageOfChanges', () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => line(index, `fala ${index}`));
  const pageOf = (before: RenderedUtterance[], after: RenderedUtterance[], page = 1) =>
    pageOfChanges(numberChanges(compareVersions(before, after).rows), page);

  it('numbers changes, and folds utterances that are far from one', () => {
    const text = many(20);
    const changed = text.with(5, line(5, 'fala nova')).with(6, line(6, 'outra 6')).with(15, line(15, 'fim'));
    const { count, parts } = pageOf(text, changed);
    expect(count).toBe(3);
    expect(parts.map(({ isFolded, rows }) => [isFolded, rows.length])).toEqual([
      [true, 4],
      [false, 4],
      [true, 6],
      [false, 3],
      [true, 3],
    ]);
    expect(
      parts
        .flatMap(({ rows }) => rows.flatMap(({ numbers }) => numbers.map(({ number }) => number)))
        .filter(Boolean),
    ).toEqual([1, 2, 3]);
  });

  it('counts utterances that were removed together as one change', () => {
    expect(pageOf(many(9), many(9).toSpliced(3, 4)).count).toBe(1);
  });

  it('cuts more than 500 changes into pages', () => {
    const text = many(2400);
    const changed = text.map((each, index) => (index % 2 ? { ...each, text: `fala nova ${index}` } : each));
    expect(pageOf(text, changed)).toMatchObject({ page: 1, pages: 3, first: 1, last: 500, count: 1200 });
    expect(pageOf(text, changed, 3)).toMatchObject({ page: 3, first: 1001, last: 1200 });
    expect(pageOf(text, changed, 99).page).toBe(3);
    expect(pageOf(text, changed, Number.NaN).page).toBe(1);
    const shownRows = [1, 2, 3].flatMap((page) =>
      pageOf(text, changed, page).parts.flatMap(({ rows }) => rows),
    );
    expect(shownRows).toHaveLength(2400);
  });
});
