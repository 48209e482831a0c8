import { inflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import type { DegravacaoBlock, DegravacaoDocument } from '@/app/domain/transcript/degravacao/document';
import { toPrintableText } from '@/app/domain/transcript/export/printable-transcript';
import { degravacaoFormats, layOutDegravacao } from '@/app/integrations/export/index.server';
import { describeInLibreOffice } from '@/tests/support/libreoffice';
import { describeWithPoppler, pdfInfo, pdfStructure, pdfText } from '@/tests/support/poppler';
import { unzip } from '@/tests/support/zip';
import { BEYOND_THE_FONTS, NAUGHTY } from './naughty-strings';

const speech = (text: string, speaker = 'Ana'): DegravacaoBlock => ({
  kind: 'speech',
  time: '00:00:01',
  speaker,
  runs: [{ text }],
});

const documentOf = (
  blocks: DegravacaoBlock[],
  about: Partial<DegravacaoDocument> = {},
): DegravacaoDocument => ({
  title: 'Ata',
  language: 'pt-BR',
  speechLanguage: 'pt-BR',
  savedAt: new Date('2026-11-20T12:00:00Z'),
  blocks: [{ kind: 'title', text: 'Ata' }, ...blocks],
  words: { page: 'Página', of: 'de' },
  ...about,
});

const pdfOf = async (document: DegravacaoDocument) =>
  Buffer.from(await degravacaoFormats.pdf.render(document));
const docxOf = async (document: DegravacaoDocument) =>
  unzip(Buffer.from(await degravacaoFormats.docx.render(document)));

it('ends no page with a heading, nor with the first of several lines of an utterance', async () => {
  const long = 'palavra '.repeat(20).trim();
  for (let before = 20; before < 34; before += 1) {
    const filling = Array.from({ length: before }, () => speech('oi'));
    const heading: DegravacaoBlock = { kind: 'heading', text: 'Parte', startsPage: false };
    const sheets = await layOutDegravacao(documentOf([...filling, heading, speech(long), speech(long)]));
    expect(sheets.length).toBeLessThan(3);
    const last = sheets[0]!.lines.at(-1)!;
    expect(last.kind, String(before)).toBe('speech');
    if (last.time !== null) expect(last.parts.at(-1)!.text, String(before)).toBe('oi');
  }
});

it('counts the lines of speech alone, anew on each page', async () => {
  const blocks = Array.from({ length: 40 }, (_, index) => speech(`fala ${index}`));
  const [first, second] = await layOutDegravacao(documentOf(blocks));
  expect(first!.lines.slice(0, 3).map(({ number }) => number)).toEqual([null, '1:1', '1:2']);
  expect(second!.lines[0]!.number).toBe('2:1');
});

describeWithPoppler('a degravação as PDF and DOCX', () => {
  it('escapes its title in the metadata', async () => {
    const title = 'A & B <i>"c"</i> ]]>';
    const pdf = await pdfOf(documentOf([], { title }));
    expect(await pdfInfo(pdf)).toContain(`Title:           ${title}\n`);
    expect(await pdfInfo(pdf, '-meta')).toContain('A &amp; B &lt;i&gt;"c"&lt;/i&gt; ]]&gt;');
    expect((await docxOf(documentOf([], { title }))).get('docProps/core.xml')!.toString()).toContain(
      '<dc:title>A &amp; B &lt;i&gt;',
    );
  });

  it('says which language is spoken, where it is another', async () => {
    const document = documentOf([speech('good morning')], { speechLanguage: 'en-US' });
    const source = (await pdfOf(document)).toString('latin1');
    expect(source.match(/\/Lang \(([\w-]+)\)/g)).toEqual(['/Lang (en-US)', '/Lang (pt-BR)']);
    expect((await docxOf(document)).get('word/styles.xml')!.toString()).toContain('<w:lang w:val="en-US"/>');
  });

  it('tells screen readers the text that its font cannot show', async () => {
    const pdf = await pdfOf(documentOf([speech('語 🙂')]));
    expect((await pdfStructure(pdf)).at(-1)!.text.trim()).toMatch(/^00:00:01 Ana:/);
    const utf16 = Buffer.from('\ufeff語 🙂 ', 'utf16le').swap16().toString('latin1');
    expect(pdf.toString('latin1')).toContain(`/S /Span\n/ActualText (${utf16})`);
    expect(await pdfText(pdf)).toContain('語 🙂');
  });

  it('has no text in its PDF that is neither structure nor artifact', async () => {
    const blocks = Array.from({ length: 40 }, () => speech('fala 語'));
    const pdf = await pdfOf(documentOf([...blocks, { kind: 'signature', text: 'Ana' }]));
    const marked = contentOf(pdf).flatMap((content) => {
      let depth = 0;
      return content.split('\n').flatMap((line) => {
        if (/\bB(DC|MC)$/.test(line)) depth += 1;
        if (line === 'EMC') depth -= 1;
        return /\bTJ$/.test(line) ? [depth > 0] : [];
      });
    });
    expect(marked.length).toBeGreaterThan(150);
    expect(marked).not.toContain(false);
  });

  it('survives hostile texts in every place', async () => {
    const texts = [...NAUGHTY, ...BEYOND_THE_FONTS].map(toPrintableText);
    const blocks = texts.flatMap((text): DegravacaoBlock[] => [
      speech(text, text),
      { kind: 'fact', label: text, value: text },
      { kind: 'signature', text },
    ]);
    const document = documentOf(blocks, { title: texts.join(' ') });
    expect(await pdfInfo(await pdfOf(document))).toMatch(/Tagged: +yes/);
    expect((await docxOf(document)).get('word/document.xml')!.toString()).toContain('</w:document>');
  });
});

/** The instructions that draw the pages. */
const contentOf = (pdf: Buffer): string[] =>
  [...pdf.toString('latin1').matchAll(/\/FlateDecode\s*>>\s*stream\n(.*?)\nendstream/gs)]
    .map(([, stream]) => inflateSync(Buffer.from(stream!, 'latin1')).toString('latin1'))
    .filter((content) => content.includes(' Tf\n'));

describeInLibreOffice('the pages of a degravação in LibreOffice', (open) => {
  it('have the lines of the PDF, under the same numbers', async () => {
    const words = ['Excelência,', 'não', 'AVMW', 'i', 'depoimento', 'l', 'ínterim'];
    const said = (index: number) =>
      Array.from({ length: 10 + ((index * 37) % 90) }, (_, at) => words[(at * index) % 7]).join(' ');
    const document = documentOf([
      { kind: 'heading', text: 'Degravação', startsPage: true },
      ...Array.from({ length: 80 }, (_, index) => speech(said(index))),
    ]);
    const ours = citationsIn(await pdfText(await pdfOf(document)), /^ *\d+:(\d+) +/);
    const docx = await degravacaoFormats.docx.render(document);
    const theirs = citationsIn(await pdfText(await open(docx, 'pdf')), /^ *(\d+) {2,}/);
    expect(ours.length).toBeGreaterThan(250);
    expect(theirs).toEqual(ours);
  });
});

/** The lines that are counted, with page and number. @param counted finds the number before a line */
const citationsIn = (text: string, counted: RegExp): string[] =>
  text.split('\f').flatMap((page, index) =>
    page.split('\n').flatMap((line) => {
      const [before, number] = counted.exec(line) ?? [];
      if (before === undefined) return [];
      return [
        `${index + 1}:${number} ${line
          .slice(before.length)
          .replace(/^[\d:]{8} +/, '')
          .trimEnd()}`,
      ];
    }),
  );
