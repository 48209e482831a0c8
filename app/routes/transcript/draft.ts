import type { LoaderFunctionArgs } from '@remix-run/node';
import { draftSchema, MAX_DRAFT_BYTES } from '@/app/domain/transcript/editor-forms';
import { bareAction, readJson } from '@/app/http/forms/form.server';
import { orNotFound } from '@/app/http/forms/not-found.server';
import { publicIdOf } from '@/app/http/params';
import { requireUser } from '@/app/http/session/session.server';
import { appendToDraft } from '@/app/services/transcript/append-to-draft.server';
import { readDraftTranscript } from '@/app/services/transcript/read-transcript.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const { version, updatedAt, changeIds, changeCount, blocks } = await orNotFound(
    readDraftTranscript(user.id, publicIdOf(params)),
  );
  const present = { version, savedAt: updatedAt, changeIds, changeCount, blocks };
  return Response.json(present, { headers: { 'Cache-Control': 'no-store' } });
}

/** 200 with the new number of changes, 409 on a conflict (optimistic locking). */
export const action = bareAction(async ({ request, params }) => {
  const user = await requireUser(request);
  const changes = await readJson(request, draftSchema, {
    maxBytes: MAX_DRAFT_BYTES,
    tooLarge: 'transcript.too-long',
  });
  return Response.json({ changeCount: await appendToDraft(user.id, publicIdOf(params), changes) });
});
