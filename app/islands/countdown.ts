/**
 * Counts the seconds in its `[role="timer"]` down. Until they are over, the button of the form it stands in
 * cannot be pressed; then it goes away.
 */
export default function attach(element: HTMLElement): void {
  const left = element.querySelector('[role="timer"]')!;
  const button = element.closest('form')!.querySelector('button')!;
  const endsAt = Date.now() + Number(left.textContent) * 1000;

  const timer = setInterval(tick, 250);
  tick();

  // By the clock, since timers stand still in a tab that is hidden.
  function tick(): void {
    const seconds = Math.ceil((endsAt - Date.now()) / 1000);
    button.disabled = seconds > 0;
    if (seconds > 0) left.textContent = String(seconds);
    else {
      clearInterval(timer);
      element.remove();
    }
  }
}
