/** A `<details>` that closes as a menu does: by Escape, and by a click elsewhere. */
export default function attach(menu: HTMLElement): void {
  const details = menu as HTMLDetailsElement;
  const close = () => {
    details.open = false;
  };
  document.addEventListener('click', (event) => {
    if (!details.contains(event.target as Node)) close();
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
