import type { PrintableDocument } from '@/app/domain/document/printable-document';
import { normalise, type Paragraph } from '@/app/domain/document/rich-text';

/** A printable document of the given paragraphs. */
export const richDocument = (
  paragraphs: Paragraph[],
  rest: Partial<PrintableDocument> = {},
): PrintableDocument => ({
  title: 'Ata',
  language: 'pt-BR',
  savedAt: new Date('2026-11-20T22:30:00Z'),
  text: normalise(paragraphs),
  baseUrl: 'https://celeste.example',
  ...rest,
});

/** Contains every format. */
export const EVERY_FORMAT: Paragraph[] = [
  { kind: 'h1', align: 'center', runs: [{ text: 'Ata da reunião' }] },
  { kind: 'h2', runs: [{ text: 'Pauta' }] },
  { kind: 'h3', align: 'right', runs: [{ text: 'Menor' }] },
  {
    kind: 'paragraph',
    align: 'justify',
    runs: [
      { text: 'negrito', bold: true },
      { text: ' ' },
      { text: 'itálico', italic: true },
      { text: ' ' },
      { text: 'sublinhado', underline: true },
      { text: ' ' },
      { text: 'tachado', strike: true },
      { text: ' ' },
      { text: 'grande', family: 'lato', size: '48', ink: 'red', marker: 'yellow' },
      { text: ' ' },
      { text: 'site', link: 'https://example.com/?a=1&b=2' },
      { text: ' em ' },
      { text: '00:00:12', link: '/transcriptions/abcdefghijklmnopqrstuv?t=12#t' },
    ],
  },
  { kind: 'quote', runs: [{ text: 'Disse isto.' }] },
  { kind: 'bullet', runs: [{ text: 'um' }] },
  { kind: 'ordered', indent: 1, runs: [{ text: 'dois' }] },
  { kind: 'ordered', indent: 1, runs: [{ text: 'três' }] },
  { kind: 'paragraph', runs: [] },
  ...(['ubuntu', 'raleway', 'roboto', 'montserrat', 'lato', 'rubik'] as const).map(
    (family): Paragraph => ({
      kind: 'paragraph',
      runs: [{ text: `Ação em ${family} 日本`, family, bold: true, italic: true }],
    }),
  ),
];
