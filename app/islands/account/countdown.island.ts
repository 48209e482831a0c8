import { find, required } from '../ui/find-part';
import { COUNTDOWN } from './account.contract';

/** Counts down the seconds in its `[role="timer"]`, then removes itself and enables its form's button. */
export default function attach(element: HTMLElement): void {
  const left = find(element, COUNTDOWN.left);
  const button = find(required(element.closest('form'), 'form of a countdown'), COUNTDOWN.button);
  const endsAt = Date.now() + Number(left.textContent) * 1000;

  const timer = setInterval(tick, 250);
  tick();

  // By the clock, because browsers throttle timers in a hidden tab.
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
