import { z } from 'zod';
import { meetingSchema } from '../../meeting/forms';
import { meetingUrl } from '../../meeting/meeting-url';
import { MEETING_STATUSES, type MeetingStatus } from '../../meeting/status';
import { moment, waitSeconds } from '../meetings';
import { pageQuery } from './lists';

export const meetingsQuery = pageQuery.extend({ status: z.enum(MEETING_STATUSES).optional() });

export const meeting = z
  .object({
    id: z.string(),
    name: z.string(),
    url: z.url(),
    type: z.enum(['instant', 'scheduled']),
    status: z.enum(MEETING_STATUSES),
    /** What the assistant of an unfinished meeting does; null before it starts and after it has ended. */
    phase: z.string().nullable(),
    starts_at: z.iso.datetime(),
    /** Why it ended; null before. */
    end_reason: z.string().nullable(),
  })
  .meta({ id: 'MeetingV1' });

export const meetingDetail = meeting
  .extend({
    version: z.int(),
    language: z.string(),
    ended_at: z.iso.datetime().nullable(),
    /** Of its recording; null before there is one. */
    transcription_id: z.string().nullable(),
  })
  .meta({ id: 'MeetingDetailV1' });

interface Row {
  publicId: string;
  title: string;
  room: string;
  type: 'instant' | 'scheduled';
  status: MeetingStatus;
  phase: string | null;
  startsAt: Date;
  endReason: string | null;
}

export const meetingOf = ({ publicId, title, room, type, status, phase, startsAt, endReason }: Row) => ({
  id: publicId,
  name: title,
  url: meetingUrl(room),
  type,
  status,
  phase,
  starts_at: startsAt.toISOString(),
  end_reason: endReason,
});

const { meet_name, meet_url, language, bot_name } = meetingSchema.shape;
const fields = {
  name: meet_name,
  url: meet_url,
  language,
  bot_name,
  max_wait_seconds: waitSeconds.optional(),
};

export const newMeeting = z.object({
  ...fields,
  /** Absent for at once. */
  starts_at: moment.optional(),
  /** Of the experimental assistant, where the account has not accepted them yet. */
  accepts_terms: z.boolean().default(false),
});

export const changedMeeting = z.object({ ...fields, starts_at: moment });
