import type { EndReason } from '@/app/domain/meeting/end-reason';
import type { MeetingTimeline } from '@/app/domain/meeting/timeline';

/** Name of the recording in the folder of a visit. */
export const AUDIO_FILE = 'audio.webm';

export interface VisitRequest {
  /** The meeting's code, such as 'abc-defg-hij'. */
  room: string;
  /** Shown to everybody there. */
  botName: string;
  /** The line for the chat that says who records. */
  announcement: string;
  /** What is left of the maximum wait; counts from the first knock. */
  maxWaitMs: number;
  /** When it leaves at the latest. */
  leaveAt: Date;
  /**
   * A folder of this visit alone. Gets `audio.webm` (opus, appended as it comes) and `timeline.jsonl`, so that
   * whoever finds the folder after a crash can use both.
   */
  folder: string;
  /** Aborted: leaves at once, stores what it has, and resolves with 'stopped'. */
  signal: AbortSignal;
  onState(state: VisitState): void;
}

export type VisitState =
  /** `lastsUntil`: when the maximum wait ends. */
  | { phase: 'entering' }
  | { phase: 'lobby'; lastsUntil: Date }
  /**
   * At the first sample, and whenever somebody comes or goes, or `isUnheard` changes: people are seen speaking, and no
   * sound arrives. `people`: without assistants.
   */
  | { phase: 'recording'; since: Date; people: string[]; isUnheard?: boolean };

export interface VisitEnd {
  reason: EndReason;
  /** For the log: what the page showed, which buttons there were. Never a user's words. */
  detail?: string;
}

/** What a folder of a visit contains, also after a kill. */
export interface VisitedPiece {
  /** The recording as the browser wrote it: WebM without a duration. */
  audioPath: string;
  /** When its first sample was heard. */
  startedAt: Date;
  timeline: MeetingTimeline;
  /** People were seen speaking, and no sound arrived. */
  isUnheard: boolean;
}

export interface MeetingBot {
  /** Why no assistant can come from this machine; null when one can. */
  obstacle(): Promise<'no-browser' | null>;
  /**
   * Sends the assistant into a meeting, in a child process with a browser of its own, and resolves when both have
   * ended. The child ends itself, and its browser, when this process dies or stays silent.
   */
  visit(request: VisitRequest): Promise<VisitEnd>;
  /** Reads what a visit left in its folder; null when nothing was heard. */
  readPiece(folder: string): Promise<VisitedPiece | null>;
}
