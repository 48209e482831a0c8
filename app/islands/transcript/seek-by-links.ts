import { UTTERANCE } from './transcript.contract';

export const hasModifier = ({ ctrlKey, metaKey, shiftKey, altKey }: MouseEvent) =>
  ctrlKey || metaKey || shiftKey || altKey;

/** Time links seek the player without a page load. A page opened by such a link plays at once. */
export function seekByLinks(page: HTMLElement, audio: HTMLAudioElement): void {
  // Browsers may block autoplay; the reader then presses play at the right position.
  const play = () => audio.play().catch(() => undefined);
  if (new URLSearchParams(location.search).has('t')) play();
  page.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>(UTTERANCE.time.selector);
    if (!link || hasModifier(event)) return;
    event.preventDefault();
    audio.currentTime = Number(new URLSearchParams(link.search).get('t'));
    play();
  });
}
