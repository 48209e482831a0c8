import { redirect } from '@remix-run/node';
import { bareAction } from '@/app/http/forms/form.server';
import { localReferer } from '@/app/http/headers/local-path';
import { publicIdOf } from '@/app/http/params';
import { requireUser } from '@/app/http/session/session.server';
import { dismissAd } from '@/app/services/admin/ads/ads.server';

export const loader = () => redirect('/');

export const action = bareAction(async ({ request, params }) => {
  const user = await requireUser(request);
  // Not during impersonation: only the user themselves may dismiss it.
  if (user.impersonator) throw new Response(null, { status: 404 });
  await dismissAd(user.id, publicIdOf(params));
  return redirect(localReferer(request), 303);
});
