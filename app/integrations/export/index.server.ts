import { json } from './json';
import type { DocumentFormat, ExportFormat } from './port';
import { writeTxt } from './rich/write-txt';
import { srt } from './srt';
import { txt } from './txt';
import { vtt } from './vtt';

/** As the body of an answer: without a copy, whatever the library keeps the bytes in. */
const bytes = (file: Uint8Array) => file as Uint8Array<ArrayBuffer>;

// Each writer brings a large library along, so it is read when the first such file is made.
const pdf: ExportFormat = {
  contentType: 'application/pdf',
  render: async (transcription) =>
    bytes(await (await import('./pdf/write-pdf')).writePdf(transcription.printed())),
};

const docx: ExportFormat = {
  contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  render: async (transcription) =>
    bytes(await (await import('./write-docx')).writeDocx(transcription.printed())),
};

/** Every kind of file, by its ending. */
export const exportFormats: ReadonlyMap<string, ExportFormat> = new Map(
  Object.entries({ txt, json, srt, vtt, pdf, docx }),
);

/** Every kind of file of a document, by its ending. */
export const documentFormats: ReadonlyMap<string, DocumentFormat> = new Map(
  Object.entries({
    txt: { contentType: txt.contentType, render: async (rich) => writeTxt(rich) },
    pdf: {
      contentType: pdf.contentType,
      render: async (rich) => bytes(await (await import('./rich/write-pdf')).writePdf(rich)),
    },
    docx: {
      contentType: docx.contentType,
      render: async (rich) => bytes(await (await import('./rich/write-docx')).writeDocx(rich)),
    },
  } satisfies Record<string, DocumentFormat>),
);
