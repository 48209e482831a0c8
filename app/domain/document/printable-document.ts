import type { RichText } from './rich-text';

/** Formats of a document's files, by extension. */
export const DOCUMENT_FORMATS = ['pdf', 'docx', 'txt'] as const;

/** A document prepared for export. Can be structured-cloned to a worker. */
export interface PrintableDocument {
  title: string;
  /** BCP 47 tag of the text. */
  language: string;
  savedAt: Date;
  text: RichText;
  /** Base URL for local links, without a trailing slash. */
  baseUrl: string;
}

/** The absolute URL of a link; local links are stored as paths. */
export const absoluteUrl = (link: string, baseUrl: string): string =>
  link.startsWith('/') ? `${baseUrl}${link}` : link;
