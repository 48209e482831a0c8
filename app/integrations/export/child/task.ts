import type { PrintedDocument } from '@/app/domain/export/printed-document';
import type { RichDocument } from '@/app/domain/export/rich-document';

/** What a child is asked to make: of a transcription, or of a document. It answers with the bytes of the file. */
export type ExportTask = { format: 'pdf' | 'docx' } & (
  | { document: PrintedDocument }
  | { rich: RichDocument }
);
