import { describe, expect, it } from 'vitest';
import { MARKERS } from '@/app/domain/document/formats';
import { MARKER_COLORS } from '@/app/integrations/export/marker-colors';
import { FAMILY_NAMES, INK_COLORS } from '@/app/integrations/export/rich/styles';
import { writeDocx } from '@/app/integrations/export/rich/write-docx';
import { writePdf } from '@/app/integrations/export/rich/write-pdf';
import { writeTxt } from '@/app/integrations/export/rich/write-txt';
import { EVERY_FORMAT, richDocument } from '../../factories/rich-document';
import { readPdf } from '../../support/pdf';
import { unzip } from '../../support/zip';
import { BEYOND_THE_FONTS, NAUGHTY } from './naughty-strings';

const whole = richDocument(EVERY_FORMAT);
const OWN_PLACE = 'https://celeste.example/transcriptions/abcdefghijklmnopqrstuv?t=12#t';

describe('a document as plain text', () => {
  it('contains headings, lists and link URLs', () => {
    const text = writeTxt(whole);
    expect(text).toMatch(/^Ata\n\n\nAta da reunião\n=+\n\nPauta\n-+\n/);
    expect(text).toContain(`site <https://example.com/?a=1&b=2> em 00:00:12 <${OWN_PLACE}>`);
    expect(text).toContain('• um\n  1. dois\n  2. três\n');
  });
});

describe('a document as a Word document', () => {
  const partOf = async (name: string) => {
    const files = unzip(Buffer.from(await writeDocx(whole)));
    return files.get(name)!.toString();
  };

  it('keeps headings, alignments, lists and links as native Word elements', async () => {
    const xml = await partOf('word/document.xml');
    for (const level of [1, 2, 3]) expect(xml).toContain(`<w:pStyle w:val="Heading${level}"/>`);
    for (const align of ['center', 'right', 'both']) expect(xml).toContain(`<w:jc w:val="${align}"/>`);
    expect(xml).toContain('<w:pStyle w:val="Quote"/>');
    expect(xml.match(/<w:ilvl w:val="1"\/>/g)).toHaveLength(2);
    const links = await partOf('word/_rels/document.xml.rels');
    expect(links).toContain('Target="https://example.com/?a=1&amp;b=2"');
    expect(links).toContain(`Target="${OWN_PLACE}"`);
  });

  it('keeps the formatting of text', async () => {
    const xml = await partOf('word/document.xml');
    const run = /<w:r>(?:(?!<\/w:r>).)*grande.*?<\/w:r>/s.exec(xml)![0];
    expect(run).toContain(FAMILY_NAMES.lato);
    expect(run).toContain('<w:sz w:val="72"/>');
    expect(run).toContain(`<w:color w:val="${INK_COLORS.red}"/>`);
    expect(run).toContain(`w:fill="${MARKER_COLORS.yellow}"`);
    for (const sign of ['<w:b/>', '<w:i/>', '<w:strike/>', '<w:u w:val="single"/>'])
      expect(xml).toContain(sign);
    for (const family of Object.values(FAMILY_NAMES)) expect(xml).toContain(`w:ascii="${family}"`);
  });
});

describe('a document as a PDF', () => {
  it('keeps every format, in embedded fonts', async () => {
    const bytes = await writePdf(whole);
    const file = readPdf(bytes);
    const [page] = file.pages;
    const text = page!.lines.join('\n');
    for (const letters of ['Ata da reunião', 'Pauta', 'negrito', '00:00:12', '•', '1.', '2.', 'Disse isto.'])
      expect(text).toContain(letters);
    for (const family of ['Ubuntu', 'Raleway', 'Roboto', 'Montserrat', 'Lato', 'Rubik'])
      expect(file.fonts.some((name) => name.includes(family))).toBe(true);
    expect(page!.fills).toContain(MARKER_COLORS.yellow);
    const source = Buffer.from(bytes).toString('latin1');
    expect(source).toContain('(https://example.com/?a=1&b=2)');
    expect(source).toContain(`(${OWN_PLACE})`);
    expect(source).toContain('/Outlines');
    expect(file.language).toBe('pt-BR');
  });

  it('breaks pages, divides long words, and keeps lines within the margins', async () => {
    const long = 'uma frase que se repete '.repeat(600);
    const paragraphs = (['center', 'justify', undefined] as const).map((align) => ({
      kind: 'paragraph' as const,
      align,
      runs: [{ text: long }, { text: 'x'.repeat(400), size: '48' }],
    }));
    expect(readPdf(await writePdf(richDocument(paragraphs))).pages.length).toBeGreaterThan(9);
  });
});

it.each([...NAUGHTY, ...BEYOND_THE_FONTS])('escapes %s in every file format', async (text) => {
  const document = richDocument(
    [
      {
        kind: 'paragraph',
        runs: [
          { text, family: 'rubik' },
          { text, marker: MARKERS[0] },
        ],
      },
    ],
    { title: text },
  );
  expect(writeTxt(document)).toContain(document.text[0]!.runs[0]!.text);
  expect(readPdf(await writePdf(document)).pages).toHaveLength(1);
  const xml = unzip(Buffer.from(await writeDocx(document)))
    .get('word/document.xml')!
    .toString();
  expect(xml).not.toMatch(/<script|<img/);
});
