/**
 * Prevents a double submit: ignores further submits while the first is pending, and shows `data-busy-label`.
 * The button is not `disabled`, which would take the focus away and leave its value out of the post.
 */
export default function attach(element: HTMLElement): void {
  const button = element.querySelector<HTMLButtonElement>('button[type="submit"]');
  if (!button) return;
  const idleContent = [...button.childNodes];
  let isUnderway = false;

  element.addEventListener('submit', (event) => {
    if (isUnderway) {
      event.preventDefault();
      return;
    }
    isUnderway = true;
    button.setAttribute('aria-disabled', 'true');
    if (button.dataset.busyLabel) button.textContent = button.dataset.busyLabel;
  });

  // The back button may restore the page from the back/forward cache.
  window.addEventListener('pageshow', (event) => {
    if (!event.persisted) return;
    isUnderway = false;
    button.removeAttribute('aria-disabled');
    button.replaceChildren(...idleContent);
  });
}
