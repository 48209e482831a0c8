/** A time range of a recording, in whole milliseconds from its start. */
export interface TimeRange {
  startMs: number;
  endMs: number;
}

export const overlapMs = (one: TimeRange, other: TimeRange) =>
  Math.max(0, Math.min(one.endMs, other.endMs) - Math.max(one.startMs, other.startMs));
