/** Generates a text of the given length in characters. */
export type Shape = (letters: number) => string;

const filled = (unit: string, letters: number) =>
  unit.repeat(Math.ceil(letters / unit.length)).slice(0, letters);

const repeated =
  (unit: string): Shape =>
  (letters) =>
    filled(unit, letters);

/** Something opened but not closed, or closed in an unexpected way. */
const between =
  (start: string, unit: string, end: string): Shape =>
  (letters) =>
    start + filled(unit, Math.max(0, letters - start.length - end.length)) + end;

/** Numbered names or words, all different. */
const numbered =
  (before: string, after: string): Shape =>
  (letters) => {
    const parts: string[] = [];
    for (let length = 0, index = 0; length < letters; index += 1) {
      const part = before + index.toString(36) + after;
      parts.push(part);
      length += part.length;
    }
    return parts.join('').slice(0, letters);
  };

/**
 * Inputs that make parsers slow: repetition, nesting, unclosed constructs, long names, escapes, combining
 * marks.
 */
export const SHAPES: Record<string, Shape> = {
  'one letter': repeated('a'),
  'one capital': repeated('É'),
  words: repeated('a b '),
  'words, none twice': numbered('w', ' '),
  'lines of one letter': repeated('a\n'),
  'carriage returns': repeated('\r'),
  'spaces between letters': between('x', ' ', 'x'),
  'dots between letters': between('x', '.', 'x'),
  'stops between letters': between('x', '!"', 'x'),
  commas: repeated(','),
  semicolons: repeated(';='),
  equals: repeated('='),
  ampersands: repeated('&'),
  'one field': repeated('a&'),
  'a field with a value': repeated('name=1&'),
  'fields, none twice': numbered('f', '=1&'),
  brackets: repeated('['),
  'brackets of fields': repeated('a[0].'),
  braces: repeated('{'),
  parentheses: repeated('('),
  'brackets that close nothing': repeated(']('),
  'braces that close nothing': repeated(']{'),
  'links that never end': repeated('[a]('),
  'looks that never end': repeated('[a]{'),
  'quotes of strings': repeated('"'),
  'objects in objects': repeated('{"a":'),
  'keys, none twice': between('{', '"k":1,', ''),
  backslashes: repeated('\\'),
  'escaped letters': repeated('\\u0301'),
  stars: repeated('*'),
  'pairs of stars': repeated('**a'),
  underscores: repeated('_'),
  tildes: repeated('~~a'),
  'marks of quotes': repeated('> '),
  'items, ever deeper': between('', '  - a\n    ', ''),
  indents: between('', '  ', '- a'),
  numbers: repeated('1'),
  'numbers of items': repeated('1. '),
  'alignments that never end': repeated(':-'),
  'tags that never end': repeated('<a '),
  'tags that stay open': repeated('<b>'),
  'lists in lists': repeated('<ul><li>'),
  'ends of what never began': repeated('</p>'),
  'attributes, none twice': between('<a ', 'x="" ', '>'),
  'styles that never end': between('<p style="', 'a:b;', '">'),
  'comments that never end': repeated('<!--'),
  entities: repeated('&amp'),
  'percent signs': repeated('%'),
  'percent escapes': repeated('%41'),
  'escapes of half a letter': repeated('%C3'),
  plus: repeated('+'),
  slashes: repeated('/'),
  'steps upward': repeated('../'),
  'marks in disorder': between('a', '\u0301\u0323', ''),
  'marks that go to the front': (letters) => filled('\u0345', letters / 2) + filled('\u0334', letters / 2),
  'sound marks in disorder': repeated('\uff9e\u0334'),
  'joined people': repeated('👩\u200d'),
  flags: repeated('🇧🇷'),
  'halves of characters': repeated('\ud83d'),
  syllables: repeated('\u1100\u1161\u11a8'),
  'characters that cannot be seen': repeated('\u202e\u200b'),
  nulls: repeated('\0'),
  addresses: repeated('https://'),
  'addresses of mail': repeated('a@'),
  'dots of mail': between('a@', 'a.', 'com'),
  browsers: repeated('Version/ '),
  ranges: between('bytes=', '0-', ''),
};
