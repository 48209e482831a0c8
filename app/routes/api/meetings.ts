import { z } from 'zod';
import {
  meetingRow,
  meetingRowOf,
  meetingsQuery,
  meetSettingsSchema,
  newMeetingSchema,
  settingsAnswer,
} from '@/app/domain/api/meetings';
import type { AppErrorCode } from '@/app/domain/errors';
import { submissionIdOf } from '@/app/http/api/idempotency-key';
import { type Call, operation } from '@/app/http/api/operation';
import { assertMeetings } from '@/app/http/api/require-owner';
import type { ApiCaller } from '@/app/services/api/api-user.server';
import { createMeeting } from '@/app/services/meeting/create-meeting.server';
import { listMeetingsFrom } from '@/app/services/meeting/list-meetings.server';
import { readMeetingSettings, saveMeetingSettings } from '@/app/services/meeting/meeting-settings.server';
import { readMeeting } from '@/app/services/meeting/read-meeting.server';

const tag = 'meetings';

/** Of a call that sends the assistant to a meeting. */
export const NEW_MEETING_ERRORS: AppErrorCode[] = [
  'api.subscription-required',
  'account.login-required',
  'meeting.assistant-there',
  'meeting.no-browser',
  'meeting.no-minutes',
  'meeting.past',
  'meeting.terms-required',
  'meeting.too-far',
  'meeting.too-many',
];

type SettingsCall = Call<unknown, z.output<typeof meetSettingsSchema>> & { caller: ApiCaller };

async function saveSettings({ caller, body, request, language }: SettingsCall) {
  assertMeetings(caller);
  const { bot_name: botName, max_wait_time: maxWaitSeconds } = body;
  const { id: userId } = caller.user;
  await saveMeetingSettings({ userId, botName, maxWaitSeconds, submissionId: submissionIdOf(request) });
  return settingsOf(userId, language);
}

async function settingsOf(userId: number, language: SettingsCall['language']) {
  const { botName, maxWaitSeconds } = await readMeetingSettings(userId, language);
  return { data: { bot_name: botName, max_wait_time: maxWaitSeconds } };
}

const settings = {
  path: '/meet-settings',
  tag,
  access: 'write',
  body: meetSettingsSchema,
  answer: settingsAnswer,
  errors: ['api.subscription-required', 'account.login-required'],
  example: { body: { bot_name: 'Assistente da Ana', max_wait_time: 600 } },
} as const;

export const meetings = [
  operation({
    ...{ id: 'meetings', method: 'GET', path: '/meeting/all', tag, access: 'read' },
    query: meetingsQuery,
    example: { query: { offset: '0', limit: '5', status: 'waiting' } },
    answer: z.object({ meetings: z.array(meetingRow), count: z.int().min(0) }),
    errors: ['api.subscription-required'],
    handle: async ({ caller, query: { status, ...stretch } }) => {
      assertMeetings(caller);
      const { rows, count } = await listMeetingsFrom(caller.user.id, [status], stretch);
      return { meetings: rows.map(meetingRowOf), count };
    },
  }),

  operation({
    ...{ id: 'createMeeting', method: 'POST', path: '/meeting/create-meet', tag, access: 'write' },
    status: 201,
    body: newMeetingSchema,
    answer: z.object({ data: meetingRow }),
    errors: NEW_MEETING_ERRORS,
    example: {
      body: { meet_name: 'Reunião de pauta', meet_url: 'https://meet.google.com/abc-defg-hij', terms: true },
    },
    handle: async ({ caller, body, request }) => {
      assertMeetings(caller);
      const { id: userId } = caller.user;
      const { meet_name: title, meet_url: room, meet_date: at = null, language, terms: acceptsTerms } = body;
      const submissionId = submissionIdOf(request);
      const publicId = await createMeeting({ userId, submissionId, title, room, at, language, acceptsTerms });
      return { data: meetingRowOf(await readMeeting(userId, publicId)) };
    },
  }),

  operation({
    ...{ id: 'meetSettings', method: 'GET', path: '/meet-settings', tag, access: 'read' },
    answer: settingsAnswer,
    errors: ['api.subscription-required'],
    handle: async ({ caller, language }) => {
      assertMeetings(caller);
      return settingsOf(caller.user.id, language);
    },
  }),
  operation({
    ...settings,
    id: 'createMeetSettings',
    method: 'POST',
    status: 201,
    errors: [...settings.errors],
    handle: saveSettings,
  }),
  operation({
    ...settings,
    id: 'changeMeetSettings',
    method: 'PUT',
    errors: [...settings.errors],
    handle: saveSettings,
  }),
];
