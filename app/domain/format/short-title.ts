import { charactersOf } from './characters';

/**
 * A title cut to at most `limit` characters, the last of them an ellipsis.
 * Counts what a reader sees as one character, so an emoji or an accent is never torn apart.
 */
export function shortTitle(title: string, limit = 30): string {
  if (title.length <= limit) return title;
  const characters = [...charactersOf(title)];
  if (characters.length <= limit) return title;
  return `${characters
    .slice(0, limit - 1)
    .join('')
    .trimEnd()}…`;
}
