import { normaliseText } from './normalise-text';

/** A word, or alternative readings, each of which is right. */
export type ReferencePart = string | string[][];

/**
 * Parses a reference text. `{ a / b c / @ }` stands for any one of its readings, `@` for no word, as in
 * NIST's formats.
 */
export function referenceParts(text: string): ReferencePart[] {
  return text
    .split(/\{([^{}]*)\}/)
    .flatMap((part, index): ReferencePart[] =>
      index % 2 === 0 ? normaliseText(part) : [part.split('/').map(normaliseText)],
    );
}
