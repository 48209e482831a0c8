import { redirect } from '@remix-run/node';
import { bareAction } from '@/app/http/form.server';
import { orRefusal } from '@/app/http/refusal.server';
import { requireUser } from '@/app/http/session.server';
import { openDirectUpload } from '@/app/services/upload/open-direct-upload.server';

export const loader = () => redirect('/transcriptions');

/** Says where a browser sends an upload straight to the storage, and how far that is; null: it comes to us. */
export const action = bareAction(async ({ request, params }) => {
  const { id: userId } = await requireUser(request);
  const publicId = String(params.crypto);
  // Of our own page, or the post would have been refused.
  const origin = request.headers.get('Origin')!;
  return Response.json(await orRefusal(request, openDirectUpload({ userId, publicId, origin })));
});
