/** Time links inside the element (`?t=<seconds>#…`) move its player instead of loading the page anew. */
export default function attach(element: HTMLElement): void {
  const audio = element.querySelector('audio');
  if (!audio) return;
  element.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[href^="?t="]');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    audio.currentTime = Number(new URLSearchParams(link.search).get('t'));
    // Browsers may refuse to play; the reader then presses play at the right place.
    audio.play().catch(() => undefined);
  });
}
