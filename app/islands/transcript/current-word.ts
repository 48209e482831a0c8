import type { Word } from '@/app/domain/transcript/transcript';
import { lastStartedIndex, wordRanges } from '@/app/domain/transcript/word-ranges';
import { paragraphOf, staticRangeOf, type TranscriptText } from './text';

const NAME = 'current-word';
/** Browsers without the CSS Custom Highlight API mark the utterance instead. */
const hasHighlights = 'highlights' in CSS;
const SCROLL_KEYS = new Set(['PageUp', 'PageDown', 'Home', 'End']);

/**
 * Highlights the word being played, and scrolls it into view until the reader scrolls elsewhere.
 * @param scroller the element that scrolls the text; null for the window
 */
export function followPlayback(
  audio: HTMLAudioElement,
  text: TranscriptText,
  followButton: HTMLElement,
  scroller: HTMLElement | null = null,
): void {
  let section: HTMLElement | null = null;
  let word: Word | undefined;
  let isFollowing = true;

  function show(): void {
    const ms = audio.currentTime * 1000;
    if (!text.isTimed || isStillPlaying(text, section, word, ms)) return;
    showSection(text.sectionAt(ms) ?? null);
    const words = section ? text.utteranceOf(section).words : [];
    const index = lastStartedIndex(words, ({ startMs }) => startMs, ms);
    if (words[index] === word) return;
    word = words[index];
    const range = section && word ? rangeOfWord(section, index) : null;
    highlight(range);
    if (range && isFollowing && !audio.paused) scrollRangeIntoView(range, scroller);
  }

  function showSection(next: HTMLElement | null): void {
    if (next === section) return;
    section?.removeAttribute('data-current');
    if (!hasHighlights) next?.setAttribute('data-current', '');
    section = next;
  }

  function stopFollowing(): void {
    if (audio.paused || !isFollowing) return;
    isFollowing = false;
    followButton.hidden = false;
  }

  const step = () => {
    show();
    if (!audio.paused) requestAnimationFrame(step);
  };
  audio.addEventListener('play', () => requestAnimationFrame(step));
  audio.addEventListener('seeked', show);
  const surface: HTMLElement | Window = scroller ?? window;
  surface.addEventListener('wheel', stopFollowing, { passive: true });
  surface.addEventListener('touchmove', stopFollowing, { passive: true });
  surface.addEventListener('keydown', (event) => {
    const { key, target } = event as KeyboardEvent;
    // On a slider they move it, not the page.
    if (SCROLL_KEYS.has(key) && !(target as Element).matches('input[type="range"]')) stopFollowing();
  });
  // A press on the scroll bar.
  const scrolled = scroller ?? document.documentElement;
  surface.addEventListener('pointerdown', ({ target }) => target === scrolled && stopFollowing());
  followButton.addEventListener('click', () => {
    isFollowing = true;
    followButton.hidden = true;
    word = undefined;
    if (section) section.scrollIntoView({ block: 'center' });
    show();
  });
}

/** Whether a word of a section is the one at a time; an edit may have removed it. */
function isStillPlaying(
  text: TranscriptText,
  section: HTMLElement | null,
  word: Word | undefined,
  ms: number,
): boolean {
  if (!section || !word || !text.has(section) || !text.utteranceOf(section).words.includes(word))
    return false;
  return word.startMs <= ms && ms < word.endMs;
}

function rangeOfWord(section: HTMLElement, index: number): StaticRange | null {
  const paragraph = paragraphOf(section);
  const place = wordRanges(paragraph.textContent)[index];
  return place ? staticRangeOf(paragraph, place) : null;
}

function highlight(range: StaticRange | null): void {
  if (!hasHighlights) return;
  if (range) CSS.highlights.set(NAME, new Highlight(range));
  else CSS.highlights.delete(NAME);
}

/** Scrolls when the range has left the middle of what is seen: bars may cover the edges. */
function scrollRangeIntoView(stretch: StaticRange, scroller: HTMLElement | null): void {
  const range = document.createRange();
  range.setStart(stretch.startContainer, stretch.startOffset);
  range.setEnd(stretch.endContainer, stretch.endOffset);
  const { top, bottom } = range.getBoundingClientRect();
  const { top: seenTop, height } = scroller?.getBoundingClientRect() ?? { top: 0, height: innerHeight };
  if (top - seenTop > height * 0.25 && bottom - seenTop < height * 0.75) return;
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  (scroller ?? window).scrollBy({
    top: top - seenTop - height * 0.4,
    behavior: isCalm ? 'instant' : 'smooth',
  });
}
