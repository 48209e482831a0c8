import type { SignedInUser } from '@/app/services/account/find-session-user.server';
import { isFlagOn } from '@/app/services/flag/is-flag-on.server';
import { requireUser } from './session.server';

/** Whether somebody may have videos of YouTube transcribed. */
export const mayUseVideos = ({ email }: SignedInUser) => isFlagOn('celeste-youtube', { email });

/** As requireUser, for whom videos are switched on; throws the 404 page for the others. */
export async function requireVideoUser(request: Request): Promise<SignedInUser> {
  const user = await requireUser(request);
  if (!(await mayUseVideos(user))) throw new Response(null, { status: 404 });
  return user;
}
