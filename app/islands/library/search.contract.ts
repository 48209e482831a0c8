import { part } from '../ui/part.contract';

/** The search of all texts, as a page and in a dialog. */
export const SEARCH = {
  root: part('article[data-island="search"]', 'failed'),
  field: part('input[name="q"]'),
  /** How much was found. */
  found: part('p[data-found]'),
  /** Replaced while somebody types. */
  results: part('div[data-results]'),
  /** What the arrow keys move between. */
  target: part('a[data-target]'),
  /** Plays its recording from there; `pause` is its name while it plays. */
  play: part('button[data-play]', 'audio', 'from', 'label', 'pause'),
};

/** One player for all hits. */
export const SEARCH_PLAYER = {
  root: part('section[data-player]'),
  audio: part('audio'),
  title: part('strong'),
  failed: part('p[data-failed]'),
};
