export const MEETING_STATUSES = ['waiting', 'running', 'completed', 'failed'] as const;

export type MeetingStatus = (typeof MEETING_STATUSES)[number];

export type MeetingType = 'instant' | 'scheduled';

/** What the assistant of an unfinished meeting does; null before it starts and after it has ended. */
export type MeetingPhase = 'entering' | 'lobby' | 'recording' | 'rejoining' | 'finishing';

interface Stage {
  status: MeetingStatus;
  phase: MeetingPhase | null;
}

/** Whether the assistant of a meeting has not started yet. */
export const isUpcoming = ({ status, phase }: Stage): boolean => status === 'waiting' && phase === null;

/** Longer than a free assistant takes to start. */
const QUEUED_MS = 10_000;

/** Its time has come, and all assistants are in other meetings, or the worker is down. */
export const isQueued = (meeting: Stage & { startsAt: Date }, now: Date): boolean =>
  isUpcoming(meeting) && now.getTime() - meeting.startsAt.getTime() > QUEUED_MS;

/** Its owner wants the assistant to leave, and it has not left yet. */
export const isStopping = ({ phase, stopRequestedAt }: Stage & { stopRequestedAt: Date | null }): boolean =>
  stopRequestedAt !== null && phase !== null;

/** Whether a meeting can be changed: scheduled, and its assistant has not started. */
export const isChangeable = (meeting: Stage & { type: MeetingType }): boolean =>
  meeting.type === 'scheduled' && isUpcoming(meeting);
