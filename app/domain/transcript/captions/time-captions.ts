import type { TimeRange } from '../time-range';
import { MAX_CAPTION_MS, MIN_GAP_MS } from './caption-rules';

/** When a caption's words are spoken, and how long it takes to read. */
export interface SpokenCaption extends TimeRange {
  readingMs: number;
}

/** Where several speak at the same time, captions fall behind, and each is shown shorter the more they do. */
const FULL_DELAY_MS = 5_000;
const LEAST_SHARE = 0.4;

/**
 * When captions are shown: from their first word to their last, and on into the pause after it while they are
 * being read, for at most MAX_CAPTION_MS. They never overlap; between them are at least MIN_GAP_MS or nothing.
 *
 * @param captions in the order in which they are shown
 * @param endMs of the recording
 */
export function timeCaptions(captions: readonly SpokenCaption[], endMs: number): TimeRange[] {
  const starts = startTimes(captions);
  return captions.map((caption, index) => {
    const startMs = starts[index]!;
    const nextMs = starts[index + 1] ?? Math.max(endMs, caption.endMs, startMs + 1);
    return { startMs, endMs: endTime(caption, startMs, nextMs) };
  });
}

/** A caption begins with its first word, or later while an overlapping one before it is read. */
function startTimes(captions: readonly SpokenCaption[]): number[] {
  const starts: number[] = [];
  let freeMs = 0;
  for (const caption of captions) {
    const startMs = Math.max(caption.startMs, freeMs);
    starts.push(startMs);
    const share = Math.max(LEAST_SHARE, 1 - (startMs - caption.startMs) / FULL_DELAY_MS);
    const ownMs = Math.min(caption.readingMs, caption.endMs - caption.startMs);
    freeMs = startMs + Math.max(MIN_GAP_MS, Math.round(share * ownMs));
  }
  return starts;
}

function endTime({ endMs, readingMs }: SpokenCaption, startMs: number, nextMs: number): number {
  const wantedMs = Math.max(endMs, startMs + readingMs);
  const latestMs = Math.min(startMs + MAX_CAPTION_MS, nextMs);
  const shownUntilMs = Math.min(wantedMs, latestMs);
  if (shownUntilMs === nextMs || nextMs - shownUntilMs >= MIN_GAP_MS) return shownUntilMs;
  return nextMs <= startMs + MAX_CAPTION_MS ? nextMs : nextMs - MIN_GAP_MS;
}
