import type { LoaderFunctionArgs } from '@remix-run/node';
import { readMeetingQuery } from '@/app/domain/meeting/list-query';
import { statusResponse } from '@/app/http/headers/etag.server';
import { requireMeetingUser } from '@/app/http/session/meeting-user.server';
import { meetingsVersion } from '@/app/http/views/meetings.server';
import { listMeetings } from '@/app/services/meeting/list-meetings.server';

/** Polling by ETag, for a page of the list: 304 when unchanged, 204 with the new ETag when changed. */
export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireMeetingUser(request);
  const { tab, page } = readMeetingQuery(new URL(request.url).searchParams);
  return statusResponse(request, meetingsVersion(await listMeetings(user.id, tab, page)));
}
