import { inChild } from './child/in-child.server';
import { json } from './json';
import type { DocumentFormat, ExportFormat } from './port';
import { writeTxt } from './rich/write-txt';
import { srt } from './srt';
import { txt } from './txt';
import { vtt } from './vtt';

const pdf: ExportFormat = {
  contentType: 'application/pdf',
  render: (transcription, signal) => inChild({ format: 'pdf', document: transcription.printed() }, signal),
};

const docx: ExportFormat = {
  contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  render: (transcription, signal) => inChild({ format: 'docx', document: transcription.printed() }, signal),
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
      render: (rich, signal) => inChild({ format: 'pdf', rich }, signal),
    },
    docx: {
      contentType: docx.contentType,
      render: (rich, signal) => inChild({ format: 'docx', rich }, signal),
    },
  } satisfies Record<string, DocumentFormat>),
);
