import { z } from 'zod';
import { LinkedBlocks, StaleChange } from '../draft/linked-blocks';
import {
  ALIGNMENTS,
  DEEPEST_INDENT,
  FAMILIES,
  INKS,
  KINDS,
  MARKERS,
  SIZES,
  STRESSES,
  type Stress,
} from './formats';
import { safeLink } from './link';
import { oneLine } from './one-line';
import { normalise, type Paragraph, type RichText } from './rich-text';

/**
 * A paragraph with a content-bound id: an edited paragraph gets a new id, so that a change made to an
 * outdated text is detected (optimistic locking).
 */
export interface DocumentBlock extends Paragraph {
  id: string;
}

/** Limits on one change; a whole book may be pasted at once. */
const PARAGRAPH_LENGTH = 100_000;
const BLOCKS_PER_CHANGE = 20_000;
const RUNS_PER_PARAGRAPH = 10_000;

const blockId = z.string().regex(/^[\w.-]{1,40}$/);
const on = z.literal(true).optional();
const stresses = Object.fromEntries(STRESSES.map((stress) => [stress, on])) as Record<Stress, typeof on>;

const runSchema = z.object({
  text: z.string().max(PARAGRAPH_LENGTH),
  ...stresses,
  family: z.enum(FAMILIES).optional(),
  size: z.enum(SIZES).optional(),
  ink: z.enum(INKS).optional(),
  marker: z.enum(MARKERS).optional(),
  link: z
    .string()
    .transform((href) => safeLink(href) ?? undefined)
    .optional(),
});

const blockSchema = z.object({
  id: blockId,
  kind: z.enum(KINDS),
  align: z.enum(ALIGNMENTS).optional(),
  indent: z.number().int().min(0).max(DEEPEST_INDENT).optional(),
  runs: z.array(runSchema).max(RUNS_PER_PARAGRAPH),
});

/** A one-line title. The page supplies a name for an empty one. */
export const oneLineTitle = z.string().transform(oneLine);

/** Replaces consecutive paragraphs. */
const replaceSchema = z.object({
  kind: z.literal('replace'),
  ids: z.array(blockId).min(1).max(BLOCKS_PER_CHANGE),
  blocks: z.array(blockSchema).max(BLOCKS_PER_CHANGE),
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
  blocks: DocumentBlock[];
}

/** The paragraphs of a saved text; an id is made of the version and the index. */
export const toDocumentBlocks = (version: number, text: RichText): DocumentBlock[] =>
  text.map((paragraph, index) => ({ id: `${version}.${index}`, ...paragraph }));

/** The text without the ids of its paragraphs. */
export const textOfBlocks = (blocks: readonly DocumentBlock[]): RichText =>
  normalise(blocks.map(({ id: _id, ...paragraph }) => paragraph));

/**
 * Applies changes in order. An empty title changes nothing.
 * @throws StaleChange when the paragraphs that a change replaces are not consecutive in the text, or the
 *   title that it replaces is another
 */
export function replayDocument(
  { title, blocks }: DocumentText,
  changes: readonly { change: DocumentChange }[],
): DocumentText {
  const text = new LinkedBlocks(blocks);
  let named = title;
  for (const { change } of changes) {
    if (change.kind === 'title') {
      if (change.former !== undefined && change.former !== oneLine(named)) throw new StaleChange();
      named = change.title || named;
    } else text.replace(change.ids, () => change.blocks);
  }
  return { title: named, blocks: [...text] };
}
