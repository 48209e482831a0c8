import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';
import { AlignmentType, Document, Footer, HeadingLevel, Packer, PageNumber, Paragraph, TextRun } from 'docx';
import PDFDocument from 'pdfkit';
import type { Kind } from '@/app/domain/document/formats';
import type { PrintableDocument } from '@/app/domain/document/printable-document';
import type { PrintableTranscript } from '@/app/domain/transcript/export/printable-transcript';
import { MARKER_COLORS } from '@/app/integrations/export/marker-colors';
import { writePdf } from '@/app/integrations/export/pdf/write-pdf';
import { fontFile } from '@/app/integrations/export/rich/fonts';
import { INK_COLORS, POINTS } from '@/app/integrations/export/rich/styles';
import { writeDocx as writeRichDocx } from '@/app/integrations/export/rich/write-docx';
import { writePdf as writeRichPdf } from '@/app/integrations/export/rich/write-pdf';
import { writeDocx } from '@/app/integrations/export/write-docx';
import { printedDocument } from '../factories/printed-document';
import { richDocument } from '../factories/rich-document';
import { Random } from '../soak/random';
import { longDocument } from './long-document';

/**
 * Child process: generates one file of a transcript or a document and prints the CPU milliseconds, the peak
 * memory and the file's size, of the last of several runs. `ours`, or `bare`: the library alone, used as in its examples.
 */
const [who, kind, format, size, runs] = process.argv.slice(2);

const fonts = createRequire(import.meta.url);

async function barePdf({ title, facts, passages: said }: PrintableTranscript): Promise<Uint8Array> {
  const pdf = new PDFDocument({ size: 'A4', margin: 72 });
  pdf.registerFont(
    'regular',
    fonts.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
  );
  pdf.registerFont('bold', fonts.resolve('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf'));
  const file = buffer(pdf);
  pdf.font('bold', 18).text(title);
  for (const { label, value } of facts) pdf.font('regular', 9.5).text(`${label}: ${value}`);
  for (const { speaker, time, runs } of said) {
    pdf.moveDown().font('bold', 10.5).text(`${speaker} `, { continued: true }).font('regular').text(time!);
    pdf.text(runs[0]!.text);
  }
  pdf.end();
  return file;
}

function bareDocx({ title, facts, passages: said }: PrintableTranscript): Promise<Uint8Array> {
  const children = [
    new Paragraph({ text: title, heading: HeadingLevel.TITLE }),
    ...facts.map(({ label, value }) => new Paragraph(`${label}: ${value}`)),
    ...said.flatMap(({ speaker, time, runs }) => [
      new Paragraph({ children: [new TextRun({ text: speaker!, bold: true }), new TextRun(`  ${time}`)] }),
      new Paragraph(runs[0]!.text),
    ]),
  ];
  const place = new Paragraph({
    alignment: AlignmentType.CENTER,
    children: [new TextRun({ children: [PageNumber.CURRENT] })],
  });
  return Packer.toBuffer(
    new Document({ sections: [{ footers: { default: new Footer({ children: [place] }) }, children }] }),
  );
}

/** Turns of 60 words from a vocabulary of about 6,000, with Zipf-like frequencies. */
function speech(turns: number): PrintableTranscript {
  const random = new Random(1);
  const syllables = [
    'ca',
    'ção',
    'de',
    'men',
    'te',
    'são',
    'pre',
    'si',
    'den',
    'lha',
    'vê',
    'rio',
    'ou',
    'nós',
  ];
  const word = () => {
    let rank = Math.floor(6000 ** random.next());
    let text = '';
    for (; rank > 0; rank = Math.floor(rank / syllables.length)) text += syllables[rank % syllables.length];
    return text;
  };
  return printedDocument(
    Array.from({ length: turns }, (_, turn) => ({
      speaker: `Pessoa ${'AB'[turn % 2]}`,
      time: '00:00:01',
      runs: [{ text: Array.from({ length: 60 }, word).join(' ') }],
    })),
  );
}

async function bareRichPdf({ text }: PrintableDocument): Promise<Uint8Array> {
  const pdf = new PDFDocument({ size: 'A4', margin: 72 });
  const file = buffer(pdf);
  for (const { kind, runs } of text) {
    pdf.fontSize(POINTS[kind]);
    runs.forEach((run, index) => {
      const { bold = false, italic = false, family = 'noto', underline, strike, ink, link } = run;
      pdf.font(fontFile({ family, bold: bold || /^h/.test(kind), italic }));
      pdf.fillColor(`#${ink ? INK_COLORS[ink] : '000000'}`).text(run.text, {
        continued: index < runs.length - 1,
        underline: underline ?? false,
        strike: strike ?? false,
        ...(link && { link }),
      });
    });
    pdf.moveDown(0.5);
  }
  pdf.end();
  return file;
}

const BARE_HEADINGS: Partial<Record<Kind, (typeof HeadingLevel)[keyof typeof HeadingLevel]>> = {
  h1: HeadingLevel.HEADING_1,
  h2: HeadingLevel.HEADING_2,
  h3: HeadingLevel.HEADING_3,
};

function bareRichDocx({ text }: PrintableDocument): Promise<Uint8Array> {
  const children = text.map(({ kind, runs }) => {
    const heading = BARE_HEADINGS[kind];
    return new Paragraph({
      ...(heading && { heading }),
      ...(kind === 'bullet' && { bullet: { level: 0 } }),
      children: runs.map(({ text, bold, italic, underline, strike, ink, marker }) => {
        return new TextRun({
          text,
          bold: bold ?? false,
          italics: italic ?? false,
          strike: strike ?? false,
          ...(underline && { underline: {} }),
          ...(ink && { color: INK_COLORS[ink] }),
          ...(marker && { shading: { fill: MARKER_COLORS[marker] } }),
        });
      }),
    });
  });
  return Packer.toBuffer(new Document({ sections: [{ children }] }));
}

const TRANSCRIPTS: Record<string, (document: PrintableTranscript) => Promise<Uint8Array>> = {
  'ours pdf': writePdf,
  'bare pdf': barePdf,
  'ours docx': writeDocx,
  'bare docx': bareDocx,
};

const DOCUMENTS: Record<string, (document: PrintableDocument) => Promise<Uint8Array>> = {
  'ours pdf': writeRichPdf,
  'bare pdf': bareRichPdf,
  'ours docx': writeRichDocx,
  'bare docx': bareRichDocx,
};

function maker(): () => Promise<Uint8Array> {
  const name = `${who} ${format}`;
  if (kind === 'document') {
    const document = richDocument(longDocument(Number(size)));
    return () => DOCUMENTS[name]!(document);
  }
  const document = speech(Number(size));
  return () => TRANSCRIPTS[name]!(document);
}

const make = maker();
for (let run = 1; run < Number(runs); run += 1) await make();
const before = process.cpuUsage();
const startedAt = performance.now();
const file = await make();
const wallMs = performance.now() - startedAt;
const { user, system } = process.cpuUsage(before);
const workMs = (user + system) / 1000;
const pages =
  format === 'pdf'
    ? Buffer.from(file)
        .toString('latin1')
        .match(/\/Type \/Page\n/g)!.length
    : null;
const peakMb = process.resourceUsage().maxRSS / 1024;
process.stdout.write(JSON.stringify({ workMs, wallMs, peakMb, bytes: file.length, pages }));
