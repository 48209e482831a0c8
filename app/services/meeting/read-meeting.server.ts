import { LiveSegment } from '@/models/live-segment.server';
import type { Meeting } from '@/models/meeting.server';
import { pick } from '../platform/pick';
import { isExtendable, longestStay } from './extend-visit.server';
import { findOwnMeeting } from './find-own-meeting.server';
import { stateOf } from './list-meetings.server';

export type MeetingDetailsView = Awaited<ReturnType<typeof readMeeting>>;

/** A meeting as its page and forms show it. @throws AppError 'meeting.not-found' */
export async function readMeeting(userId: number, publicId: string, now = new Date()) {
  const meeting = await findOwnMeeting(userId, publicId);
  const { transcription } = meeting;
  return {
    ...pick(meeting, 'publicId', 'title', 'room', 'type', 'status', 'phase', 'startsAt', 'language'),
    ...pick(meeting, 'botName', 'maxWaitSeconds', 'recordingSince', 'leavesAt', 'endedAt', 'endReason'),
    changedAtMs: meeting.updatedAt.getTime(),
    people: peopleOf(meeting),
    ...stateOf(meeting, now),
    isExtendable: isExtendable(meeting),
    staysUntil: longestStay(meeting),
    waitSecondsLeft: secondsLeft(meeting, now),
    /** Grows with the live text. */
    liveSegments: await LiveSegment.count({ where: { meetingId: meeting.id } }),
    transcription: transcription ? pick(transcription, 'publicId', 'status') : null,
  };
}

const peopleOf = ({ people }: Meeting): string[] => (people ? (JSON.parse(people) as string[]) : []);

/** What is left of the maximum wait; null outside of the waiting room. */
function secondsLeft({ phase, waitsUntil }: Meeting, now: Date): number | null {
  if (phase !== 'lobby' || !waitsUntil) return null;
  return Math.max(0, Math.ceil((waitsUntil.getTime() - now.getTime()) / 1000));
}
