import { describe, expect, it } from 'vitest';
import { excerptAround, markHits, searchableWords } from '@/app/domain/library/searchable-words';

describe('searchableWords', () => {
  it.each([
    ['Ação, reação & CORAÇÃO!', ['acao', 'reacao', 'coracao']],
    ['A Prefeita de São João del-Rei', ['prefeita', 'sao', 'joao', 'del', 'rei']],
    ['Straße STRASSE', ['strasse']],
    ['ﬁm do e\u0301poca', ['fim', 'epoca']],
    ["d'água, um copo", ['agua', 'copo']],
    ['Привет, Ελλάς', ['привет', 'ελλας']],
    ['em 2026, 10 ou 12', ['2026']],
    ['½ ½½½ ok', ['121212']],
    ['de um a as', []],
    ['🎤 … — ""', []],
    ['um um reunião reunião', ['reuniao']],
  ])('%s', (text, words) => {
    expect(searchableWords(text)).toEqual(words);
  });

  it('truncates long words below the limits of every database', () => {
    expect(searchableWords('x'.repeat(1000))).toEqual(['x'.repeat(40)]);
  });

  it('handles a text of any length', () => {
    expect(searchableWords('palavra '.repeat(200_000))).toEqual(['palavra']);
  });
});

describe('markHits', () => {
  const marked = (text: string, asked: string) =>
    markHits(text, searchableWords(asked))
      .map(({ text: part, isHit }) => (isHit ? `[${part}]` : part))
      .join('');

  it.each([
    ['A Reunião da reunião.', 'reuniao', 'A [Reunião] da [reunião].'],
    ['Reuniões e reunião', 'reuni', '[Reuniões] e [reunião]'],
    ['pauta da pautação', 'pauta reuniao', '[pauta] da pautação'],
    ['<b>reunião</b>', 'REUNIÃO', '<b>[reunião]</b>'],
    ['nada disso', 'reunião', 'nada disso'],
    ['nada disso', 'de', 'nada disso'],
    ['', 'reunião', ''],
  ])('%s, searched for %s', (text, asked, expected) => {
    expect(marked(text, asked)).toBe(expected);
  });

  it('preserves the text', () => {
    const text = 'Ação 🎤 e\u0301 "x" — fim da ação.';
    const parts = markHits(text, searchableWords('ação'));
    expect(parts.map((part) => part.text).join('')).toBe(text);
  });
});

describe('excerptAround', () => {
  const long = `${'antes '.repeat(200)}reunião ${'depois '.repeat(200)}`;

  it('returns a short text unchanged', () => {
    expect(excerptAround('Uma reunião curta.', ['reuniao'])).toBe('Uma reunião curta.');
  });

  it('includes the words around the first hit', () => {
    const excerpt = excerptAround(long, ['reuniao']);
    expect(excerpt).toMatch(/^… antes .*antes reunião depois .*depois …$/);
    expect(excerpt.length).toBeLessThan(300);
  });

  it('starts at the beginning when the hit is near it', () => {
    expect(excerptAround(`reunião ${'depois '.repeat(200)}`, ['reuniao'])).toMatch(/^reunião depois .* …$/);
  });

  it('cuts a text without spaces', () => {
    const excerpt = excerptAround(`${'x'.repeat(500)} reunião`, ['reuniao']);
    expect(excerpt).toContain('reunião');
    expect(excerpt.length).toBeLessThan(300);
  });
});
