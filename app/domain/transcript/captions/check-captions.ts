import {
  CAPTION_LINES,
  CHARACTERS_PER_SECOND,
  LINE_CHARACTERS,
  MAX_CAPTION_MS,
  MIN_CAPTION_MS,
  MIN_GAP_MS,
} from './caption-rules';
import { type Caption, charactersOf } from './captions';

export const CAPTION_FAULTS = ['fast', 'short', 'long', 'lines', 'gap'] as const;

/**
 * A rule that a caption breaks: too many characters a second, shown too short or too long, too long a line or
 * too many of them, a gap before the next that is shorter than two frames.
 */
export type CaptionFault = (typeof CAPTION_FAULTS)[number];

export interface FaultyCaption {
  caption: Caption;
  faults: CaptionFault[];
  /** Its reading speed. */
  charactersPerSecond: number;
}

/** The captions that break a rule, in their order. */
export function checkCaptions(captions: readonly Caption[]): FaultyCaption[] {
  return captions.flatMap((caption, index) => {
    const charactersPerSecond = speedOf(caption);
    const faults = faultsOf(caption, charactersPerSecond, captions[index + 1]);
    return faults.length > 0 ? [{ caption, faults, charactersPerSecond }] : [];
  });
}

function speedOf({ startMs, endMs, labelledLines }: Caption): number {
  return (charactersOf(labelledLines) * 1_000) / (endMs - startMs);
}

function faultsOf(caption: Caption, speed: number, next: Caption | undefined): CaptionFault[] {
  const { startMs, endMs, labelledLines } = caption;
  const gapMs = next ? next.startMs - endMs : MIN_GAP_MS;
  const isBroken: Record<CaptionFault, boolean> = {
    fast: speed > CHARACTERS_PER_SECOND,
    short: endMs - startMs < MIN_CAPTION_MS,
    long: endMs - startMs > MAX_CAPTION_MS,
    lines:
      labelledLines.length > CAPTION_LINES || labelledLines.some(({ length }) => length > LINE_CHARACTERS),
    gap: gapMs !== 0 && gapMs < MIN_GAP_MS,
  };
  return CAPTION_FAULTS.filter((fault) => isBroken[fault]);
}
