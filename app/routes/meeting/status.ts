import type { LoaderFunctionArgs } from '@remix-run/node';
import { orNotFound } from '@/app/http/forms/not-found.server';
import { statusResponse } from '@/app/http/headers/etag.server';
import { publicIdOf } from '@/app/http/params';
import { requireMeetingUser } from '@/app/http/session/meeting-user.server';
import { meetingVersion } from '@/app/http/views/meetings.server';
import { readMeeting } from '@/app/services/meeting/read-meeting.server';

/** Polling by ETag, for the page of a meeting: 304 when unchanged, 204 with the new ETag when changed. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireMeetingUser(request);
  return statusResponse(request, meetingVersion(await orNotFound(readMeeting(user.id, publicIdOf(params)))));
}
