import type { Word } from '@/app/domain/transcript/transcript';
import { lastStartedIndex, wordRanges } from '@/app/domain/transcript/word-ranges';
import { paragraphOf, staticRangeOf, type TranscriptText } from './text';

const NAME = 'current-word';
/** Browsers without the CSS Custom Highlight API mark the utterance instead. */
const hasHighlights = 'highlights' in CSS;
const SCROLL_KEYS = new Set(['PageUp', 'PageDown', 'Home', 'End']);

/**
 * Highlights the word that is being played, at a cost that does not grow with the text, and scrolls it into
 * view until the reader scrolls elsewhere; the button resumes that.
 */
export function followPlayback(
  audio: HTMLAudioElement,
  text: TranscriptText,
  followButton: HTMLElement,
): void {
  let section: HTMLElement | null = null;
  let word: Word | undefined;
  let isFollowing = true;

  function show(): void {
    const ms = audio.currentTime * 1000;
    if (
      !text.isTimed ||
      (section &&
        text.has(section) &&
        word &&
        text.utteranceOf(section).words.includes(word) &&
        isIn(word, ms))
    )
      return;
    const at = lastStartedIndex(text.sections, (each) => text.utteranceOf(each).startMs, ms);
    const next = text.sections[at] ?? null;
    if (next !== section) {
      section?.removeAttribute('data-current');
      if (!hasHighlights) next?.setAttribute('data-current', '');
      section = next;
    }
    const words = section ? text.utteranceOf(section).words : [];
    const index = lastStartedIndex(words, ({ startMs }) => startMs, ms);
    const nextWord = words[index];
    if (nextWord === word) return;
    word = nextWord;
    if (hasHighlights) CSS.highlights.delete(NAME);
    if (!section || !word) return;
    const paragraph = paragraphOf(section);
    const place = wordRanges(paragraph.textContent!)[index];
    if (!place) return;
    const stretch = staticRangeOf(paragraph, place);
    if (hasHighlights) CSS.highlights.set(NAME, new Highlight(stretch));
    if (isFollowing && !audio.paused) scrollRangeIntoView(stretch);
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
  addEventListener('wheel', stopFollowing, { passive: true });
  addEventListener('touchmove', stopFollowing, { passive: true });
  addEventListener('keydown', ({ key }) => SCROLL_KEYS.has(key) && stopFollowing());
  addEventListener('pointerdown', ({ target }) => target === document.documentElement && stopFollowing());
  followButton.addEventListener('click', () => {
    isFollowing = true;
    followButton.hidden = true;
    word = undefined;
    if (section) section.scrollIntoView({ block: 'center' });
    show();
  });
}

const isIn = ({ startMs, endMs }: Word, ms: number) => startMs <= ms && ms < endMs;

/** Scrolls when the range has left the middle of the window: bars may cover the edges. */
function scrollRangeIntoView(stretch: StaticRange): void {
  const range = document.createRange();
  range.setStart(stretch.startContainer, stretch.startOffset);
  range.setEnd(stretch.endContainer, stretch.endOffset);
  const { top, bottom } = range.getBoundingClientRect();
  if (top > innerHeight * 0.25 && bottom < innerHeight * 0.75) return;
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  scrollBy({ top: top - innerHeight * 0.4, behavior: isCalm ? 'instant' : 'smooth' });
}
