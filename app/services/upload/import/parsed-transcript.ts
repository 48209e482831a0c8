import type { AppErrorCode, AppErrorParams } from '@/app/domain/errors';
import type { ImportedTranscript } from '@/app/domain/upload/import/import-transcript';

/** What the parser says first, on a line of its own; the utterances follow as JSON. */
export interface ParsedHead extends Omit<ImportedTranscript, 'utterances'> {
  /** End of the last word. */
  endMs: number;
}

export type ParserAnswer = { head: ParsedHead } | { refusal: { code: AppErrorCode; params: AppErrorParams } };
