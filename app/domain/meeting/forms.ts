import { z } from 'zod';
import type { AppErrorCode } from '../errors';
import { checkbox, code, requiredText, submissionId } from '../form-fields';
import { isDay } from '../format/day';
import { toOneLine } from '../format/normalise-unicode';
import { recordingFields } from '../transcription/recording';
import { MAX_BOT_NAME_LENGTH, MAX_MEETING_NAME_LENGTH, WAIT_OPTIONS } from './limits';
import { readMeetingUrl } from './meeting-url';
import type { TypedTime } from './start-time';

const malformed = code('form.malformed');

/** Longest address that is read. */
const MAX_URL_LENGTH = 2048;

const room = z
  .string({ error: code('meeting.url-required') })
  .max(MAX_URL_LENGTH, code('meeting.url-invalid'))
  .transform((typed, context) => {
    const read = readMeetingUrl(typed);
    if ('room' in read) return read.room;
    context.addIssue({ code: 'custom', message: read.error });
    return z.NEVER;
  });

const waitSeconds = (missing = malformed) =>
  z
    .enum(WAIT_OPTIONS.map(String) as [string, ...string[]], { error: missing })
    .transform((seconds) => Number(seconds));

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

/** What every form of a meeting asks. */
const commonFields = {
  submissionId,
  meet_name: requiredText(toOneLine, 'meeting.name-required', {
    most: MAX_MEETING_NAME_LENGTH,
    tooLong: 'meeting.name-too-long',
  }),
  meet_url: room,
  meet_turn: z.enum(['first', 'second'], { error: malformed }).optional(),
  language: recordingFields.language,
  /** The account's when empty. */
  bot_name: z
    .string()
    .transform(toOneLine)
    .pipe(z.string().max(MAX_BOT_NAME_LENGTH, code('meeting.bot-name-too-long')))
    .optional(),
  /** The account's when empty. */
  max_wait_time: waitSeconds().optional(),
};

const scheduleFields = {
  ...commonFields,
  meet_date: z.string({ error: code('meeting.date-required') }).optional(),
  meet_time: z.string({ error: code('meeting.time-required') }).optional(),
};

interface Schedule {
  meet_type?: string;
  meet_date?: string | undefined;
  meet_time?: string | undefined;
}

/** A rule of scheduled meetings. It is checked beside those of the other fields, not only once they hold. */
const whenScheduled = (path: keyof Schedule, error: AppErrorCode, holds: (text: string) => boolean) =>
  [
    (form: Schedule) => form.meet_type === 'instant' || holds(form[path] ?? ''),
    { path: [path], error, when: () => true },
  ] as [(form: Schedule) => boolean, { path: string[]; error: AppErrorCode; when: () => boolean }];

const withSchedule = <Schema extends z.ZodObject<typeof scheduleFields>>(schema: Schema) =>
  schema
    .refine(...whenScheduled('meet_date', 'meeting.date-required', Boolean))
    .refine(...whenScheduled('meet_date', 'meeting.date-invalid', (text) => text === '' || isDay(text)))
    .refine(...whenScheduled('meet_time', 'meeting.time-required', Boolean))
    .refine(...whenScheduled('meet_time', 'meeting.time-invalid', (text) => text === '' || TIME.test(text)));

/** The date and time of an instant meeting are ignored. */
export const meetingSchema = withSchedule(
  z.object({
    ...scheduleFields,
    meet_type: z.enum(['instant', 'scheduled'], { error: malformed }),
    terms: checkbox,
  }),
);

/** A scheduled meeting, changed. */
export const editMeetingSchema = withSchedule(
  z.object({
    ...scheduleFields,
    /** When the meeting that the page displayed was changed, in ms. */
    changed_at: z.coerce.number({ error: malformed }).int(),
  }),
);

export const meetingSettingsSchema = z.object({
  submissionId,
  bot_name: requiredText(toOneLine, 'meeting.bot-name-required', {
    most: MAX_BOT_NAME_LENGTH,
    tooLong: 'meeting.bot-name-too-long',
  }),
  max_wait_time: waitSeconds(code('meeting.wait-required')),
});

export const meetingTermsSchema = z.object({
  submissionId,
  terms: z.literal('on', { error: code('meeting.terms-required') }),
});

type MeetingForm = Omit<z.output<typeof editMeetingSchema>, 'submissionId' | 'changed_at'>;

/** The typed fields in the words of the services. */
export const detailsOf = (form: MeetingForm) => ({
  title: form.meet_name,
  room: form.meet_url,
  language: form.language,
  botName: form.bot_name,
  maxWaitSeconds: form.max_wait_time,
});

/** The typed date and time of a scheduled meeting. */
export const timeOfForm = ({ meet_date = '', meet_time = '', meet_turn }: MeetingForm): TypedTime => ({
  date: meet_date,
  time: meet_time,
  turn: meet_turn,
});
