/** Brings what a `<details>` opens into view; of what is taller than the view, its beginning. */
export default function attach(element: HTMLElement): void {
  const details = element as HTMLDetailsElement;
  details.addEventListener('toggle', () => {
    if (details.open) details.scrollIntoView({ block: 'nearest' });
  });
}
