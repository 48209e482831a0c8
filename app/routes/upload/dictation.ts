import { redirect } from '@remix-run/node';
import { AppError } from '@/app/domain/errors';
import { MAX_DICTATION_CHUNK_BYTES } from '@/app/domain/upload/dictation';
import { dictationChunkSchema } from '@/app/domain/upload/dictation-form';
import { bareAction } from '@/app/http/forms/form.server';
import { readBodyBytes } from '@/app/http/forms/request-body.server';
import { publicIdOf } from '@/app/http/params';
import { requireUser } from '@/app/http/session/session.server';
import { addToDictation } from '@/app/services/transcription/live/dictation/add-to-dictation.server';
import { discardDictation } from '@/app/services/transcription/live/dictation/discard-dictation.server';

export const loader = () => redirect('/transcriptions');

/** POST appends a chunk and answers with the text so far; DELETE discards the dictation. */
export const action = bareAction(async ({ request, params }) => {
  const { id: userId } = await requireUser(request);
  const publicId = publicIdOf(params);
  if (request.method === 'DELETE') {
    await discardDictation(userId, publicId);
    return new Response(null, { status: 204 });
  }
  const place = dictationChunkSchema.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!place.success) throw new AppError('form.malformed');
  const bytes = await readBodyBytes(request, {
    maxBytes: MAX_DICTATION_CHUNK_BYTES,
    tooLarge: 'media.too-large',
  });
  return Response.json(await addToDictation({ userId, publicId, bytes, ...place.data }));
});
