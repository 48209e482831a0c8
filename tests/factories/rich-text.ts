import fc from 'fast-check';
import {
  ALIGNMENTS,
  FONT_FAMILIES,
  FONT_SIZES,
  KINDS,
  MARKERS,
  TEXT_COLORS,
} from '@/app/domain/document/formats';
import { normalise, type Paragraph, type RichText, type Run } from '@/app/domain/document/rich-text';
import { sanitiseLink } from '@/app/domain/document/sanitise-link';

/** Characters that are syntax in some format, beside ordinary and unusual ones. */
const SIGNS = [
  ...'*_~[](){}\\#>-:.) 1\'"&<>`|!=/',
  ...[
    '**',
    '__',
    '~~',
    '  ',
    '1. ',
    '- ',
    '# ',
    ':-: ',
    '--: ',
    '](',
    ']{',
    'ç',
    'ã',
    '日',
    '👩‍👧',
    '\u00a0',
    '\t',
  ],
];

const letters = fc
  .array(fc.oneof(fc.constantFrom(...SIGNS), fc.string({ unit: 'grapheme', maxLength: 6 })), { maxLength: 8 })
  .map((parts) => parts.join(''));

const maybe = <Value>(values: readonly Value[]) =>
  fc.option(fc.constantFrom(...values), { nil: undefined, freq: 2 });

const link = fc.oneof(
  fc.constantFrom('https://example.com/a_b?c=(d)&e=%20', 'mailto:ana@example.com', 'http://x.org/*[y]*'),
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  fc.constant('/transcriptions/abcdefghijklmnopqrstuv?t=12.5#t'),
);

const run: fc.Arbitrary<Run> = fc.record({
  text: letters,
  bold: maybe([true] as const),
  italic: maybe([true] as const),
  underline: maybe([true] as const),
  strike: maybe([true] as const),
  family: maybe(FONT_FAMILIES),
  size: maybe(FONT_SIZES),
  ink: maybe(TEXT_COLORS),
  marker: maybe(MARKERS),
  link: fc.option(
    link.map((address) => sanitiseLink(address)!),
    { nil: undefined, freq: 2 },
  ),
});

const paragraph: fc.Arbitrary<Paragraph> = fc.record({
  kind: fc.constantFrom(...KINDS),
  align: maybe(ALIGNMENTS),
  indent: fc.nat(6),
  runs: fc.array(run, { maxLength: 5 }),
});

/** Arbitrary documents with every format and with characters that are hard to escape. */
export const richTexts: fc.Arbitrary<RichText> = fc.array(paragraph, { maxLength: 12 }).map(normalise);
