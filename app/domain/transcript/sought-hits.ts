import { containsTerms, parseSearch } from '../library/searchable-words';
import { displayedStartMs } from './word-timing';

/** What a transcript was opened with from a search. */
export interface SoughtHits {
  q: string;
  /** As parseSearch returns them. */
  words: string[];
  /** Indexes of the utterances that contain all terms. */
  hits: number[];
  /** The one to show, from 1; 0 without hits. */
  current: number;
}

/**
 * The hits of `?q=` in a text, of which `?hit=` or else the time `?t=` in seconds tells the one to show; null
 * without a search term.
 */
export function findSought(
  parameters: URLSearchParams,
  utterances: readonly { text: string; startMs: number }[],
): SoughtHits | null {
  const q = (parameters.get('q') ?? '').slice(0, 255);
  const { terms: words } = parseSearch(q);
  if (words.length === 0) return null;
  const hits = utterances.flatMap(({ text }, index) => (containsTerms(text, words) ? [index] : []));
  const asked = Number.parseInt(parameters.get('hit') ?? '', 10);
  const atMs = Math.round(Number(parameters.get('t')) * 1000);
  const atTime = hits.findIndex((index) => displayedStartMs(utterances[index]!.startMs) >= atMs) + 1;
  const wanted = asked > 0 ? asked : atTime || hits.length;
  return { q, words, hits, current: Math.min(wanted, hits.length) };
}
