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

/** Whether a meeting can be changed: scheduled, and its assistant has not started. */
export const isChangeable = (meeting: Stage & { type: MeetingType }): boolean =>
  meeting.type === 'scheduled' && isUpcoming(meeting);
