import PDFDocument from 'pdfkit';
import { PRODUCT_NAME } from '@/app/domain/product';

/** Stays at PDF 1.3, pdfkit's default: from 1.4 on pdfkit writes the title into XMP metadata unescaped. */
export async function printPdf(
  { title, language, savedAt }: { title: string; language: string; savedAt: Date },
  print: (pdf: PDFKit.PDFDocument) => void,
): Promise<Uint8Array> {
  const pdf = new PDFDocument({
    size: 'A4',
    autoFirstPage: false,
    lang: language,
    displayTitle: true,
    info: { Title: title, Creator: PRODUCT_NAME, CreationDate: savedAt },
  });
  return collectPdf(pdf, () => print(pdf));
}

/** Ends a PDF after it is printed, and returns its bytes. */
export async function collectPdf(pdf: PDFKit.PDFDocument, print: () => void): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve, reject) => pdf.on('end', resolve).on('error', reject));
  print();
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}
