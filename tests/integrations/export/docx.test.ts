import { describe, expect, it } from 'vitest';
import type { Paragraph } from '@/app/domain/document/rich-text';
import type { PrintableTranscript } from '@/app/domain/transcript/export/printable-transcript';
import { MARKER_COLORS } from '@/app/integrations/export/marker-colors';
import { writeDocx as writeRichDocx } from '@/app/integrations/export/rich/write-docx';
import { writeDocx } from '@/app/integrations/export/write-docx';
import { printedDocument } from '../../factories/printed-document';
import { EVERY_FORMAT, richDocument } from '../../factories/rich-document';
import { describeInBrowser } from '../../support/browser';
import { describeInLibreOffice } from '../../support/libreoffice';
import { unzip } from '../../support/zip';
import { BEYOND_THE_FONTS, NAUGHTY } from './naughty-strings';

const EVERY_NAUGHTY = [...NAUGHTY, ...BEYOND_THE_FONTS];

async function parts(document: PrintableTranscript): Promise<(name: string) => string> {
  const files = unzip(Buffer.from(await writeDocx(document)));
  return (name) => files.get(name)!.toString();
}

const unescaped = (xml: string) =>
  xml
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');

/** The texts of a document part, paragraph by paragraph. */
const paragraphsOf = (xml: string) =>
  [...xml.matchAll(/<w:p>(.*?)<\/w:p>/gs)].map(([, paragraph]) =>
    unescaped([...paragraph!.matchAll(/<w:t[^>]*>(.*?)<\/w:t>/gs)].map(([, text]) => text).join('')),
  );

const naughty = printedDocument(
  EVERY_NAUGHTY.map((text) => ({
    speaker: text,
    time: '00:00:01',
    runs: [{ text }, { text, struck: true }],
  })),
  { title: EVERY_NAUGHTY.join(' '), isNumbered: true },
);

describe('a Word document', () => {
  it('contains title, facts, speakers, times and text', async () => {
    const part = await parts(
      printedDocument([
        { speaker: 'Vó Conceição', time: '00:00:01', runs: [{ text: 'Bom dia.' }] },
        { runs: [{ text: 'Então?' }] },
      ]),
    );
    const xml = part('word/document.xml');
    expect(paragraphsOf(xml)).toEqual([
      'Reunião',
      'Data: 20 de nov de 2026 às 19:30',
      'Vó Conceição  00:00:01',
      'Bom dia.',
      'Então?',
    ]);
    expect(xml).not.toContain('w:lnNumType');
    expect(part('docProps/core.xml')).toContain('<dc:title>Reunião</dc:title>');
    expect(part('word/styles.xml')).toContain('w:val="pt-BR"');
  });

  it('numbers lines and shows page X of Y when line numbering is on', async () => {
    const part = await parts(
      printedDocument([{ speaker: 'Pessoa A', time: '00:00:01', runs: [{ text: 'Bom dia.' }] }], {
        isNumbered: true,
      }),
    );
    const xml = part('word/document.xml');
    expect(xml).toMatch(/<w:lnNumType [^>]*w:restart="newPage"/);
    expect(paragraphsOf(xml).slice(2)).toEqual(['Pessoa A', '[00:00:01] Bom dia.']);
    expect(xml.match(/<w:suppressLineNumbers\/>/g)).toHaveLength(2);
    const footers = ['word/footer1.xml', 'word/footer2.xml'].map(part);
    for (const footer of footers) {
      expect(paragraphsOf(footer)).toEqual(['Página  de ']);
      expect(footer).toContain('>PAGE<');
      expect(footer).toContain('>NUMPAGES<');
      expect(footer).toContain('<w:suppressLineNumbers/>');
    }
    expect(paragraphsOf(part('word/header1.xml'))).toEqual(['Reunião']);
  });

  it('renders highlight and strikethrough', async () => {
    const part = await parts(
      printedDocument([
        {
          runs: [
            { text: 'um', highlight: 'gray40' },
            { text: 'dois', struck: true },
          ],
        },
      ]),
    );
    const runs = part('word/document.xml')
      .split('<w:r>')
      .filter((run) => />(um|dois)</.test(run));
    expect(runs[0]).toContain(`<w:shd w:fill="${MARKER_COLORS.gray40}" w:val="clear"/>`);
    expect(runs[0]).not.toContain('w:strike');
    expect(runs[1]).toContain('<w:strike/>');
    expect(runs[1]).not.toContain('w:shd');
  });

  it('marks the space between two runs with what both share', async () => {
    const part = await parts(
      printedDocument([
        {
          runs: [
            { text: 'um', highlight: 'yellow' },
            { text: 'dois', highlight: 'yellow', struck: true },
            { text: 'três', struck: true },
            { text: 'quatro' },
          ],
        },
      ]),
    );
    const spaces = part('word/document.xml')
      .split('<w:r>')
      .filter((run) => /<w:t[^>]*> </.test(run));
    const shading = `<w:shd w:fill="${MARKER_COLORS.yellow}" w:val="clear"/>`;
    expect(spaces.map((run) => [run.includes(shading), run.includes('<w:strike/>')])).toEqual([
      [true, false],
      [false, true],
      [false, false],
    ]);
  });

  it('escapes title, speaker and words', async () => {
    const part = await parts(naughty);
    const [title, , ...said] = paragraphsOf(part('word/document.xml'));
    expect(title).toBe(naughty.title);
    expect(said).toEqual(EVERY_NAUGHTY.flatMap((text) => [text, `[00:00:01] ${text} ${text}`]));
    expect(unescaped(/<dc:title>(.*?)<\/dc:title>/s.exec(part('docProps/core.xml'))![1]!)).toBe(
      naughty.title,
    );
  });
});

describeInBrowser('a Word document, read by an XML parser,', (browser) => {
  it('has well-formed XML in all its parts', async () => {
    const files = unzip(Buffer.from(await writeDocx(naughty)));
    const page = await browser().newPage();
    for (const [name, file] of [...files].filter(([name]) => !name.endsWith('/'))) {
      const problem = await page.evaluate(
        (xml) =>
          new DOMParser().parseFromString(xml, 'application/xml').querySelector('parsererror')?.textContent,
        file.toString(),
      );
      expect([name, problem]).toEqual([name, undefined]);
    }
    await page.close();
  });
});

describeInLibreOffice('in LibreOffice', (open) => {
  const textOf = async (file: Uint8Array) => (await open(file, 'txt:Text (encoded):UTF8')).toString();

  it('opens a transcript with every letter', async () => {
    const text = await textOf(await writeDocx(naughty));
    for (const typed of NAUGHTY) expect(text).toContain(typed);
  });

  it('opens a document with every format and every letter', async () => {
    const typed = NAUGHTY.map((text): Paragraph => ({ kind: 'paragraph', runs: [{ text }] }));
    const document = richDocument([...EVERY_FORMAT, ...typed]);
    const text = await textOf(await writeRichDocx(document));
    const words = document.text.flatMap(({ runs }) => runs.map((run) => run.text.trim()));
    for (const word of words) expect(text).toContain(word);
  });
});
