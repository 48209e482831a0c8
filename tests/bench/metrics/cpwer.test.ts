import { describe, expect, it } from 'vitest';
import { concatenatedWordErrors } from './cpwer';

const reference = [
  { speaker: 'Ana', text: 'bom dia' },
  { speaker: 'Rui', text: 'olá' },
  { speaker: 'Ana', text: 'tudo bem' },
];

describe('concatenatedWordErrors', () => {
  it('the same turns with other speaker names: 0 of 5 = 0 %', () => {
    const heard = reference.map(({ speaker, text }) => ({ speaker: speaker === 'Ana' ? 'B' : 'A', text }));
    expect(concatenatedWordErrors(reference, heard)).toEqual({ errors: 0, words: 5, percent: 0 });
  });

  it('all words right but one speaker: pair "bom dia tudo bem" with "bom dia olá tudo bem" = 1 insertion, Rui unpaired = 1 deletion, 2 of 5 = 40 %', () => {
    const heard = reference.map(({ text }) => ({ speaker: 1, text }));
    expect(concatenatedWordErrors(reference, heard)).toEqual({ errors: 2, words: 5, percent: 40 });
  });

  it('a turn with the wrong speaker counts twice: 2 deletions of "tudo bem" for Ana, 2 insertions for Rui, 4 of 5 = 80 %', () => {
    const heard = [
      { speaker: 0, text: 'bom dia' },
      { speaker: 1, text: 'olá tudo bem' },
    ];
    expect(concatenatedWordErrors(reference, heard)).toEqual({ errors: 4, words: 5, percent: 80 });
  });

  it('one speaker recognized as two: the smaller half counts as deleted and inserted, 2 + 2 of 5 = 80 %', () => {
    const heard = [
      { speaker: 0, text: 'bom dia' },
      { speaker: 1, text: 'olá' },
      { speaker: 2, text: 'tudo bem' },
    ];
    expect(concatenatedWordErrors(reference, heard).errors).toBe(4);
  });

  it('an empty hypothesis: all 5 words are deleted = 100 %', () => {
    expect(concatenatedWordErrors(reference, [])).toEqual({ errors: 5, words: 5, percent: 100 });
  });
});
