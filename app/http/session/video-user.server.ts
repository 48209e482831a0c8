import type { SignedInUser } from '@/app/services/account/find-session-user.server';
import { isFlagOn } from '@/app/services/admin/flags.server';
import { requireUser } from './session.server';

export const mayUseVideos = ({ email }: SignedInUser) => isFlagOn('celeste-youtube', { email });

/** @throws Response 404 when the YouTube feature flag is off; redirect as requireUser */
export async function requireVideoUser(request: Request): Promise<SignedInUser> {
  const user = await requireUser(request);
  if (!(await mayUseVideos(user))) throw new Response(null, { status: 404 });
  return user;
}
