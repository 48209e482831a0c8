import { startTimeOf, type TypedTime } from '@/app/domain/meeting/start-time';
import { withIdempotencyKey } from '../platform/idempotency/with-idempotency-key.server';
import { assertAssistantAvailable } from './assert-assistant-available.server';
import { insertMeeting } from './insert-meeting.server';
import { lockOwner } from './lock-owner.server';
import { requireTerms } from './require-terms.server';

export interface MeetingDetails {
  title: string;
  /** The meeting's code. */
  room: string;
  /** When it starts; null for at once. */
  at: TypedTime | Date | null;
  language: string;
  /** Defaults to the account's. */
  botName?: string | undefined;
  /** Defaults to the account's. */
  maxWaitSeconds?: number | undefined;
}

export interface MeetingRequest extends MeetingDetails {
  userId: number;
  submissionId: string;
  acceptsTerms: boolean;
}

/**
 * Sends the assistant to a meeting, at once or at its time. Returns the meeting's public id.
 * @throws AppError those of startTimeOf, assertAssistantAvailable and insertMeeting; 'meeting.terms-required'
 */
export function createMeeting(request: MeetingRequest): Promise<string> {
  const { userId, submissionId, at, botName, maxWaitSeconds, acceptsTerms, ...details } = request;
  return withIdempotencyKey(`create-meeting:${userId}`, submissionId, async (transaction) => {
    const owner = await lockOwner(userId, transaction);
    const now = new Date();
    const startsAt = at ? startTimeOf(at, owner.timeZone, now) : now;
    await assertAssistantAvailable(userId, transaction);
    await requireTerms(owner, acceptsTerms, transaction);
    const { publicId } = await insertMeeting(
      {
        ...details,
        userId,
        type: at ? 'scheduled' : 'instant',
        startsAt,
        botName: botName ?? null,
        maxWaitSeconds: maxWaitSeconds ?? null,
      },
      transaction,
    );
    return publicId;
  });
}
