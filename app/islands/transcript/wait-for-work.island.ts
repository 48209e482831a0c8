import { find, textsOf } from '../ui/find-part';
import { UNDERWAY } from './wait-for-work.contract';

const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 30_000;

/** Reloads the page once a job has changed its text; whoever edits or listens is told, and reloads it themselves. */
export default function attach(line: HTMLElement): void {
  const { statusUrl, version, over } = textsOf(line, UNDERWAY.root);
  let pauseMs = FIRST_PAUSE_MS;

  async function isOver(): Promise<boolean> {
    const answer = await fetch(statusUrl, { headers: { 'If-None-Match': version } });
    return answer.status === 204 || answer.status === 404;
  }

  async function ask(): Promise<void> {
    // The next time makes up for a failed one.
    if (document.hidden || !(await isOver().catch(() => false))) return askSoon();
    if (!isBusy()) return location.reload();
    line.replaceChildren(`${over} `, find(line, UNDERWAY.link));
  }

  function askSoon(): void {
    setTimeout(() => void ask(), pauseMs);
    pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
  }

  askSoon();
}

const isBusy = () =>
  document.querySelector('[data-editing], dialog[open], :popover-open') !== null ||
  [...document.querySelectorAll('audio')].some(({ paused }) => !paused);
