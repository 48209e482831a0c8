import { randomUUID } from 'node:crypto';
import { parseWithZod } from '@conform-to/zod/v4';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { editMeetingSchema, meetingSchema, meetingSettingsSchema } from '@/app/domain/meeting/forms';
import { readMeetingQuery } from '@/app/domain/meeting/list-query';

/** As forms.server.ts does. */
function parse(schema: z.ZodType, fields: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ submissionId: randomUUID(), ...fields }))
    form.append(name, value);
  const submission = parseWithZod(form, { schema });
  return submission.status === 'success' ? submission.value : submission.error;
}

const instant = { meet_name: 'Pauta', meet_url: 'meet.google.com/abc-defg-hij', meet_type: 'instant' };
const scheduled = { ...instant, meet_type: 'scheduled', meet_date: '2027-03-01', meet_time: '14:30' };

describe('the form of a meeting', () => {
  it('reads an instant one', () => {
    expect(
      parse(meetingSchema, { ...instant, meet_name: '  Pauta\n da semana ', terms: 'on' }),
    ).toMatchObject({
      meet_name: 'Pauta da semana',
      meet_url: 'abc-defg-hij',
      meet_type: 'instant',
      language: 'pt',
      terms: true,
    });
  });

  it('reads overrides; empty ones are those of the account', () => {
    const own = { bot_name: ' Ata ', max_wait_time: '30', language: 'en' };
    expect(parse(meetingSchema, { ...instant, ...own })).toMatchObject({
      bot_name: 'Ata',
      max_wait_time: 30,
      language: 'en',
    });
    const none = parse(meetingSchema, { ...instant, bot_name: '', max_wait_time: '' }) as object;
    expect(none).not.toHaveProperty('bot_name', expect.anything());
    expect(none).not.toHaveProperty('max_wait_time', expect.anything());
  });

  it('names everything that is missing at once', () => {
    expect(parse(meetingSchema, { meet_type: 'scheduled' })).toEqual({
      meet_name: ['meeting.name-required'],
      meet_url: ['meeting.url-required'],
      meet_date: ['meeting.date-required'],
      meet_time: ['meeting.time-required'],
    });
    expect(parse(meetingSchema, { meet_type: 'instant', meet_url: 'zoom.us/j/1' })).toEqual({
      meet_name: ['meeting.name-required'],
      meet_url: ['meeting.url-elsewhere'],
    });
  });

  it.each([
    ['meet_date', '2027-02-29', 'meeting.date-invalid'],
    ['meet_date', '01/03/2027', 'meeting.date-invalid'],
    ['meet_time', '24:00', 'meeting.time-invalid'],
    ['meet_time', '9:30', 'meeting.time-invalid'],
    ['meet_name', 'a'.repeat(256), 'meeting.name-too-long'],
    ['meet_name', ' \u200b ', 'meeting.name-required'],
    ['bot_name', 'a'.repeat(61), 'meeting.bot-name-too-long'],
    ['max_wait_time', '31', 'form.malformed'],
    ['meet_type', 'later', 'form.malformed'],
    ['meet_url', `meet.google.com/abc?${'x'.repeat(2048)}`, 'meeting.url-invalid'],
  ])('refuses %s %s', (name, value, error) => {
    expect(parse(meetingSchema, { ...scheduled, [name]: value })).toEqual({ [name]: [error] });
  });

  it('ignores the date and time of an instant one', () => {
    expect(parse(meetingSchema, { ...instant, meet_date: 'x', meet_time: 'y' })).toMatchObject({
      meet_type: 'instant',
    });
  });

  it('requires date and time when one is changed', () => {
    const changed = { meet_name: 'Pauta', meet_url: instant.meet_url, changed_at: '1' };
    expect(parse(editMeetingSchema, changed)).toEqual({
      meet_date: ['meeting.date-required'],
      meet_time: ['meeting.time-required'],
    });
  });
});

describe('the settings of the assistant', () => {
  it('requires a name that is not blank, and one of the waits', () => {
    expect(parse(meetingSettingsSchema, { bot_name: '  ' })).toEqual({
      bot_name: ['meeting.bot-name-required'],
      max_wait_time: ['meeting.wait-required'],
    });
    expect(parse(meetingSettingsSchema, { bot_name: 'Ata', max_wait_time: '1800' })).toMatchObject({
      bot_name: 'Ata',
      max_wait_time: 1800,
    });
  });
});

it.each([
  ['', { tab: 'upcoming', page: 1 }],
  ['tab=running&page=3', { tab: 'running', page: 3 }],
  ['tab=recordings&page=-1', { tab: 'recordings', page: 1 }],
  ['tab=other&page=1e400', { tab: 'upcoming', page: 1 }],
])('readMeetingQuery(%s)', (query, expected) => {
  expect(readMeetingQuery(new URLSearchParams(query))).toEqual(expected);
});
