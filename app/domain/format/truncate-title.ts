import { graphemesOf } from './graphemes';

/** At most `limit` characters with an ellipsis, in grapheme clusters, so that no emoji or accent is split. */
export function truncateTitle(title: string, limit = 30): string {
  if (title.length <= limit) return title;
  const characters = [...graphemesOf(title)];
  if (characters.length <= limit) return title;
  return `${characters
    .slice(0, limit - 1)
    .join('')
    .trimEnd()}…`;
}
