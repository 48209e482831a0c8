import type { HighlightColor } from './transcript';

/** What somebody gave to a word, as it is stored. */
interface Marks {
  highlight?: HighlightColor | undefined;
  struck?: true | undefined;
}

/** Marks of the space between two neighbouring words: exactly those that both have. Empty for none. */
export function sharedMarks(one: Marks, other: Marks): { highlight?: HighlightColor; struck?: true } {
  return {
    ...(one.highlight && one.highlight === other.highlight && { highlight: one.highlight }),
    ...(one.struck && other.struck && { struck: true as const }),
  };
}
