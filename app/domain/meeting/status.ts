export const MEETING_STATUSES = ['waiting', 'running', 'completed', 'failed'] as const;

export type MeetingStatus = (typeof MEETING_STATUSES)[number];

export type MeetingType = 'instant' | 'scheduled';

/** What the assistant of an unfinished meeting does; null before it starts and after it has ended. */
export type MeetingPhase = 'entering' | 'lobby' | 'recording' | 'rejoining' | 'finishing';
