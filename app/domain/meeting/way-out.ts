import { isUpcoming, type MeetingPhase, type MeetingStatus, type MeetingType } from './status';

/** How a meeting ends by its owner's wish: what the page asks about before it. */
export type WayOut = 'cancel' | 'giveUp' | 'stop' | 'delete';

interface Endable {
  type: MeetingType;
  status: MeetingStatus;
  phase: MeetingPhase | null;
  isStopping: boolean;
  isDeletable: boolean;
}

/** Null where there is nothing to end: the assistant is leaving, or has left a transcription. */
export function wayOut({ isDeletable, isStopping, ...meeting }: Endable): WayOut | null {
  if (isDeletable) return 'delete';
  if (isUpcoming(meeting)) return meeting.type === 'scheduled' ? 'cancel' : 'giveUp';
  if (meeting.phase === null || meeting.phase === 'finishing' || isStopping) return null;
  return meeting.status === 'running' ? 'stop' : 'giveUp';
}
