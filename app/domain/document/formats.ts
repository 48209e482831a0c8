import { HIGHLIGHT_COLORS } from '../transcription/transcript';

/**
 * Everything that a document may hold. This is the one list of what is allowed: whatever reads, keeps, shows,
 * pastes or exports a document goes by it, and nothing else of any markup is ever kept.
 */
export const KINDS = ['paragraph', 'h1', 'h2', 'h3', 'quote', 'bullet', 'ordered'] as const;

/** Beside the left edge, which is no format. */
export const ALIGNMENTS = ['center', 'right', 'justify'] as const;

export const STRESSES = ['bold', 'italic', 'underline', 'strike'] as const;

export const FAMILIES = ['ubuntu', 'raleway', 'roboto', 'montserrat', 'lato', 'rubik'] as const;

/** In CSS pixels, from 8 to 98 (specification: document editor). */
export const SIZES = Array.from({ length: 91 }, (_, index) => String(8 + index));

/** Inks that are legible on the paper of both themes. */
export const INKS = ['gray', 'red', 'orange', 'green', 'blue', 'purple'] as const;

/** The marker has the colours of the transcript's. */
export const MARKERS = HIGHLIGHT_COLORS;

/** How deep a list may stand in others. */
export const DEEPEST_INDENT = 5;

export type Kind = (typeof KINDS)[number];
export type Alignment = (typeof ALIGNMENTS)[number];
export type Stress = (typeof STRESSES)[number];
export type Family = (typeof FAMILIES)[number];
export type Ink = (typeof INKS)[number];
export type Marker = (typeof MARKERS)[number];

export const isList = (kind: Kind): kind is 'bullet' | 'ordered' => kind === 'bullet' || kind === 'ordered';

/** A value of a list, or undefined for anything else. */
export const oneOf = <Value extends string>(values: readonly Value[], text: string): Value | undefined =>
  values.find((value) => value === text);
