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
 * A caption that could not be read in its time may begin a little before its first word, or last into the next
 * one, which then begins late.
 */
const MAX_LEAD_MS = 500;
const MAX_LAG_MS = 400;

/**
 * When captions are shown: from their first word to their last, and on into the pause after it while they are
 * being read, for at most MAX_CAPTION_MS. They never overlap; between them are at least MIN_GAP_MS or nothing.
 *
 * @param captions in the order in which they are shown
 * @param endMs of the recording
 */
export function timeCaptions(captions: readonly SpokenCaption[], endMs: number): TimeRange[] {
  const starts = startTimes(captions);
  const times: TimeRange[] = [];
  for (const [index, caption] of captions.entries()) {
    const startMs = starts[index]!;
    const nextMs = starts[index + 1] ?? Math.max(endMs, caption.endMs, startMs + 1);
    const time = { startMs, endMs: endTime(caption, startMs, nextMs) };
    times.push({ ...time, startMs: leadTime(time, caption.readingMs, times.at(-1)?.endMs ?? 0) });
  }
  return times;
}

/** A caption begins with its first word, or later while the one before it is read. */
function startTimes(captions: readonly SpokenCaption[]): number[] {
  const starts: number[] = [];
  let freeMs = 0;
  for (const caption of captions) {
    const startMs = Math.max(caption.startMs, freeMs);
    starts.push(startMs);
    freeMs = startMs + Math.max(MIN_GAP_MS, heldMs(caption, startMs - caption.startMs));
  }
  return starts;
}

/** How long the next caption waits at least. @param delayMs by which this one is shown late */
function heldMs({ startMs, endMs, readingMs }: SpokenCaption, delayMs: number): number {
  const spokenMs = endMs - startMs;
  if (delayMs + readingMs <= spokenMs + MAX_LAG_MS) return readingMs;
  const share = Math.max(LEAST_SHARE, 1 - delayMs / FULL_DELAY_MS);
  return Math.round(share * Math.min(readingMs, spokenMs));
}

function endTime({ endMs, readingMs }: SpokenCaption, startMs: number, nextMs: number): number {
  const wantedMs = Math.max(endMs, startMs + readingMs);
  const latestMs = Math.min(startMs + MAX_CAPTION_MS, nextMs);
  const shownUntilMs = Math.min(wantedMs, latestMs);
  if (shownUntilMs === nextMs || nextMs - shownUntilMs >= MIN_GAP_MS) return shownUntilMs;
  return nextMs <= startMs + MAX_CAPTION_MS ? nextMs : nextMs - MIN_GAP_MS;
}

/** When a caption begins that takes the pause before it, if it needs that. @param freeMs end of the one before */
function leadTime({ startMs, endMs }: TimeRange, readingMs: number, freeMs: number): number {
  const wantedMs = Math.max(startMs - MAX_LEAD_MS, Math.min(startMs, endMs - readingMs));
  return wantedMs - freeMs < MIN_GAP_MS ? freeMs : wantedMs;
}
