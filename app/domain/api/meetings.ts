import { z } from 'zod';
import { code } from '../form-fields';
import { meetingSchema, meetingSettingsSchema } from '../meeting/forms';
import { WAIT_OPTIONS } from '../meeting/limits';
import { meetingUrl } from '../meeting/meeting-url';
import { MEETING_STATUSES, type MeetingStatus } from '../meeting/status';

const { meet_name, meet_url, language } = meetingSchema.shape;
const { bot_name } = meetingSettingsSchema.shape;

export const meetingsQuery = z.object({
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  limit: z.coerce.number().int().min(1).max(100).default(5),
  status: z.enum(MEETING_STATUSES).default('waiting'),
});

export const meetingRow = z
  .object({
    crypto: z.string(),
    meet_name: z.string(),
    meet_url: z.url(),
    meet_date: z.iso.datetime(),
    meet_type: z.enum(['instant', 'scheduled']),
    status: z.enum(MEETING_STATUSES),
  })
  .meta({ id: 'Meeting' });

interface Row {
  publicId: string;
  title: string;
  room: string;
  startsAt: Date;
  type: 'instant' | 'scheduled';
  status: MeetingStatus;
}

export const meetingRowOf = ({ publicId, title, room, startsAt, type, status }: Row) => ({
  crypto: publicId,
  meet_name: title,
  meet_url: meetingUrl(room),
  meet_date: startsAt.toISOString(),
  meet_type: type,
  status,
});

/** A moment with its zone. */
export const moment = z.iso
  .datetime({ offset: true, error: code('meeting.date-invalid') })
  .transform((text) => new Date(text));

/** A moment with its zone, to the minute; what JSON Schema calls a date-time has seconds. */
const minute = z.iso.datetime({ offset: true, precision: -1 }).meta({ format: undefined });

const momentOrMinute = z
  .union([z.iso.datetime({ offset: true }), minute], { error: code('meeting.date-invalid') })
  .transform((text) => new Date(text));

export const newMeetingSchema = z.object({
  meet_name,
  meet_url,
  /** Null or absent for at once. */
  meet_date: momentOrMinute.nullish(),
  /** Every meeting waits at first. */
  status: z.literal('waiting').optional(),
  language,
  /** Of the experimental assistant, where the account has not accepted them yet. */
  terms: z.boolean().default(false),
});

export const waitSeconds = z.literal(WAIT_OPTIONS, {
  error: ({ input }) => code(input === undefined ? 'meeting.wait-required' : 'meeting.wait-invalid'),
});

/** How the assistant presents itself, and how many seconds it waits. */
export const meetSettingsSchema = z.object({ bot_name, max_wait_time: waitSeconds });

export const settingsAnswer = z.object({
  data: z.object({ bot_name: z.string(), max_wait_time: z.int() }),
});
