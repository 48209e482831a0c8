export const MEETING_STATUSES = ['waiting', 'running', 'completed', 'failed'] as const;

export type MeetingStatus = (typeof MEETING_STATUSES)[number];

export type MeetingType = 'instant' | 'scheduled';

/**
 * What the assistant of an unfinished meeting does; null before it starts and after it has ended. 'unheard': it
 * records, and people are seen speaking, but no sound arrives.
 */
export type MeetingPhase = 'entering' | 'lobby' | 'recording' | 'unheard' | 'rejoining' | 'finishing';

interface Stage {
  status: MeetingStatus;
  phase: MeetingPhase | null;
}

/** Whether the assistant of a meeting has not started yet. */
export const isUpcoming = ({ status, phase }: Stage): boolean => status === 'waiting' && phase === null;

/** Longer than a free assistant takes to start. */
const QUEUED_MS = 10_000;

/** Its time has come, and all assistants are in other meetings, or the worker is down. */
export const isQueued = ({ status, phase, startsAt }: Stage & { startsAt: Date }, now: Date): boolean =>
  isUpcoming({ status, phase }) && now.getTime() - startsAt.getTime() > QUEUED_MS;

export const isOver = ({ status }: Pick<Stage, 'status'>): boolean =>
  status === 'completed' || status === 'failed';

/** Whether its owner can delete a meeting: it is over, and there is no transcription of it. */
export const isDeletable = (meeting: Stage & { transcriptionId: number | null }): boolean =>
  isOver(meeting) && meeting.transcriptionId === null;

/** Whether a meeting can be changed: scheduled, and its assistant has not started. */
export const isChangeable = (meeting: Stage & { type: MeetingType }): boolean =>
  meeting.type === 'scheduled' && isUpcoming(meeting);
