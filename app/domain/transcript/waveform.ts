/** A stretch of a recording that belongs to something, such as the words of one speaker. */
export interface TimeSpan {
  startMs: number;
  endMs: number;
}

/** Of the spans, in the order of their starts, the last that has begun at a time, unless it is over by then. */
export function spanAt<Span extends TimeSpan>(spans: readonly Span[], ms: number): Span | null {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (spans[middle]!.startMs <= ms) low = middle + 1;
    else high = middle;
  }
  const span = spans[low - 1];
  return span && ms < span.endMs ? span : null;
}

/** The loudest of the peaks that each of `barCount` bars stands for; with fewer peaks, several bars show one. */
export function barsOf(peaks: Uint8Array, barCount: number): Uint8Array {
  const bars = new Uint8Array(barCount);
  if (peaks.length === 0) return bars;
  for (let bar = 0; bar < barCount; bar += 1) {
    const from = Math.floor((bar * peaks.length) / barCount);
    const to = Math.max(from + 1, Math.floor(((bar + 1) * peaks.length) / barCount));
    for (let at = from; at < to; at += 1) bars[bar] = Math.max(bars[bar]!, peaks[at]!);
  }
  return bars;
}

/** Of one bar, in device pixels: upright around the middle. */
export interface BarShape {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** In CSS pixels. */
const BAR_PITCH = 3;
const BAR_WIDTH = 2;

/** So many bars fit into a width in device pixels. */
export const barCountFor = (width: number, pixelRatio: number): number =>
  Math.max(1, Math.floor(width / (BAR_PITCH * pixelRatio)));

/**
 * Spreads bars evenly over a box, on whole pixels, so that none is blurred. A silent one is a dot of the bar's
 * width.
 */
export function barShapes(
  bars: Uint8Array,
  { width, height, pixelRatio }: { width: number; height: number; pixelRatio: number },
): BarShape[] {
  const barWidth = Math.max(1, Math.round(BAR_WIDTH * pixelRatio));
  return Array.from(bars, (level, index) => {
    const barHeight = Math.max(barWidth, Math.round((level / 255) * height));
    return {
      x: Math.round((index * width) / bars.length),
      y: Math.floor((height - barHeight) / 2),
      width: barWidth,
      height: barHeight,
    };
  });
}
