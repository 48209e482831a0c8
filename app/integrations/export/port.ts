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
}

/** One kind of file a transcription can be downloaded as. */
export interface ExportFormat {
  contentType: string;
  render(transcription: ExportedTranscription): string;
}
