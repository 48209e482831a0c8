import type { TimeRange } from '../transcript/time-range';

/** A time in which a person's tile showed speech, in ms of the recording. */
export interface SpokenRange extends TimeRange {
  name: string;
}

/** Who spoke when in a meeting, as its page showed it; of one piece or of the whole recording. */
export interface MeetingTimeline {
  /** Everybody who was there, without assistants; in order of arrival. */
  people: string[];
  /** In order of their start. Two people may speak at once. */
  spoken: SpokenRange[];
}

/** Of a recording that several visits made. */
export interface JoinedTimeline extends MeetingTimeline {
  /** Times without an assistant, which are silent in the recording. */
  gaps: TimeRange[];
}

/** What one visit recorded. */
export interface TimedPiece {
  /** When its first sample was heard. */
  startedAt: Date;
  durationMs: number;
  timeline: MeetingTimeline;
}

/** Where each piece begins in the whole recording, in ms. A piece begins no earlier than the one before ends. */
export function placePieces(pieces: readonly Pick<TimedPiece, 'startedAt' | 'durationMs'>[]): number[] {
  const starts: number[] = [];
  let endMs = 0;
  for (const { startedAt, durationMs } of pieces) {
    const startMs = Math.max(endMs, startedAt.getTime() - pieces[0]!.startedAt.getTime());
    starts.push(startMs);
    endMs = startMs + durationMs;
  }
  return starts;
}

/** @param pieces in order of time, at least one */
export function joinTimelines(pieces: readonly TimedPiece[]): JoinedTimeline {
  const starts = placePieces(pieces);
  const ends = pieces.map(({ durationMs }, index) => starts[index]! + durationMs);
  return {
    people: [...new Set(pieces.flatMap(({ timeline }) => timeline.people))],
    spoken: pieces.flatMap(({ timeline }, index) =>
      timeline.spoken.map(({ name, startMs, endMs }) => ({
        name,
        startMs: startMs + starts[index]!,
        endMs: endMs + starts[index]!,
      })),
    ),
    gaps: starts
      .slice(1)
      .map((startMs, index) => ({ startMs: ends[index]!, endMs: startMs }))
      .filter(({ startMs, endMs }) => endMs > startMs),
  };
}
