import { z } from 'zod';
import { IndexedList, StaleChange } from '../draft/indexed-list';
import {
  ALIGNMENTS,
  EMPHASES,
  type Emphasis,
  FONT_FAMILIES,
  FONT_SIZES,
  KINDS,
  MARKERS,
  MAX_INDENT,
  TEXT_COLORS,
} from './formats';
import { normaliseTitle } from './normalise-title';
import { normalise, type Paragraph, type RichText } from './rich-text';
import { sanitiseLink } from './sanitise-link';

/** An edited paragraph gets a new id, so that a change to an outdated text is detected. */
export interface EditableParagraph extends Paragraph {
  id: string;
}

/** Limits on one change; a whole book may be pasted at once. */
const MAX_PARAGRAPH_LENGTH = 100_000;
const MAX_PARAGRAPHS_PER_CHANGE = 20_000;
const MAX_RUNS_PER_PARAGRAPH = 10_000;

const paragraphId = z.string().regex(/^[\w.-]{1,40}$/);
const on = z.literal(true).optional();
const stresses = Object.fromEntries(EMPHASES.map((stress) => [stress, on])) as Record<Emphasis, typeof on>;

const runSchema = z.object({
  text: z.string().max(MAX_PARAGRAPH_LENGTH),
  ...stresses,
  family: z.enum(FONT_FAMILIES).optional(),
  size: z.enum(FONT_SIZES).optional(),
  ink: z.enum(TEXT_COLORS).optional(),
  marker: z.enum(MARKERS).optional(),
  link: z
    .string()
    .transform((href) => sanitiseLink(href) ?? undefined)
    .optional(),
});

const paragraphSchema = z.object({
  id: paragraphId,
  kind: z.enum(KINDS),
  align: z.enum(ALIGNMENTS).optional(),
  indent: z.number().int().min(0).max(MAX_INDENT).optional(),
  runs: z.array(runSchema).max(MAX_RUNS_PER_PARAGRAPH),
});

/** A one-line title. The page supplies a name for an empty one. */
export const oneLineTitle = z.string().transform(normaliseTitle);

const replaceSchema = z.object({
  kind: z.literal('replace'),
  ids: z.array(paragraphId).min(1).max(MAX_PARAGRAPHS_PER_CHANGE),
  blocks: z.array(paragraphSchema).max(MAX_PARAGRAPHS_PER_CHANGE),
});

/** `former` is the title to be replaced, for optimistic locking; without it there is no check. */
const titleSchema = z.object({
  kind: z.literal('title'),
  title: oneLineTitle,
  former: oneLineTitle.optional(),
});

export const documentChangeSchema = z.discriminatedUnion('kind', [replaceSchema, titleSchema]);

export type DocumentChange = z.output<typeof documentChangeSchema>;

export interface DocumentText {
  title: string;
  blocks: EditableParagraph[];
}

/** The paragraphs of a saved text; an id is made of the version and the index. */
export const toEditableParagraphs = (version: number, text: RichText): EditableParagraph[] =>
  text.map((paragraph, index) => ({ id: `${version}.${index}`, ...paragraph }));

export const toRichText = (blocks: readonly EditableParagraph[]): RichText =>
  normalise(blocks.map(({ id: _id, ...paragraph }) => paragraph));

/**
 * An empty title changes nothing.
 * @throws StaleChange when the paragraphs to replace are not consecutive in the text, or the title is another
 */
export function applyDocumentChanges(
  { title, blocks }: DocumentText,
  changes: readonly { change: DocumentChange }[],
): DocumentText {
  const text = new IndexedList(blocks);
  let named = title;
  for (const { change } of changes) {
    if (change.kind === 'title') {
      if (change.former !== undefined && change.former !== normaliseTitle(named)) throw new StaleChange();
      named = change.title || named;
    } else text.replace(change.ids, () => change.blocks);
  }
  return { title: named, blocks: [...text] };
}
