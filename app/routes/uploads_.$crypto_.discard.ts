import { redirect } from '@remix-run/node';
import { bareAction } from '@/app/http/form.server';
import { orNotFound } from '@/app/http/not-found.server';
import { localReferer } from '@/app/http/own-path';
import { requireUser } from '@/app/http/session.server';
import { discardUpload } from '@/app/services/upload/discard-upload.server';

export const loader = () => redirect('/transcriptions');

/** Discards an interrupted upload, and redirects back to the page. */
export const action = bareAction(async ({ request, params }) => {
  const { id: userId } = await requireUser(request);
  await orNotFound(discardUpload(userId, String(params.crypto)));
  return redirect(localReferer(request), 303);
});
