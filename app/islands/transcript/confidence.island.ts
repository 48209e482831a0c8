import { find } from '../ui/find-part';
import { CONFIDENCE_CARD } from './transcript.contract';

/** Marks what the card says as seen, since it is said only once; its button hides the card. */
export default function attach(card: HTMLElement): void {
  const form = find(card, CONFIDENCE_CARD.form);
  const body = new URLSearchParams(new FormData(form) as unknown as Record<string, string>);
  // If the request fails, the card is shown again.
  fetch(form.action, { method: 'POST', body, redirect: 'manual', keepalive: true }).catch(() => undefined);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    card.remove();
  });
}
