import { describe, expect, it } from 'vitest';
import { glossarySchema, MAX_TERMS, withNames } from '@/app/domain/library/glossary';
import { acceptSuggestion, createSuggester, phoneticKey } from '@/app/domain/library/suggest-terms';

describe('suggestions', () => {
  it.each([
    ['hoje a selesti falou', 'Celeste', [2, 'selesti']],
    ['a celeste, claro.', 'Celeste', [1, 'celeste']],
    ['fomos ao bra desco ontem', 'Bradesco', [2, 'bra desco']],
    ['com a Ana Luiza, depois', 'Ana Luísa', [2, 'Ana Luiza']],
    ['o senhor Wagner chegou', 'Vágner', [2, 'Wagner']],
    ['o kubernets caiu', 'Kubernetes', [1, 'kubernets']],
    ['falamos de açucar e café', 'açúcar', [2, 'açucar']],
    ['o phelipe sabe', 'Felipe', [1, 'phelipe']],
  ])('finds in %j: %s', (text, term, [from, heard]) => {
    expect(createSuggester([term])(text)).toEqual([
      { from, count: String(heard).split(' ').length, heard, term },
    ]);
  });

  it.each([
    ['a Celeste falou', 'Celeste'],
    ['a sentença e o pedido', 'Celeste'],
    ['ele e ela', 'Lé'],
    ['— … !', 'Celeste'],
    ['com a Ana Luísa', 'Ana Luísa'],
    ['a mana Luísa', 'Ana Luísa'],
    ['pausa', 'causa'],
    ['', 'Celeste'],
  ])('finds nothing in %j for %s', (text, term) => {
    expect(createSuggester([term])(text)).toEqual([]);
  });

  it('does not replace another term of the glossary', () => {
    expect(createSuggester(['Celeste', 'Selesti'])('a Selesti e a Celeste')).toEqual([]);
  });

  it('keep the punctuation when accepted, and fail when the words have changed', () => {
    const text = 'Foi a  "ana luiza", sim.';
    const [suggestion] = createSuggester(['Ana Luísa'])(text);
    expect(acceptSuggestion(text, suggestion!)).toBe('Foi a  "Ana Luísa", sim.');
    expect(acceptSuggestion('Foi outra pessoa, sim.', suggestion!)).toBeNull();
  });

  it('match spelling variants of one sound', () => {
    expect(phoneticKey('Machado')).toBe(phoneticKey('maxado'));
    expect(phoneticKey('Sousa')).toBe(phoneticKey('Souza'));
    expect(phoneticKey('Thiago')).toBe(phoneticKey('Tiago'));
    expect(phoneticKey('Sousa')).not.toBe(phoneticKey('Lousa'));
  });
});

describe('the names of guests', () => {
  it('come after the terms of the owner, as far as a recognizer accepts them', () => {
    const names = ['Bia Lopes', 'TCU', 'um dois três quatro cinco seis sete', 'a'.repeat(61)];
    expect(withNames(['TCU', 'PNAB'], names)).toEqual(['TCU', 'PNAB', 'Bia Lopes']);
    const full = Array.from({ length: MAX_TERMS }, (_, index) => `termo ${index}`);
    expect(withNames(full, names)).toEqual(full);
  });
});

describe('the form', () => {
  const parse = (terms: string) => glossarySchema.safeParse({ submissionId: crypto.randomUUID(), terms });
  const line = (index: number) => `termo ${index}`;

  it('accepts one term per line, cleaned and without duplicates', () => {
    expect(parse(' Celeste \r\n\r\nAna\u00a0 Luísa\nCeleste\u200b').data?.terms).toEqual([
      'Celeste',
      'Ana Luísa',
    ]);
    expect(parse('').data?.terms).toEqual([]);
  });

  it.each([
    [Array.from({ length: MAX_TERMS + 1 }, (_, index) => line(index)).join('\n'), 'glossary.too-many'],
    ['x'.repeat(61), 'glossary.term-too-long'],
    ['a b c d e f g', 'glossary.term-too-long'],
  ])('rejects too many or too long terms', (terms, code) => {
    expect(parse(terms).error?.issues[0]?.message).toBe(code);
  });
});
