import { z } from 'zod';
import type { AppErrorCode } from '../errors';
import { checkbox, code, requiredText, submissionId } from '../form-fields';
import { toOneLine } from '../format/normalise-unicode';
import { isCalendarDay } from './calendar-query';
import { cleanLines } from './differences';
import type { NewEvent } from './event';
import { eventTimeOf } from './event-form';
import { REPETITIONS, recurrenceOf } from './recurrence';

export const MAX_EVENT_TITLE = 1024;
export const MAX_LOCATION = 1024;
export const MAX_DESCRIPTION = 8192;
export const MAX_GUESTS = 200;

const MAX_EMAIL_LENGTH = 254;

/** All the characters of a form, for the bound of its body. */
export const MAX_EVENT_CHARACTERS =
  MAX_EVENT_TITLE + MAX_LOCATION + MAX_DESCRIPTION + MAX_GUESTS * (MAX_EMAIL_LENGTH + 12);

const malformed = code('form.malformed');
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

const optionalText = (clean: (typed: string) => string, most: number, tooLong: AppErrorCode) =>
  z.string({ error: malformed }).transform(clean).pipe(z.string().max(most, tooLong)).default('');

/** Wider than most: who is invited already must not keep an event from being changed. */
const EMAIL = /^[^\s@"(),:;<>[\]\\]{1,64}@[^\s@.]+(?:\.[^\s@.]+)+$/u;

/** Each field may hold several addresses. */
const guests = z
  .array(z.string({ error: malformed }).default(''))
  .default([])
  .transform((typed, context) => {
    const emails = [...new Set(typed.flatMap((text) => text.toLowerCase().split(/[\s,;]+/)).filter(Boolean))];
    const fault = faultOfGuests(emails);
    if (!fault) return emails;
    context.addIssue({ code: 'custom', message: fault });
    return z.NEVER;
  });

function faultOfGuests(emails: string[]): AppErrorCode | null {
  if (emails.length > MAX_GUESTS) return 'calendar.too-many-guests';
  const areValid = emails.every((text) => text.length <= MAX_EMAIL_LENGTH && EMAIL.test(text));
  return areValid ? null : 'calendar.guest-invalid';
}

const turn = z.enum(['first', 'second'], { error: malformed }).optional();
/** 'HH:MM' */
export const isTypedTime = (text: string): boolean => TIME.test(text);

const typedDate = z.string({ error: malformed }).max(32, code('calendar.date-invalid')).optional();
const typedTime = z.string({ error: malformed }).max(32, code('calendar.time-invalid')).optional();

const eventFields = {
  submissionId,
  summary: requiredText(toOneLine, 'calendar.title-required', {
    most: MAX_EVENT_TITLE,
    tooLong: 'calendar.title-too-long',
  }),
  all_day: checkbox,
  start_date: typedDate,
  start_time: typedTime,
  start_turn: turn,
  end_date: typedDate,
  end_time: typedTime,
  end_turn: turn,
  location: optionalText(toOneLine, MAX_LOCATION, 'calendar.location-too-long'),
  description: optionalText(cleanLines, MAX_DESCRIPTION, 'calendar.description-too-long'),
  attendees: guests,
  add_meet: checkbox,
  /** Empty: once, or as the series does already. */
  repeats: z.enum(['', ...REPETITIONS], { error: malformed }).default(''),
  repeats_until: z
    .string({ error: malformed })
    .refine((text) => text === '' || isCalendarDay(text), code('calendar.repeat-until-invalid'))
    .default(''),
};

type DateField = 'start_date' | 'end_date';
type TimeField = 'start_time' | 'end_time';

interface TypedTimes extends Partial<Record<DateField | TimeField, string | undefined>> {
  all_day?: boolean | string | undefined;
}

/** A rule of dates and times. It is checked beside those of the other fields, not only once they hold. */
const rule = (path: DateField | TimeField, error: AppErrorCode, holds: (text: string) => boolean) =>
  [
    (form: TypedTimes) => (path.endsWith('_time') && Boolean(form.all_day)) || holds(form[path] ?? ''),
    { path: [path], error, when: () => true },
  ] as [(form: TypedTimes) => boolean, { path: string[]; error: AppErrorCode; when: () => boolean }];

const withTimes = <Schema extends z.ZodObject<typeof eventFields>>(schema: Schema) =>
  schema
    .refine(...rule('start_date', 'calendar.date-required', Boolean))
    .refine(...rule('start_date', 'calendar.date-invalid', (text) => text === '' || isCalendarDay(text)))
    .refine(...rule('start_time', 'calendar.time-required', Boolean))
    .refine(...rule('start_time', 'calendar.time-invalid', (text) => text === '' || isTypedTime(text)))
    .refine(...rule('end_date', 'calendar.date-required', Boolean))
    .refine(...rule('end_date', 'calendar.date-invalid', (text) => text === '' || isCalendarDay(text)))
    .refine(...rule('end_time', 'calendar.time-required', Boolean))
    .refine(...rule('end_time', 'calendar.time-invalid', (text) => text === '' || isTypedTime(text)))
    .refine(({ repeats, repeats_until: until }) => !until || repeats !== '', {
      path: ['repeats'],
      error: 'calendar.repeat-required',
      when: () => true,
    });

/** The etag of the event that the page displayed. */
const etag = z.string({ error: malformed }).max(1024, malformed);

/** One occurrence of a series, or all of it. */
const scope = z.enum(['one', 'all'], { error: malformed }).default('one');

export type EventScope = z.output<typeof scope>;

export const newEventSchema = withTimes(z.object(eventFields));

export const editEventSchema = withTimes(z.object({ ...eventFields, version: etag, scope }));

export const deleteEventSchema = z.object({
  submissionId,
  version: etag,
  scope,
  acknowledge: z.literal('on', { error: code('calendar.acknowledge-required') }),
});

/** What the forms of new and of edited events have in common. */
export type EventFields = z.output<typeof newEventSchema>;

/** The event that a form describes. @throws AppError as eventTimeOf, recurrenceOf */
export function eventOfForm(form: EventFields, timeZone: string): NewEvent {
  const typed = {
    isAllDay: form.all_day,
    start: { date: form.start_date ?? '', time: form.start_time ?? '', turn: form.start_turn ?? null },
    end: { date: form.end_date ?? '', time: form.end_time ?? '', turn: form.end_turn ?? null },
  };
  const time = eventTimeOf(typed, timeZone);
  const { repeats, repeats_until: until } = form;
  return {
    title: form.summary,
    time,
    location: form.location,
    description: form.description,
    guests: form.attendees,
    ...(repeats && { recurrence: recurrenceOf(repeats, until || null, time, timeZone) }),
  };
}
