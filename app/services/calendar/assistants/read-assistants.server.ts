import type { Choice } from '@/app/domain/calendar/assistant';
import type { MeetingPhase, MeetingStatus } from '@/app/domain/meeting/status';
import { EventAssistant } from '@/models/event-assistant.server';
import { Meeting } from '@/models/meeting.server';
import { pick } from '../../platform/pick';
import { eventKeyOf } from './event-key.server';

export interface AssistantState {
  choice: Choice | null;
  /** The meeting that came of the event. */
  meeting: { publicId: string; status: MeetingStatus; phase: MeetingPhase | null } | null;
}

/** What an account's events have had decided for them, by event; absent where nothing was. */
export async function readAssistants(
  userId: number,
  eventIds: readonly string[],
): Promise<Map<string, AssistantState>> {
  const eventKey = eventIds.map(eventKeyOf);
  const rows = await EventAssistant.findAll({ where: { userId, eventKey } });
  const id = rows.flatMap(({ meetingId }) => meetingId ?? []);
  const meetings = new Map(
    (await Meeting.findAll({ where: { id } })).map((meeting) => [meeting.id, meeting]),
  );
  return new Map(rows.map((row) => [row.eventId, stateOf(row, meetings.get(row.meetingId ?? 0))]));
}

function stateOf({ choice, sent }: EventAssistant, meeting: Meeting | undefined): AssistantState {
  return {
    choice: sent && !meeting ? 'skip' : choice,
    meeting: meeting ? pick(meeting, 'publicId', 'status', 'phase') : null,
  };
}
