import type { ExportOptions } from '@/app/domain/export/options';
import type { PrintedDocument } from '@/app/domain/export/printed-document';
import type { RichDocument } from '@/app/domain/export/rich-document';
import type { Utterance } from '@/app/domain/transcription/transcript';

/** A finished transcription, as files are made from it. */
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
  /** What a reader calls a speaker. */
  nameOf(speaker: string): string;
  /** The same as it stands on paper, for files that are read rather than processed. */
  printed(): PrintedDocument;
}

/** One kind of file a transcription can be downloaded as. */
export interface ExportFormat {
  contentType: string;
  render(transcription: ExportedTranscription): Promise<string | Uint8Array<ArrayBuffer>>;
}

/** One kind of file a document can be downloaded as. */
export interface DocumentFormat {
  contentType: string;
  render(document: RichDocument): Promise<string | Uint8Array<ArrayBuffer>>;
}
