import type { DegravacaoDocument, DegravacaoSheet } from '@/app/domain/transcript/degravacao/document';
import { layOutOffPaper } from './off-paper';

/** The pages of a document, with the lines and numbers of its files. */
export const sheetsOf = (document: DegravacaoDocument): DegravacaoSheet[] =>
  layOutOffPaper(document).map((page, index) => ({
    number: index + 1,
    lines: page.map(({ kind, number, time, spans }) => ({
      kind,
      number: number === null ? null : `${index + 1}:${number}`,
      time,
      parts: spans.map(({ text, font, struck }) => ({
        text,
        isBold: font === 'bold',
        isStruck: struck === true,
      })),
    })),
  }));
