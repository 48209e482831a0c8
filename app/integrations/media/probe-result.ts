/** 'refused': libav cannot open the file; 'too-long': it exceeds the duration limit. */
export type ProbeOutcome = ProbeResult | 'refused' | 'too-long';

interface ProbeResult {
  format: string;
  /** The first audio track; null when there is none. */
  audio: AudioProbeResult | null;
}

/** The decoder adds silence where the track starts late or pauses, to keep the times of the file. */
export interface AudioProbeResult {
  /** Whole milliseconds, silence included. */
  durationMs: number;
  /** Silence before the first packet, in whole milliseconds. */
  leadMs: number;
  /** The track has gaps between packets, to be filled with silence. */
  hasGaps: boolean;
  channels: number;
}

/** Up to this number libav mixes by the channel layout; a recording with more (.mogg) in equal parts. */
export const MAX_NAMED_CHANNELS = 8;
