const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** No letter has so many units; one that a machine made may be divided. */
const WINDOW = 512;

/**
 * What a reader sees as characters, one by one. Read through a window, since each step of a segmenter costs the
 * length of the whole text.
 */
export function* charactersOf(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    const isLast = from + WINDOW >= text.length;
    const cut = text.slice(from, from + WINDOW);
    // Half a code point would end the character before it, which the whole one may belong to.
    const window = isLast ? cut : cut.replace(/[\ud800-\udbff]$/, '');
    const characters = Array.from(graphemes.segment(window), ({ segment }) => segment);
    // The last one may go on behind the window.
    if (!isLast && characters.length > 1) characters.pop();
    yield* characters;
    from += characters.reduce((length, character) => length + character.length, 0);
  }
}
