import { find, findAll, textsOf } from '../ui/find-part';
import { SEARCH, SEARCH_PLAYER } from './search.contract';

/** Buttons of hits play in the one player of the page, so that one stops where another begins. */
export function playHits(root: HTMLElement): void {
  const player = find(root, SEARCH_PLAYER.root);
  const audio = find(player, SEARCH_PLAYER.audio);
  const failed = find(player, SEARCH_PLAYER.failed);
  /** Of the hit that was played last, which a new search may have replaced: address and time. */
  let current = '';
  let startsAt = 0;

  const keyOf = (button: HTMLElement) => {
    const { audio: address, from } = textsOf(button, SEARCH.play);
    return `${address} ${from}`;
  };

  function show(): void {
    for (const button of findAll(root, SEARCH.play)) {
      const isPlaying = !audio.paused && keyOf(button) === current;
      const { label, pause } = textsOf(button, SEARCH.play);
      button.setAttribute('aria-pressed', String(isPlaying));
      button.setAttribute('aria-label', isPlaying ? pause : label);
      button.title = isPlaying ? pause : label;
    }
  }

  function play(button: HTMLElement): void {
    const { audio: address, from } = textsOf(button, SEARCH.play);
    failed.hidden = true;
    player.hidden = false;
    find(player, SEARCH_PLAYER.title).textContent = button.dataset.title ?? '';
    startsAt = Number(from) / 1000;
    current = keyOf(button);
    const isSame = audio.getAttribute('src') === address && !audio.error;
    if (!isSame) audio.src = address;
    if (audio.readyState > 0 && isSame) audio.currentTime = startsAt;
    // The event tells what failed.
    audio.play().catch(show);
    // No event tells that another hit of the same recording plays on.
    show();
  }

  audio.addEventListener('loadedmetadata', () => {
    audio.currentTime = startsAt;
  });
  audio.addEventListener('error', () => {
    failed.hidden = false;
    show();
  });
  for (const event of ['play', 'pause', 'ended']) audio.addEventListener(event, show);
  root.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest<HTMLElement>(SEARCH.play.selector);
    if (!button) return;
    if (!audio.paused && keyOf(button) === current) audio.pause();
    else play(button);
  });
}
