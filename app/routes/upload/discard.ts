import { redirect } from '@remix-run/node';
import { bareAction } from '@/app/http/forms/form.server';
import { localReferer } from '@/app/http/headers/local-path';
import { publicIdOf } from '@/app/http/params';
import { requireUser } from '@/app/http/session/session.server';
import { discardUpload } from '@/app/services/upload/discard-upload.server';

export const loader = () => redirect('/transcriptions');

export const action = bareAction(async ({ request, params }) => {
  const { id: userId } = await requireUser(request);
  await discardUpload(userId, publicIdOf(params));
  return redirect(localReferer(request), 303);
});
