import { redirect } from '@remix-run/node';
import { beginDictationSchema } from '@/app/domain/upload/dictation-form';
import { bareAction, readJson } from '@/app/http/forms/form.server';
import { requireUser } from '@/app/http/session/session.server';
import { beginDictation } from '@/app/services/transcription/live/dictation/begin-dictation.server';

export const loader = () => redirect('/transcriptions');

/** Begins live text of a recording that is being made: 201 with the address for its chunks. */
export const action = bareAction(async ({ request }) => {
  const { id: userId } = await requireUser(request);
  const { language } = await readJson(request, beginDictationSchema);
  const { publicId } = await beginDictation({ userId, language });
  return Response.json({ address: `/dictations/${publicId}` }, { status: 201 });
});
