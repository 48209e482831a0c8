import type { DegravacaoDocument, DegravacaoSheet } from '@/app/domain/transcript/degravacao/document';
import { srt, vtt } from './captions';
import { json } from './json';
import type { DegravacaoFormat, DocumentFormat, ExportFormat } from './port';
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

export const degravacaoFormats: Readonly<Record<'pdf' | 'docx', DegravacaoFormat>> = {
  pdf: {
    contentType: pdf.contentType,
    render: async (document) => bytes(await (await import('./degravacao/write-pdf')).writePdf(document)),
  },
  docx: {
    contentType: docx.contentType,
    render: async (document) => bytes(await (await import('./degravacao/write-docx')).writeDocx(document)),
  },
};

/** The pages of a degravação as its files have them. */
export const layOutDegravacao = async (document: DegravacaoDocument): Promise<DegravacaoSheet[]> =>
  (await import('./degravacao/sheets')).sheetsOf(document);
