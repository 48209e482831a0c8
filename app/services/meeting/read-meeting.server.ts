import { isQueued, isStopping } from '@/app/domain/meeting/status';
import { LiveSegment } from '@/models/live-segment.server';
import type { Meeting } from '@/models/meeting.server';
import { pick } from '../platform/pick';
import { isExtendable } from './extend-visit.server';
import { findOwnMeeting } from './find-own-meeting.server';

/** Longer than a greeting and its recognition take. */
const UNHEARD_MS = 60_000;

export type MeetingDetailsView = Awaited<ReturnType<typeof readMeeting>>;

/** A meeting as its page and forms show it. @throws AppError 'meeting.not-found' */
export async function readMeeting(userId: number, publicId: string, now = new Date()) {
  const meeting = await findOwnMeeting(userId, publicId);
  const { transcription } = meeting;
  const liveSegments = await LiveSegment.count({ where: { meetingId: meeting.id } });
  return {
    ...pick(meeting, 'publicId', 'title', 'room', 'type', 'status', 'phase', 'startsAt', 'language'),
    ...pick(meeting, 'botName', 'maxWaitSeconds', 'recordingSince', 'leavesAt', 'endedAt', 'endReason'),
    changedAtMs: meeting.updatedAt.getTime(),
    people: peopleOf(meeting),
    isStopping: isStopping(meeting),
    isQueued: isQueued(meeting, now),
    isExtendable: isExtendable(meeting),
    waitSecondsLeft: secondsLeft(meeting, now),
    /** Grows with the live text. */
    liveSegments,
    isUnheard: isUnheard(meeting, liveSegments, now),
    transcription: transcription ? pick(transcription, 'publicId', 'status') : null,
  };
}

/** People are there, and for a while nothing was heard of them. */
const isUnheard = (meeting: Meeting, liveSegments: number, now: Date): boolean =>
  meeting.phase === 'recording' &&
  liveSegments === 0 &&
  peopleOf(meeting).length > 0 &&
  now.getTime() - (meeting.recordingSince?.getTime() ?? now.getTime()) > UNHEARD_MS;

const peopleOf = ({ people }: Meeting): string[] => (people ? (JSON.parse(people) as string[]) : []);

/** What is left of the maximum wait; null outside of the waiting room. */
function secondsLeft({ phase, waitsUntil }: Meeting, now: Date): number | null {
  if (phase !== 'lobby' || !waitsUntil) return null;
  return Math.max(0, Math.ceil((waitsUntil.getTime() - now.getTime()) / 1000));
}
