import { describe, expect, it } from 'vitest';
import { concatenatedWordErrors } from './cpwer';

const reference = [
  { speaker: 'Ana', text: 'bom dia' },
  { speaker: 'Rui', text: 'olá' },
  { speaker: 'Ana', text: 'tudo bem' },
];

describe('concatenatedWordErrors', () => {
  it('same turns under other names: 0 of 5 = 0 %', () => {
    const heard = reference.map(({ speaker, text }) => ({ speaker: speaker === 'Ana' ? 'B' : 'A', text }));
    expect(concatenatedWordErrors(reference, heard)).toEqual({ errors: 0, words: 5, percent: 0 });
  });

  it('all words right but one speaker: pair "bom dia tudo bem" with "bom dia olá tudo bem" = 1 insertion, Rui unpaired = 1 deletion, 2 of 5 = 40 %', () => {
    const heard = reference.map(({ text }) => ({ speaker: 1, text }));
    expect(concatenatedWordErrors(reference, heard)).toEqual({ errors: 2, words: 5, percent: 40 });
  });

  it('a turn with the wrong speaker costs twice: Ana lacks "tudo bem" (2), Rui has it too many (2), 4 of 5 = 80 %', () => {
    const heard = [
      { speaker: 0, text: 'bom dia' },
      { speaker: 1, text: 'olá tudo bem' },
    ];
    expect(concatenatedWordErrors(reference, heard)).toEqual({ errors: 4, words: 5, percent: 80 });
  });

  it('one speaker heard as two: the smaller half counts as deleted and inserted, 2 + 2 of 5 = 80 %', () => {
    const heard = [
      { speaker: 0, text: 'bom dia' },
      { speaker: 1, text: 'olá' },
      { speaker: 2, text: 'tudo bem' },
    ];
    expect(concatenatedWordErrors(reference, heard).errors).toBe(4);
  });

  it('nothing heard: all 5 words are missing = 100 %', () => {
    expect(concatenatedWordErrors(reference, [])).toEqual({ errors: 5, words: 5, percent: 100 });
  });
});
