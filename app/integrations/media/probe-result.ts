/**
 * Outcome of probing: the result, or 'refused' when libav cannot open the file, or 'too-long' when it exceeds
 * the duration limit.
 */
export type ProbeOutcome = ProbeResult | 'refused' | 'too-long';

export interface ProbeResult {
  /** Short name of the container as libav gives it. */
  format: string;
  /** The first audio track; null when there is none. */
  audio: AudioProbeResult | null;
}

/**
 * The decoder inserts silence where the track starts late or pauses, so that times in the samples equal times
 * in the file.
 */
export interface AudioProbeResult {
  /** Whole milliseconds, silence included. */
  durationMs: number;
  /** Silence before the first packet, in whole milliseconds. */
  leadMs: number;
  /** The track has gaps between packets, to be filled with silence. */
  hasGaps: boolean;
  channels: number;
}

/**
 * Up to this number of channels libav knows the channel layout and mixes accordingly; a recording with more
 * tracks (.mogg) is mixed in equal parts.
 */
export const MAX_NAMED_CHANNELS = 8;
