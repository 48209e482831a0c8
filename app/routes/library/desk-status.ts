import type { LoaderFunctionArgs } from '@remix-run/node';
import { statusResponse } from '@/app/http/headers/etag.server';
import { currentUser } from '@/app/http/session/session.server';
import { deskVersion } from '@/app/http/views/desk.server';

/** Polling by ETag, for the dashboard: 304 when unchanged, 204 with the new ETag when changed. */
export async function loader({ request }: LoaderFunctionArgs) {
  const user = await currentUser(request);
  return user ? statusResponse(request, await deskVersion(user.id)) : new Response(null, { status: 401 });
}
