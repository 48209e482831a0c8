import { redirect } from '@remix-run/node';
import { bareAction } from '@/app/http/form.server';
import { orNotFound } from '@/app/http/not-found.server';
import { localReferer } from '@/app/http/own-path';
import { requireUser } from '@/app/http/session.server';
import { dismissAd } from '@/app/services/ad/dismiss-ad.server';

export const loader = () => redirect('/');

/** Dismisses an advertisement for the signed-in user, and redirects back to the page. */
export const action = bareAction(async ({ request, params }) => {
  const user = await requireUser(request);
  // Not during impersonation: only the user themselves may dismiss it.
  if (user.actingAdmin) throw new Response(null, { status: 404 });
  await orNotFound(dismissAd(user.id, String(params.crypto)));
  return redirect(localReferer(request), 303);
});
