import type { RichText } from '../document/rich-text';

/** A document as it stands on paper. Survives a structured clone. */
export interface RichDocument {
  title: string;
  /** Of its words, a BCP 47 tag. */
  language: string;
  savedAt: Date;
  text: RichText;
  /** What the links to places of our own begin with, without a slash at the end. */
  baseUrl: string;
}

/** The full address of a link; what is kept as a path is one of our own places. */
export const fullAddress = (link: string, baseUrl: string): string =>
  link.startsWith('/') ? `${baseUrl}${link}` : link;
