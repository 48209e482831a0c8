/** What a probing child says: libav would not open the file, or it lasts longer than any may, however much. */
export type Verdict = Findings | 'refused' | 'too-long';

/** What there is in a file. */
export interface Findings {
  /** The container's short name as libav gives it. */
  format: string;
  /** The first audio track; null when there is none. */
  audio: AudioFindings | null;
}

/** Silence is put where the track is late or pauses, so that times in the samples are times in the file. */
export interface AudioFindings {
  /** Whole milliseconds, silence included. */
  durationMs: number;
  /** Silence before the first packet, in whole milliseconds. */
  leadMs: number;
  /** There is silence between packets. */
  hasGaps: boolean;
  channels: number;
}

/**
 * Up to here libav knows which loudspeaker a channel is and mixes accordingly; the tracks of a
 * recording with more (.mogg) are mixed in equal parts.
 */
export const MOST_NAMED_CHANNELS = 8;
