import { type RichText, textOf } from './rich-text';

/** Prefix of the ids of headings, followed by the paragraph index. */
export const HEADING_ID_PREFIX = 'h';

export interface Topic {
  id: string;
  text: string;
}

/** Table of contents: the main headings of a text. */
export const topicsOf = (text: RichText): Topic[] =>
  text.flatMap((paragraph, index) => {
    const heading = textOf(paragraph).trim();
    return paragraph.kind === 'h1' && heading !== ''
      ? [{ id: `${HEADING_ID_PREFIX}${index}`, text: heading }]
      : [];
  });
