/** One person whose tile showed speech, in ms of the recording. */
export interface SpokenRange {
  name: string;
  startMs: number;
  endMs: number;
}

/** Who spoke when in a meeting, as its page showed it; of one piece or of the whole recording. */
export interface MeetingTimeline {
  /** Everybody who was there, without assistants; in order of arrival. */
  people: string[];
  /** In order of their start. Two people may speak at once. */
  spoken: SpokenRange[];
}
