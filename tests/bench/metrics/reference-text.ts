import { normaliseText } from './normalise-text';

/** A word, or readings of which each is right. */
export type ReferencePart = string | string[][];

/**
 * The words of a reference. `{ a / b c / @ }` stands for any one of its readings, `@` for no word at all, as in
 * NIST's formats.
 */
export function referenceParts(text: string): ReferencePart[] {
  return text
    .split(/\{([^{}]*)\}/)
    .flatMap((part, index): ReferencePart[] =>
      index % 2 === 0 ? normaliseText(part) : [part.split('/').map(normaliseText)],
    );
}
