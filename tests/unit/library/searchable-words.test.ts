import { describe, expect, it } from 'vitest';
import {
  excerptAround,
  foldedTokens,
  markHits,
  neighboursOf,
  parseSearch,
  searchableWords,
} from '@/app/domain/library/searchable-words';

describe('searchableWords', () => {
  it.each([
    ['Ação, reação & CORAÇÃO!', ['acao', 'reacao', 'coracao']],
    ['A Prefeita de São João del-Rei', ['a', 'prefeita', 'de', 'sao', 'joao', 'del', 'rei']],
    ['Straße STRASSE', ['strasse']],
    ['ﬁm do e\u0301poca', ['fim', 'do', 'epoca']],
    ["d'água, um copo", ['d', 'agua', 'um', 'copo']],
    ['Привет, Ελλάς', ['привет', 'ελλας']],
    ['em 2026, 10 ou 12', ['em', '2026', '10', 'ou', '12']],
    ['R$ 1.500,00 US$ 1,500 € 2,50', ['r', '0c24', '1500', 'us', '0c20ac', '2v5']],
    ['1.234.567 12.5% 3,14159 1.5.2', ['1234567', '12v5', '0c25', '3', '14159', '1', '5', '2']],
    ['12.10.2026 às 14:30, 123.456.789-09', ['12', '10', '2026', 'as', '14', '30', '123456789', '09']],
    ['½ ½½½ ok', ['12', '121212', 'ok']],
    ['de um a as', ['de', 'um', 'a', 'as']],
    ['🎤 … — ""', []],
    ['um um reunião reunião', ['um', 'reuniao']],
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

describe('neighboursOf', () => {
  it('are the neighbours, once each', () => {
    expect(neighboursOf(foldedTokens('Bom dia, bom dia!'))).toEqual([
      ['bom', 'dia'],
      ['dia', 'bom'],
    ]);
    expect(neighboursOf(foldedTokens('só'))).toEqual([]);
  });
});

describe('parseSearch', () => {
  it.each([
    ['reuni', ['reuni*']],
    ['reuni câmara', ['reuni', 'camara*']],
    ['"reunião da câmara"', ['reuniao da camara']],
    ['“bom dia” a', ['bom dia', 'a']],
    ['a "bom dia', ['a', 'bom dia']],
    ["don't", ['don t']],
    ['R$ 1.500', ['r 0c24 1500']],
    ['R$ mil', ['r 0c24', 'mil*']],
    ['€20', ['0c20ac 20']],
    ['dia dia', ['dia', 'dia*']],
    ['a a', ['a']],
    ['', []],
  ])('%s', (asked, terms) => {
    expect(parseSearch(asked)).toEqual({ terms, dropped: [] });
  });

  it('says what it leaves out, and why', () => {
    expect(parseSearch('— reunião *').dropped).toEqual([
      { text: '—', reason: 'no-letters' },
      { text: '*', reason: 'no-letters' },
    ]);
    const many = Array.from({ length: 17 }, (_, index) => `p${index}`).join(' ');
    expect(parseSearch(many).dropped).toEqual([{ text: 'p16', reason: 'too-many' }]);
    expect(parseSearch(`${'a'.repeat(254)} fim`).dropped).toEqual([{ text: 'fim', reason: 'too-long' }]);
  });
});

describe('markHits', () => {
  const marked = (text: string, asked: string) =>
    markHits(text, parseSearch(asked).terms)
      .map(({ text: part, isHit }) => (isHit ? `[${part}]` : part))
      .join('');

  it.each([
    ['A Reunião da reunião.', 'reuniao', 'A [Reunião] da [reunião].'],
    ['Reuniões e reunião', 'reuni', '[Reuniões] e [reunião]'],
    ['pauta da pautação', 'pauta reuniao', '[pauta] da pautação'],
    ['<b>reunião</b>', 'REUNIÃO', '<b>[reunião]</b>'],
    ['nada disso', 'reunião', 'nada disso'],
    ['nada disso', 'de', 'nada disso'],
    ['Bom dia. Dia bom.', '"bom dia"', '[Bom dia]. Dia bom.'],
    ['Pagou R$ 1.500,00 a mais', 'R$ 1500', 'Pagou [R$ 1.500,00] a mais'],
    ['a casa de a', 'a de', '[a] casa [de] [a]'],
    ['', 'reunião', ''],
  ])('%s, searched for %s', (text, asked, expected) => {
    expect(marked(text, asked)).toBe(expected);
  });

  it('preserves the text', () => {
    const text = 'Ação 🎤 e\u0301 "x" — fim da ação.';
    const parts = markHits(text, parseSearch('ação').terms);
    expect(parts.map((part) => part.text).join('')).toBe(text);
  });
});

describe('excerptAround', () => {
  const long = `${'antes '.repeat(200)}reunião ${'depois '.repeat(200)}`;

  it('returns a short text unchanged', () => {
    expect(excerptAround('Uma reunião curta.', ['reuniao*'])).toBe('Uma reunião curta.');
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
