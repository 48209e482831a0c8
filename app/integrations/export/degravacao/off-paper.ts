import PDFDocument from 'pdfkit';
import type { DegravacaoDocument } from '@/app/domain/transcript/degravacao/document';
import { measureWith } from '../pdf/measure-text';
import { Pen } from '../pdf/pen';
import { layOut, type Page } from './lay-out';

/** Lays a document out as in its PDF, which is not written. */
export function layOutOffPaper(document: DegravacaoDocument): [Page, ...Page[]] {
  const pen = new Pen(new PDFDocument({ autoFirstPage: false }));
  return layOut(document, (size) => measureWith(pen, size));
}
