import type { SignedInUser } from '@/app/services/account/find-session-user.server';
import { mayFetchVideos } from '@/app/services/admin/may-fetch-videos.server';
import { requireUser } from './session.server';

/** @throws Response 404 when the YouTube feature flag is off; redirect as requireUser */
export async function requireVideoUser(request: Request): Promise<SignedInUser> {
  const user = await requireUser(request);
  if (!(await mayFetchVideos(user))) throw new Response(null, { status: 404 });
  return user;
}
