import { redirect } from '@remix-run/node';
import { beginUploadSchema } from '@/app/domain/upload/upload-form';
import { bareAction, readJson } from '@/app/http/forms/form.server';
import { orTextError } from '@/app/http/forms/text-error.server';
import { requireUser } from '@/app/http/session/session.server';
import { beginUpload } from '@/app/services/upload/begin-upload.server';

export const loader = () => redirect('/transcriptions');

/** Creates a resumable upload: 201 with its address. */
export const action = bareAction(async ({ request }) => {
  const { id: userId } = await requireUser(request);
  const file = await readJson(request, beginUploadSchema);
  const { publicId } = await orTextError(request, beginUpload({ userId, ...file }));
  return Response.json({ address: `/uploads/${publicId}` }, { status: 201 });
});
