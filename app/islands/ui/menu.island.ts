/** A `<details>` that closes like a menu: on Escape, on a click outside, and when it loses the focus. */
export default function attach(menu: HTMLElement): void {
  const details = menu as HTMLDetailsElement;
  const close = () => {
    details.open = false;
  };
  document.addEventListener('click', (event) => {
    if (!details.contains(event.target as Node)) close();
  });
  details.addEventListener('focusout', ({ relatedTarget }) => {
    // Without `relatedTarget`, the window lost the focus, or the click hit an element that cannot have it.
    if (relatedTarget && !details.contains(relatedTarget as Node)) close();
  });
  details.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !details.open) return;
    close();
    details.querySelector('summary')?.focus();
  });
  details.addEventListener('click', (event) => {
    if ((event.target as Element).closest('a[data-island~="dialog"]')) close();
  });
}
