import type { LoaderFunctionArgs } from '@remix-run/node';
import { readListQuery } from '@/app/domain/library/list-query';
import { etagOf, statusResponse } from '@/app/http/headers/etag.server';
import { currentUser } from '@/app/http/session/session.server';
import { listTranscriptions } from '@/app/services/library/list-transcriptions.server';
import { describeModel } from '@/app/services/transcription/describe-model.server';

/** Polling by ETag: 304 when unchanged, 204 with the new ETag when changed. */
export async function loader({ request }: LoaderFunctionArgs) {
  const user = await currentUser(request);
  if (!user) return new Response(null, { status: 401 });
  const { limit, place, fields, filter } = readListQuery(new URL(request.url).searchParams, new Date());
  const page = await listTranscriptions(user.id, limit, place, filter, fields.sort);
  return statusResponse(request, etagOf({ page, model: await describeModel() }));
}
