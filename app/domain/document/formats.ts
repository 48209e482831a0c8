import { HIGHLIGHT_COLORS } from '../transcript/transcript';

/** Allowlist for all that parses, stores, renders, pastes or exports: no other markup is ever stored. */
export const KINDS = ['paragraph', 'h1', 'h2', 'h3', 'quote', 'bullet', 'ordered'] as const;

/** Alignments beside the default, left. */
export const ALIGNMENTS = ['center', 'right', 'justify'] as const;

export const EMPHASES = ['bold', 'italic', 'underline', 'strike'] as const;

export const FONT_FAMILIES = ['ubuntu', 'raleway', 'roboto', 'montserrat', 'lato', 'rubik'] as const;

/** In CSS pixels, from 8 to 98 (specification: document editor). */
export const FONT_SIZES = Array.from({ length: 91 }, (_, index) => String(8 + index));

/** Text colours that are legible on the paper of both themes. */
export const TEXT_COLORS = ['gray', 'red', 'orange', 'green', 'blue', 'purple'] as const;

export const MARKERS = HIGHLIGHT_COLORS;

export const MAX_INDENT = 5;

export type Kind = (typeof KINDS)[number];
export type Alignment = (typeof ALIGNMENTS)[number];
export type Emphasis = (typeof EMPHASES)[number];
export type FontFamily = (typeof FONT_FAMILIES)[number];
export type TextColor = (typeof TEXT_COLORS)[number];
export type Marker = (typeof MARKERS)[number];

export const isList = (kind: Kind): kind is 'bullet' | 'ordered' => kind === 'bullet' || kind === 'ordered';

export const asMember = <Value extends string>(values: readonly Value[], text: string): Value | undefined =>
  values.find((value) => value === text);
