import { describe, expect, it } from 'vitest';
import type { PrintableTranscript } from '@/app/domain/transcript/export/printable-transcript';
import { HIGHLIGHT_COLORS } from '@/app/domain/transcript/transcript';
import { MARKER_COLORS } from '@/app/integrations/export/marker-colors';
import { writePdf } from '@/app/integrations/export/pdf/write-pdf';
import { printedDocument } from '../../factories/printed-document';
import { readPdf } from '../../support/pdf';
import { BEYOND_THE_FONTS, NAUGHTY } from './naughty-strings';

const made = async (document: PrintableTranscript) => readPdf(await writePdf(document));

const LONG = 'uma frase que se repete até encher a linha inteira e ir além dela';

describe('a PDF', () => {
  it('contains title, facts, speakers, times, text and page number', async () => {
    const { pages, title, language } = await made(
      printedDocument([
        { speaker: 'Pessoa A', time: '00:00:01', runs: [{ text: 'Bom dia.' }] },
        { speaker: 'Vó Conceição', time: '00:00:05', runs: [{ text: 'Então, começamos?' }] },
      ]),
    );
    expect([title, language]).toEqual(['Reunião', 'pt']);
    expect(pages.map(({ lines }) => lines)).toEqual([
      [
        'Reunião',
        'Data: 20 de nov de 2026 às 19:30',
        'Pessoa A 00:00:01',
        'Bom dia.',
        'Vó Conceição 00:00:05',
        'Então, começamos?',
        '1',
      ],
    ]);
  });

  it('restarts line numbers on each page and shows page X of Y when line numbering is on', async () => {
    const passages = Array.from({ length: 40 }, (_, index) => ({
      speaker: index % 2 ? null : 'Pessoa A',
      time: '00:00:01',
      runs: [{ text: `${LONG} ${LONG}` }],
    }));
    const { pages } = await made(printedDocument(passages, { isNumbered: true, title: 'Sessão 12' }));
    expect(pages.length).toBeGreaterThan(2);
    pages.forEach(({ lines }, index) => {
      const foot = lines.find((line) => line.startsWith('Página'));
      expect(foot).toBe(`Página ${index + 1} de ${pages.length}`);
      const numbers = lines.map((line) => /^(\d+) /.exec(line)?.[1]).filter(Boolean);
      expect(numbers).toEqual(numbers.map((_, line) => String(line + 1)));
      expect(numbers.length).toBeGreaterThan(10);
      expect(lines).toContain('Sessão 12');
    });
    expect(pages[0]!.lines.slice(2, 4)).toEqual([
      '1 Pessoa A',
      expect.stringMatching(/^2 \[00:00:01\] uma frase/),
    ]);
  });

  it('renders each highlight colour and strikethrough', async () => {
    const runs = HIGHLIGHT_COLORS.map((highlight) => ({ text: highlight, highlight }));
    const { pages } = await made(
      printedDocument([{ runs: [...runs, { text: 'tachado', struck: true }, { text: 'livre' }] }]),
    );
    expect(pages[0]!.fills.slice(0, -1)).toEqual(HIGHLIGHT_COLORS.map((color) => MARKER_COLORS[color]));
    expect(pages[0]!.fills.at(-1)).toBe('1A212B');
  });

  it('marks the space between two runs with what both share', async () => {
    const fillsOf = async (last: 'yellow' | 'blue') => {
      const runs = [
        { text: 'um', highlight: 'yellow' as const },
        { text: 'dois', highlight: last, struck: true as const },
      ];
      const { pages } = await made(printedDocument([{ runs }]));
      return pages[0]!.fills;
    };
    const { yellow, blue } = MARKER_COLORS;
    expect(await fillsOf('blue')).toEqual([yellow, blue, '1A212B']);
    expect(await fillsOf('yellow')).toEqual([yellow, yellow, yellow, '1A212B']);
  });

  it.each(NAUGHTY)('escapes %j as title, speaker and word', async (text) => {
    const { pages, title } = await made(
      printedDocument([{ speaker: text, runs: [{ text }] }], { title: text }),
    );
    expect(title).toBe(text);
    const letters = (lines: string[]) => lines.join('').replaceAll(/\s/g, '');
    const typed = letters([text]);
    expect(letters(pages[0]!.lines)).toBe(`${typed}Data:20denovde2026às19:30${typed}${typed}1`);
  });

  it.each(BEYOND_THE_FONTS)(
    'keeps %s for search and copying where its fonts lack the glyphs',
    async (text) => {
      const { pages, title } = await made(
        printedDocument([{ speaker: text, runs: [{ text: `${text} e mais` }] }], { title: text }),
      );
      expect(title).toBe(text);
      expect(pages[0]!.actualTexts).toEqual([text, text, `${text} e mais`]);
      expect(pages[0]!.lines.at(-1)).toBe('1');
    },
  );

  it('embeds subsets of its fonts', async () => {
    const file = await writePdf(printedDocument([{ speaker: 'A', runs: [{ text: 'b' }] }]));
    expect(
      readPdf(file)
        .fonts.map((name) => name.split('+')[1])
        .sort(),
    ).toEqual(['NotoSans-Bold', 'NotoSans-Regular']);
    expect(file.length).toBeLessThan(60_000);
  });

  it('is deterministic', async () => {
    const document = printedDocument([{ speaker: 'A', runs: [{ text: 'b' }] }]);
    const [one, other] = [await writePdf(document), await writePdf(document)];
    expect(Buffer.from(one).equals(Buffer.from(other))).toBe(true);
  });

  it('has one page for an empty transcript', async () => {
    expect((await made(printedDocument([]))).pages).toHaveLength(1);
    expect((await made(printedDocument([{ runs: [{ text: '' }] }], { title: '' }))).pages).toHaveLength(1);
  });

  it('keeps a heading with its text', async () => {
    const passages = Array.from({ length: 300 }, (_, index) => ({
      speaker: `Pessoa ${index}`,
      runs: [{ text: index % 3 === 0 ? `${LONG} ${LONG} ${LONG}` : 'sim' }],
    }));
    const { pages } = await made(printedDocument(passages));
    for (const { lines } of pages) expect(lines.at(-2)).not.toMatch(/^Pessoa \d+$/);
    expect(pages.length).toBeGreaterThan(10);
  });
});
