import { part } from '../ui/part.contract';

/** The bar of a transcript that was opened from a search; `at` has '%' for the number, `words` are search terms, separated by commas. */
export const SEARCH_HITS = {
  bar: part('nav[data-island="search-hits"]', 'at', 'words', 'current'),
  /** A word that was sought, until scripts paint it. */
  word: part('span[data-found]'),
  count: part('output'),
  previous: part('a[data-previous]'),
  next: part('a[data-next]'),
  close: part('a[data-close]'),
};
