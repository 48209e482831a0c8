import type { PrintedDocument } from '@/app/domain/export/printed-document';

/** What a child is asked to make. It answers with the bytes of the file. */
export interface ExportTask {
  format: 'pdf' | 'docx';
  document: PrintedDocument;
}
