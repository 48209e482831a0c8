import type { PrintableDocument } from '@/app/domain/document/printable-document';
import type { DegravacaoDocument } from '@/app/domain/transcript/degravacao/document';
import type { ExportOptions } from '@/app/domain/transcript/export/options';
import type { PrintableTranscript } from '@/app/domain/transcript/export/printable-transcript';
import type { Utterance } from '@/app/domain/transcript/transcript';

export interface ExportedTranscription {
  publicId: string;
  title: string;
  language: string;
  durationMs: number;
  /** 0 to 100. */
  confidenceScore: number | null;
  updatedAt: Date;
  utterances: Utterance[];
  options: ExportOptions;
  nameOf(speaker: string): string;
  /** What the file says at its end; null for nothing. */
  foot: string | null;
  /** The transcript laid out for reading, for formats that are read rather than processed. */
  printed(): PrintableTranscript;
}

export interface ExportFormat {
  contentType: string;
  render(transcription: ExportedTranscription): Promise<string | Uint8Array<ArrayBuffer>>;
}

export interface DocumentFormat {
  contentType: string;
  render(document: PrintableDocument): Promise<string | Uint8Array<ArrayBuffer>>;
}

export interface DegravacaoFormat {
  contentType: string;
  render(document: DegravacaoDocument): Promise<Uint8Array<ArrayBuffer>>;
}
