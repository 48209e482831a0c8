import { markHits } from '@/app/domain/library/searchable-words';
import { hitLink } from '@/app/domain/transcript/hit-link';
import type { TextRange } from '@/app/domain/transcript/word-ranges';
import { find, findAll, required, textsOf } from '../ui/find-part';
import { SEARCH_HITS } from './search-hits.contract';
import { hasModifier } from './seek-by-links';
import { paragraphOf, staticRangeOf } from './text';
import { TRANSCRIPT_PAGE } from './transcript.contract';
import { VisibleHighlights } from './visible-highlights';

const CURRENT = 'sought-now';

/**
 * Steps from hit to hit without a page load, by links or F3 and Ctrl+G. The words are painted: the text is
 * then the same as in a page that no search opened, and can be edited.
 */
export default function attach(bar: HTMLElement): void {
  const article = required(bar.closest<HTMLElement>('article'), 'transcript of a search');
  const { at, words: joined, current } = textsOf(bar, SEARCH_HITS.bar);
  const words = joined.split(',');
  const sections = unwrap(find(article, TRANSCRIPT_PAGE.text));
  const q = new URLSearchParams(location.search).get('q') ?? '';
  const placesIn = (section: HTMLElement): TextRange[] =>
    markHits(paragraphOf(section).textContent, words)
      .filter(({ isHit }) => isHit)
      .map(({ start, text }) => ({ start, end: start + text.length }));
  const painted = new VisibleHighlights('sought', placesIn);
  const listeners = new AbortController();
  const { signal } = listeners;
  let number = Number(current);

  function paintCurrent(): HTMLElement | undefined {
    const section = sections[number - 1];
    CSS.highlights.delete(CURRENT);
    if (!section?.isConnected) return undefined;
    const ranges = placesIn(section).map((place) => staticRangeOf(paragraphOf(section), place));
    const highlight = new Highlight(...ranges);
    highlight.priority = 1;
    CSS.highlights.set(CURRENT, highlight);
    return section;
  }

  function step(direction: 1 | -1): void {
    const count = sections.length;
    const around = (hit: number) => ((hit - 1 + count) % count) + 1;
    // Sections that an edit removed are left out.
    for (let tries = 0; tries < count; tries += 1) {
      number = around(number + direction);
      if (sections[number - 1]?.isConnected) break;
    }
    const section = paintCurrent();
    if (!section) return;
    find(bar, SEARCH_HITS.count).textContent = at.replace('%', String(number));
    find(bar, SEARCH_HITS.previous).href = hitLink({ q, hit: around(number - 1) });
    find(bar, SEARCH_HITS.next).href = hitLink({ q, hit: around(number + 1) });
    document.getElementById('t')?.removeAttribute('id');
    section.id = 't';
    const [address = ''] = hitLink({ q, hit: number }).split('#');
    history.replaceState(history.state, '', address);
    // Scrolls there, and makes it the target that the page points out.
    location.replace('#t');
  }

  function close(): void {
    listeners.abort();
    painted.hide();
    CSS.highlights.delete(CURRENT);
    bar.remove();
    history.replaceState(history.state, '', location.pathname);
  }

  painted.show(sections);
  paintCurrent();
  bar.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLElement>('a');
    if (!link || hasModifier(event)) return;
    if (link.matches(SEARCH_HITS.next.selector)) step(1);
    else if (link.matches(SEARCH_HITS.previous.selector)) step(-1);
    else if (link.matches(SEARCH_HITS.close.selector)) close();
    else return;
    event.preventDefault();
  });
  addEventListener(
    'keydown',
    (event) => {
      const isNext = event.key === 'F3' || ((event.ctrlKey || event.metaKey) && event.code === 'KeyG');
      if (!isNext || event.altKey || event.defaultPrevented || document.querySelector('dialog:modal')) return;
      event.preventDefault();
      if (sections.length > 1) step(event.shiftKey ? -1 : 1);
    },
    { signal },
  );
}

/** @returns the sections with hits, in order, with their texts as they are without a search */
function unwrap(list: HTMLElement): HTMLElement[] {
  const sections = new Set<HTMLElement>();
  for (const word of findAll(list, SEARCH_HITS.word)) {
    sections.add(required(word.closest('section'), 'section of a hit'));
    word.replaceWith(...word.childNodes);
  }
  for (const section of sections) section.normalize();
  return [...sections];
}
