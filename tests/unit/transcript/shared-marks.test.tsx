import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UtteranceText } from '@/app/components/transcript/UtteranceText';
import { encodeMarks, type MarkedWord } from '@/app/domain/transcript/rewrite-utterances';
import { sharedMarks } from '@/app/domain/transcript/shared-marks';
import { HIGHLIGHT_COLORS } from '@/app/domain/transcript/transcript';
import { render } from '@/tests/support/render';

const words = fc.array(
  fc.record({
    text: fc.stringMatching(/^[a-zá-ú]{1,6}$/),
    highlight: fc.constantFrom(undefined, ...HIGHLIGHT_COLORS.slice(0, 2)),
    struck: fc.constantFrom(undefined, true as const),
  }),
  { minLength: 1, maxLength: 8 },
);

/** The characters of markup, each with its colour and whether it is struck. */
function shownCharacters(markup: string): [character: string, color: string, isStruck: boolean][] {
  let [color, isStruck] = ['', false];
  const characters: [string, string, boolean][] = [];
  for (const [token] of markup.matchAll(/<[^>]*>|[^<]/g)) {
    if (token.startsWith('<mark')) color = /data-color="(\w+)"/.exec(token)![1]!;
    else if (token === '</mark>') color = '';
    else if (token === '<s>') isStruck = true;
    else if (token === '</s>') isStruck = false;
    else if (!token.startsWith('<')) characters.push([token, color, isStruck]);
  }
  return characters;
}

const marked = (
  text: string,
  { highlight = '', struck = false }: Partial<Record<keyof MarkedWord, unknown>>,
) => [...text].map((character) => [character, highlight, struck]);

describe('the space between two marked words', () => {
  it('has the marks that both have, and no other', () => {
    expect(sharedMarks({ highlight: 'blue', struck: true }, { highlight: 'blue' })).toEqual({
      highlight: 'blue',
    });
    expect(sharedMarks({ highlight: 'blue', struck: true }, { highlight: 'red', struck: true })).toEqual({
      struck: true,
    });
    expect(sharedMarks({ highlight: 'blue' }, { struck: true })).toEqual({});
    expect(sharedMarks({}, {})).toEqual({});
  });

  it('is shown so on the page of a transcript', async () => {
    await fc.assert(
      fc.asyncProperty(words, async (given) => {
        const text = given.map((word) => word.text).join(' ');
        const markup = await render(<UtteranceText text={text} marks={encodeMarks(given)} />);
        expect(shownCharacters(markup)).toEqual(
          given.flatMap((word, index) => {
            const before = given[index - 1];
            return [...(before ? marked(' ', sharedMarks(before, word)) : []), ...marked(word.text, word)];
          }),
        );
      }),
      { numRuns: 60 },
    );
  });
});
