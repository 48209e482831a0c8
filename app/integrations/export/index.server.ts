import { inChild } from './child/in-child.server';
import { json } from './json';
import type { ExportFormat } from './port';
import { srt } from './srt';
import { txt } from './txt';
import { vtt } from './vtt';

const pdf: ExportFormat = {
  contentType: 'application/pdf',
  render: (transcription, signal) => inChild('pdf', transcription.printed(), signal),
};

const docx: ExportFormat = {
  contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  render: (transcription, signal) => inChild('docx', transcription.printed(), signal),
};

/** Every kind of file, by its ending. */
export const exportFormats: ReadonlyMap<string, ExportFormat> = new Map(
  Object.entries({ txt, json, srt, vtt, pdf, docx }),
);
