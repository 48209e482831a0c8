import type { LoaderFunctionArgs } from '@remix-run/node';
import { uploadSchema } from '@/app/domain/transcription/recording';
import { bareAction, readForm } from '@/app/http/forms/form.server';
import { orTextError } from '@/app/http/forms/text-error.server';
import { publicIdOf } from '@/app/http/params';
import { requireUser } from '@/app/http/session/session.server';
import { redirectToList } from '@/app/http/upload/receive-recording.server';
import { continueUpload } from '@/app/http/upload/resumable-upload.server';
import { finishUpload } from '@/app/services/upload/finish-upload.server';

/** Offset of an upload (tus HEAD). */
export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  return continueUpload(request, user.id);
}

/** tus PATCH and DELETE; a POST registers a complete upload, as the upload form does. */
export const action = bareAction(async ({ request, params }) => {
  const { id: userId } = await requireUser(request);
  if (request.method !== 'POST') return continueUpload(request, userId);
  const { speakers, ...fields } = await readForm(request, uploadSchema);
  const form = { userId, publicId: publicIdOf(params), ...fields, ...(speakers && { speakers }) };
  return redirectToList(await orTextError(request, finishUpload(form)));
});
