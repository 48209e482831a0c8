import { describe, expect, it } from 'vitest';
import { hideNames, pseudonymsOf } from '@/app/domain/transcript/degravacao/pseudonyms';

const hide = hideNames(
  pseudonymsOf([
    { speaker: 'A', role: '', name: 'Dra. Ana Clara de Souza' },
    { speaker: 'João Lima', role: '', name: '' },
    { speaker: 'Bia', role: '', name: 'Beatriz Souza' },
    { speaker: 'D', role: '', name: '' },
  ]),
);

describe('hideNames', () => {
  it.each([
    ['Ana Clara de Souza falou com João Lima.', 'P1 falou com P2.'],
    ['a ana, e o JOAO', 'a P1, e o P2'],
    ['Bia! Beatriz?', 'P3! P3?'],
    ['Clara-Souza', 'P1'],
    ['dona Ana e João', 'dona P1 e P2'],
    ['o casal Souza', 'o casal P1/P3'],
    ['Beatriz Souza', 'P3'],
    ['a Dra. de plantão', 'a Dra. de plantão'],
    ['Anabela, Limão, Joãozinho', 'Anabela, Limão, Joãozinho'],
    ['Pessoa A e pessoa D', 'Pessoa A e pessoa D'],
    ['', ''],
  ])('turns "%s" into "%s"', (text, hidden) => {
    expect(hide(text)).toBe(hidden);
  });

  it('changes nothing without names', () => {
    expect(hideNames(pseudonymsOf([{ speaker: 'A', role: '', name: '' }]))('a Ana')).toBe('a Ana');
  });

  it('is fast where a text is nothing but names', () => {
    const words = Array.from({ length: 50_000 }, () => 'Ana de Souza').join(' ');
    expect(hide(words)).toBe('P1');
  });
});
