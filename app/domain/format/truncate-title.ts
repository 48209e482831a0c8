import { graphemesOf } from './graphemes';

/**
 * Truncates a title to at most `limit` characters including an ellipsis. Counts grapheme clusters, so that an
 * emoji or accent is never split.
 */
export function truncateTitle(title: string, limit = 30): string {
  if (title.length <= limit) return title;
  const characters = [...graphemesOf(title)];
  if (characters.length <= limit) return title;
  return `${characters
    .slice(0, limit - 1)
    .join('')
    .trimEnd()}…`;
}
