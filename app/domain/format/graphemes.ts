const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Window size in UTF-16 units. No genuine grapheme is that long; a machine-made one may be split. */
const WINDOW = 512;

/** Uses a window, since each step of a segmenter costs the length of the whole text. */
export function* graphemesOf(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    const isLast = from + WINDOW >= text.length;
    const cut = text.slice(from, from + WINDOW);
    // Half a surrogate pair would end the previous grapheme, to which the whole code point may belong.
    const window = isLast ? cut : cut.replace(/[\ud800-\udbff]$/, '');
    const characters = Array.from(graphemes.segment(window), ({ segment }) => segment);
    // The last grapheme may continue after the window.
    if (!isLast && characters.length > 1) characters.pop();
    yield* characters;
    from += characters.reduce((length, character) => length + character.length, 0);
  }
}
