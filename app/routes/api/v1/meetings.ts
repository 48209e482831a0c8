import { z } from 'zod';
import { pageOf } from '@/app/domain/api/v1/lists';
import {
  changedMeeting,
  meeting,
  meetingDetail,
  meetingOf,
  meetingsQuery,
  newMeeting,
} from '@/app/domain/api/v1/meetings';
import { cursorOf, placeOf } from '@/app/http/api/cursor.server';
import { assertMatch, versionedAnswer } from '@/app/http/api/etag';
import { submissionIdOf } from '@/app/http/api/idempotency-key';
import { operation } from '@/app/http/api/operation';
import { assertMeetings } from '@/app/http/api/require-owner';
import { cancelMeeting } from '@/app/services/meeting/cancel-meeting.server';
import { createMeeting } from '@/app/services/meeting/create-meeting.server';
import { editMeeting } from '@/app/services/meeting/edit-meeting.server';
import { listMeetingsByCursor } from '@/app/services/meeting/list-meetings.server';
import { readMeeting } from '@/app/services/meeting/read-meeting.server';
import { stopMeeting } from '@/app/services/meeting/stop-meeting.server';
import { NEW_MEETING_ERRORS } from '../meetings';

const tag = 'v1.meetings';
const example = { params: { id: 'Zk3vQmXo0aT1bN7cR2dS9e' } };
const ONE = '/v1/meetings/{id}';
const LIST = 'meetings';
const FUTURE = '2027-03-01T14:00:00-03:00';
const fields = { name: 'Reunião de pauta', url: 'https://meet.google.com/abc-defg-hij' };

/** @throws AppError 'meeting.not-found' */
async function detailOf(userId: number, publicId: string) {
  const found = await readMeeting(userId, publicId);
  return {
    ...meetingOf(found),
    version: found.changedAtMs,
    language: found.language,
    ended_at: found.endedAt?.toISOString() ?? null,
    transcription_id: found.transcription?.publicId ?? null,
  };
}

export const meetings = [
  operation({
    ...{ id: 'v1.meetings', method: 'GET', path: '/v1/meetings', tag, access: 'read' },
    query: meetingsQuery,
    answer: pageOf(meeting),
    errors: ['api.cursor-invalid', 'api.subscription-required'],
    handle: async ({ caller, query: { cursor, ...wanted } }) => {
      assertMeetings(caller);
      const { id: userId } = caller.user;
      const below = placeOf({ userId, list: LIST, place: z.int() }, cursor);
      const { rows, next } = await listMeetingsByCursor(userId, { below, ...wanted });
      return { data: rows.map(meetingOf), next_cursor: next === null ? null : cursorOf(userId, LIST, next) };
    },
  }),

  operation({
    ...{ id: 'v1.newMeeting', method: 'POST', path: '/v1/meetings', tag, access: 'write' },
    example: { body: { ...fields, starts_at: FUTURE, accepts_terms: true } },
    status: 201,
    body: newMeeting,
    answer: meetingDetail,
    errors: NEW_MEETING_ERRORS,
    handle: async ({ caller, body, request }) => {
      assertMeetings(caller);
      const { id: userId } = caller.user;
      const submissionId = submissionIdOf(request);
      const { starts_at: at = null, accepts_terms: acceptsTerms } = body;
      const publicId = await createMeeting({ userId, submissionId, ...detailsOf(body), at, acceptsTerms });
      return detailOf(userId, publicId);
    },
  }),

  operation({
    ...{ id: 'v1.meeting', method: 'GET', path: ONE, tag, access: 'read', example },
    etag: 'answered',
    answer: meetingDetail,
    errors: ['api.subscription-required', 'meeting.not-found'],
    handle: async ({ caller, params, request }) => {
      assertMeetings(caller);
      const found = await detailOf(caller.user.id, params.id!);
      return versionedAnswer(request, found.version, found);
    },
  }),

  operation({
    ...{ id: 'v1.changeMeeting', method: 'PUT', path: ONE, tag, access: 'write' },
    example: { ...example, body: { ...fields, starts_at: FUTURE } },
    etag: 'required',
    body: changedMeeting,
    answer: meetingDetail,
    errors: [
      'api.subscription-required',
      'account.login-required',
      'meeting.assistant-there',
      'meeting.changed',
      'meeting.not-found',
      'meeting.past',
      'meeting.started',
      'meeting.too-far',
    ],
    handle: async ({ caller, params, body, request }) => {
      assertMeetings(caller);
      const form = formOf(caller.user.id, params.id!, request);
      const { version: changedAtMs } = await detailOf(form.userId, form.publicId);
      assertMatch(request, changedAtMs);
      await editMeeting({ ...form, ...detailsOf(body), at: body.starts_at, changedAtMs });
      return detailOf(form.userId, form.publicId);
    },
  }),

  operation({
    ...{ id: 'v1.stopMeeting', method: 'POST', path: `${ONE}/stop`, tag, access: 'write', example },
    status: 202,
    answer: z.object({ outcome: z.enum(['leaving', 'removed']) }),
    errors: [
      'api.subscription-required',
      'account.login-required',
      'meeting.not-found',
      'meeting.not-underway',
    ],
    handle: async ({ caller, params, request }) => {
      assertMeetings(caller);
      return { outcome: await stopMeeting(formOf(caller.user.id, params.id!, request)) };
    },
  }),

  operation({
    ...{ id: 'v1.deleteMeeting', method: 'DELETE', path: ONE, tag, access: 'write', example },
    errors: ['api.subscription-required', 'account.login-required', 'meeting.not-found', 'meeting.started'],
    handle: async ({ caller, params, request }) => {
      assertMeetings(caller);
      await cancelMeeting(formOf(caller.user.id, params.id!, request));
      return null;
    },
  }),
];

const formOf = (userId: number, publicId: string, request: Request) => ({
  ...{ userId, publicId, submissionId: submissionIdOf(request) },
});

type Fields = Omit<z.output<typeof changedMeeting>, 'starts_at'>;

const detailsOf = ({ name, url, language, bot_name, max_wait_seconds }: Fields) => ({
  title: name,
  room: url,
  language,
  botName: bot_name,
  maxWaitSeconds: max_wait_seconds,
});
