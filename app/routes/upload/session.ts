import { redirect } from '@remix-run/node';
import { bareAction } from '@/app/http/forms/form.server';
import { orTextError } from '@/app/http/forms/text-error.server';
import { publicIdOf } from '@/app/http/params';
import { requireUser } from '@/app/http/session/session.server';
import { openDirectUpload } from '@/app/services/upload/open-direct-upload.server';

export const loader = () => redirect('/transcriptions');

/** Opens a direct upload to the bucket: its session URL and offset; null when it goes to our server. */
export const action = bareAction(async ({ request, params }) => {
  const { id: userId } = await requireUser(request);
  const publicId = publicIdOf(params);
  // The CSRF check has already required our own Origin.
  const origin = request.headers.get('Origin')!;
  return Response.json(await orTextError(request, openDirectUpload({ userId, publicId, origin })));
});
