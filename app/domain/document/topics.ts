import { type RichText, textOf } from './rich-text';

/** How the ids of headings begin; their places in the text follow. */
export const HEADING_IDS = 'h';

export interface Topic {
  id: string;
  text: string;
}

/** The main headings of a text, to go to. */
export const topicsOf = (text: RichText): Topic[] =>
  text.flatMap((paragraph, index) => {
    const heading = textOf(paragraph).trim();
    return paragraph.kind === 'h1' && heading !== '' ? [{ id: `${HEADING_IDS}${index}`, text: heading }] : [];
  });
