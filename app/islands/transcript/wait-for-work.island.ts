import { find, textsOf } from '../ui/find-part';
import { poll } from '../ui/poll';
import { UNDERWAY } from './wait-for-work.contract';

const LONGEST_INTERVAL_MS = 30_000;

/** Reloads the page once a job has changed its text; whoever edits or listens is told, and reloads it themselves. */
export default function attach(line: HTMLElement): void {
  const { statusUrl, version, over } = textsOf(line, UNDERWAY.root);
  let isOver = false;
  poll(
    async () => {
      const answer = await fetch(statusUrl, { headers: { 'If-None-Match': version } });
      // 404: the transcription was deleted elsewhere.
      isOver = answer.status === 204 || answer.status === 404;
      if (!isOver) return;
      if (isBusy()) line.replaceChildren(`${over} `, find(line, UNDERWAY.link));
      else location.reload();
    },
    { longestMs: LONGEST_INTERVAL_MS, isNeeded: () => !isOver },
  );
}

const isBusy = () =>
  document.querySelector('[data-editing], dialog[open], :popover-open') !== null ||
  [...document.querySelectorAll('audio')].some(({ paused }) => !paused);
