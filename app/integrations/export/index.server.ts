import { srt, vtt } from './captions';
import { json } from './json';
import type { DocumentFormat, ExportFormat } from './port';
import { writeTxt } from './rich/write-txt';
import { txt } from './txt';

/** Casts for use as a response body, without a copy, whatever buffer the library stores the bytes in. */
const bytes = (file: Uint8Array) => file as Uint8Array<ArrayBuffer>;

// Each writer depends on a large library, so it is imported lazily, at the first export in that format.
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

export const exportFormats: ReadonlyMap<string, ExportFormat> = new Map(
  Object.entries({ txt, json, srt, vtt, pdf, docx }),
);

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
